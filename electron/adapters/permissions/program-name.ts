// By which name a program is known: the file's own, whatever folder, case, ending and version stand around it.

/** `/usr/bin/python3.11`, `./Python` and `python.exe` are `python`. */
export function programName(word: string): string {
  const name = fileName(word);
  return name.replace(/-?\d[\d.]*$/, "") || name;
}

/** The same with its version: `/usr/bin/m4` is `m4`. */
export function fileName(word: string): string {
  const file = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1).toLowerCase();
  return file.replace(/\.exe$/, "");
}
