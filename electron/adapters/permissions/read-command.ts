// The reader of command lines: what bash would run, or why that is not certain. It never throws and answers quickly, whatever the text.
import type { CommandReading } from "../../runtime/ports/permissions";
import { hidesCharacters } from "../../runtime/tools/invisible-characters";
import { seeCommands } from "./command-walk";

/** Characters. Longer ones take more time than a person waits for; they are asked about. */
const MAX_LENGTH = 16_000;

/** bash joins lines before it reads words: `$`, a broken line and a name are a variable. Behind a blank nothing can come of it. */
const BROKEN_WORD = /(^|[^\s\\])\\\n/;

/** How many reasons are told. */
const MAX_REASONS = 3;

/** `shell`: absolute path of the shell that runs commands. Other shells than bash, so those of Windows too, are not read at all. */
export function createCommandReader(shell: string): (command: string) => CommandReading {
  const isBash = /(^|\/)bash$/.test(shell);
  return (command) =>
    isBash ? readBash(command) : unclear("only bash's commands are taken apart, and this machine runs another shell");
}

function readBash(command: string): CommandReading {
  if (command.length > MAX_LENGTH) return unclear(`it is longer than ${MAX_LENGTH} characters`);
  try {
    const { segments, doubts, hidesCommands } = seeCommands(command);
    const isDisguised = BROKEN_WORD.test(command) || hidesCharacters(command);
    if (BROKEN_WORD.test(command)) doubts.add("a line is broken within a word");
    if (hidesCharacters(command)) doubts.add("it holds characters that cannot be seen");
    if (doubts.size === 0) return { type: "understood", segments };
    const why = [...doubts].slice(0, MAX_REASONS).join("; ");
    return { type: "unclear", why, segments, hidesCommands: hidesCommands || isDisguised };
  } catch (error) {
    return unclear(error instanceof RangeError ? "it is nested too deeply" : "it cannot be taken apart");
  }
}

function unclear(why: string): CommandReading {
  return { type: "unclear", why, segments: [], hidesCommands: true };
}
