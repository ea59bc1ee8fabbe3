// When a rule's pattern fits a command. To allow takes certainty, to deny takes possibility: the two are read in opposite directions. Pure.
import type { CommandWord } from "../ports/permissions";

type Words = readonly [string, ...CommandWord[]];

interface Pattern {
  /** Words; `*` is any one. */
  readonly fixed: readonly string[];
  /** Any number of words may follow. */
  readonly isOpen: boolean;
}

function readPattern(pattern: string): Pattern {
  const parts = pattern.split(/\s+/).filter((part) => part !== "");
  const isOpen = parts.at(-1) === "*";
  return { fixed: isOpen ? parts.slice(0, -1) : parts, isOpen };
}

/** `*`: every command there is, also one of which no word is known. */
export function isEverything(pattern: string): boolean {
  const { fixed, isOpen } = readPattern(pattern);
  return isOpen && fixed.length === 0;
}

/** Each word is exactly the one of the pattern. A word that is known only when it runs can be several, so it fits the open end alone. */
export function surelyFits(pattern: string, words: Words): boolean {
  const { fixed, isOpen } = readPattern(pattern);
  if (words.length < fixed.length || (!isOpen && words.length > fixed.length)) return false;
  return fixed.every((part, index) => {
    const word = words[index];
    return typeof word === "string" && (part === "*" || part === word);
  });
}

/**
 * Whether it could be that. A word that is known only when it runs may be any number of any words. A name without a folder is that program wherever it
 * lies and however it is written in case (`rm` is `/bin/rm` and, on many disks, `RM`); between a name and its subcommand options may stand, each with a
 * value (`git -C there push` is `git push`).
 */
export function mayFit(pattern: string, words: Words): boolean {
  const { fixed, isOpen } = readPattern(pattern);
  const [name, ...parts] = fixed;
  if (name === undefined) return isOpen;
  if (!isNameOf(name, words[0])) return false;
  const starts = parts[0] === undefined || parts[0] === "*" || parts[0].startsWith("-") ? [1] : startsBehindOptions(words);
  return starts.some((start) => mayFollow({ fixed: parts, isOpen }, words, start));
}

function isNameOf(part: string, word: string): boolean {
  if (part === "*" || part === word) return true;
  return !part.includes("/") && word.slice(word.lastIndexOf("/") + 1).toLowerCase() === part.toLowerCase();
}

function startsBehindOptions(words: Words): readonly number[] {
  const starts = [1];
  for (const start of starts) {
    if (!(words[start]?.startsWith("-") ?? false)) continue;
    for (const next of [start + 1, start + 2]) if (next <= words.length && !starts.includes(next)) starts.push(next);
  }
  return starts;
}

/** How many words of the pattern may be used up behind each word: all that are possible at once. */
function mayFollow({ fixed, isOpen }: Pattern, words: Words, start: number): boolean {
  let reached = new Set([0]);
  for (let at = start; at < words.length; at += 1) {
    if (isOpen && reached.has(fixed.length)) return true;
    const word = words[at];
    const next = new Set<number>();
    for (const count of reached) {
      if (word === null) for (let more = count; more <= fixed.length; more += 1) next.add(more);
      else if (fixed[count] === "*" || (count < fixed.length && fixed[count] === word)) next.add(count + 1);
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(fixed.length);
}
