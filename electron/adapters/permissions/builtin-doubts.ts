// Which uses of the shell's own commands change what later words mean, or evaluate what they are given: `printf -v 'a[$(x)]'` runs x.
import type { CommandWord } from "../../runtime/ports/permissions";
import type { Words } from "./runners";
import { isHarmlessVariable } from "./variables";

const NEVER_CLEAR = new Set("alias unalias bind complete compgen compopt enable hash fc history let".split(" "));

/** They take names of variables, which may hold an index that is evaluated. */
const NAMING = new Set("read mapfile readarray unset getopts declare typeset local export readonly".split(" "));

const SET_OPTIONS = /^[-+][euxfCvhE]*o?$|^(errexit|nounset|xtrace|noglob|noclobber|verbose|pipefail|errtrace)$/;
const SHOPT_WORDS = /^(-[supq]+|nullglob|globstar|dotglob|failglob|nocaseglob|nocasematch|inherit_errexit)$/;
const UNARY = /^-[a-hknoprstuwxzGLNOS]$/;
const BINARY = /^(=|==|!=|<|>|-eq|-ne|-lt|-le|-gt|-ge|-nt|-ot|-ef)$/;

/** Null: its words say all of what it does. */
export function builtinDoubt([name, ...words]: Words): string | null {
  if (NEVER_CLEAR.has(name)) return `“${name}” changes or runs what is not seen here`;
  if (name === "test" || name === "[") return isPlainTest(name === "[" ? words.slice(0, -1) : words) ? null : evaluates(name);
  if (name === "set") return beforeDashes(words).every((word) => matches(word, SET_OPTIONS)) ? null : changesShell(name);
  if (name === "shopt") return words.every((word) => matches(word, SHOPT_WORDS)) ? null : changesShell(name);
  if (name === "printf") return isPlainPrintf(words) ? null : evaluates(name);
  if (name === "wait") return words.every((word) => matches(word, /^(-[nf]|%?\d+)$/)) ? null : evaluates(name);
  if (name === "jobs") return words.every((word) => matches(word, /^(-[lnprs]+|%?\d+)$/)) ? null : evaluates(name);
  if (NAMING.has(name)) return words.every((word) => isPlainName(name, word)) ? null : evaluates(name);
  return null;
}

function evaluates(name: string): string {
  return `“${name}” may evaluate or replace what its words name`;
}

function changesShell(name: string): string {
  return `“${name}” changes how the shell reads what follows`;
}

function matches(word: CommandWord, pattern: RegExp): boolean {
  return word !== null && pattern.test(word);
}

function beforeDashes(words: readonly CommandWord[]): readonly CommandWord[] {
  const at = words.indexOf("--");
  return at === -1 ? words : words.slice(0, at);
}

/** By POSIX's rules for few words, or of known words alone; `-v` and `-R` evaluate an index. */
function isPlainTest(words: readonly CommandWord[]): boolean {
  if (words[0] === "!") return isPlainTest(words.slice(1));
  const [first, second] = words;
  if (words.length <= 1) return true;
  if (words.length === 2) return matches(first ?? null, UNARY);
  if (words.length === 3 && matches(second ?? null, BINARY)) return true;
  return words.every((word) => word !== null && word !== "-v" && word !== "-R");
}

function isPlainPrintf([first, second]: readonly CommandWord[]): boolean {
  if (first === undefined) return true;
  if (first === null) return false;
  if (!first.startsWith("-v")) return true;
  const name = first === "-v" ? (second ?? null) : first.slice(2);
  return name !== null && isHarmlessVariable(name, "");
}

/** Options that only print or mark; assignments are looked at where they stand (see `variables.ts`). */
function isPlainName(builtin: string, word: CommandWord): boolean {
  if (word === null) return false;
  if (word.startsWith("-")) return builtin === "read" ? /^-[rs]+$/.test(word) : /^-[pgxrt]+$/.test(word);
  const [name = "", value = ""] = word.split(/\+?=(.*)/s);
  return isHarmlessVariable(name, value);
}
