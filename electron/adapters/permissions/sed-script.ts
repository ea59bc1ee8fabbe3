// Which sed commands only edit text: the language has commands of its own that run programs and write files.
import type { CommandWord } from "../../runtime/ports/permissions";

const ADDRESS = String.raw`(?:\d+|\$|/(?:\\.|[^\\/\n])*/)`;
const PRINT = new RegExp(`^${ADDRESS}?(?:,${ADDRESS})?!?[pdq=]$`);
const REPLACE = new RegExp(
  String.raw`^(?:${ADDRESS}(?:,${ADDRESS})?)?s([/|#,:@!])(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[gIip\d]*$`,
);
const OPTION = /^-(?:[nErsz]+|i[\w.]*|-quiet|-silent|-regexp-extended|-null-data|-in-place)$/;

/** Every script among the words prints, deletes or replaces; files behind them are not looked at. */
export function isPlainSed(words: readonly CommandWord[]): boolean {
  if (words.length === 0) return true;
  let scripts = 0;
  for (const [index, word] of words.entries()) {
    const isScript = words[index - 1] === "-e" || words[index - 1] === "--expression";
    if (word === "-e" || word === "--expression") continue;
    if (isScript || (scripts === 0 && !(word?.startsWith("-") ?? false))) {
      if (word === null || !isPlainScript(word)) return false;
      scripts += 1;
    } else if (word === null || (word.startsWith("-") && !OPTION.test(word))) return false;
  }
  return scripts > 0;
}

function isPlainScript(script: string): boolean {
  // A `;` within a replacement makes no whole commands of the pieces, and so is not plain.
  return (
    PRINT.test(script) ||
    REPLACE.test(script) ||
    script.split(";").every((part) => PRINT.test(part.trim()) || REPLACE.test(part.trim()))
  );
}
