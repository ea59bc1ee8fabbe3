// A command as a person would type it, out of the argument lists of other programs.

const SHELLS = new Set(["bash", "sh", "zsh", "dash", "ksh", "fish"]);
const SHELL_FLAGS = new Set(["-c", "-lc", "-ic", "-lic"]);

/** `bash -lc X` is X; other lists are joined as a shell would have to read them. */
export function commandText(command: string | readonly string[]): string {
  if (typeof command === "string") return command;
  const [program, flag, script] = command;
  if (command.length === 3 && program !== undefined && flag !== undefined && script !== undefined) {
    const name = program.slice(Math.max(program.lastIndexOf("/"), program.lastIndexOf("\\")) + 1).replace(/\.exe$/i, "");
    if (SHELLS.has(name) && SHELL_FLAGS.has(flag)) return script;
    if (/^(powershell|pwsh)$/i.test(name) && /^-c(ommand)?$/i.test(flag)) return script;
  }
  return command.map(quoted).join(" ");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
