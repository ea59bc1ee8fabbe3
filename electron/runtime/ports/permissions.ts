// What the outside tells about commands before they run: what they are made of, what the person has settled in advance, and whether the sandbox holds.
import type { CommandRule, SandboxState } from "../../../shared/protocol/permission";
import type { SandboxMode } from "../../../shared/protocol/thread";
import type { Guard } from "./guard";

/** A word of a command as the shell would take it, quotes removed; null: what it is, is known only when it runs. */
export type CommandWord = string | null;

/** Where a `cd`, or an option of a program, leads from the folder that a command line begins in, or from `/` on. Null: that is known only when it runs. */
export type CommandWay = string | null;

/** One simple command within a command line. */
export interface CommandSegment {
  /** Its name and arguments; never empty, and the name is known. */
  readonly words: readonly [string, ...CommandWord[]];
  /** It writes somewhere by redirection, or is given variables of its own. */
  readonly hasSideEffects: boolean;
  /** It runs what it is given: an interpreter, a runner of other commands. It can never be always allowed. */
  readonly isRunner: boolean;
  /** Where it may run as well, because of a `cd` in front of it, or an option of its own such as `git -C`. Absent: nowhere else. */
  readonly elsewhere?: readonly CommandWay[];
}

/**
 * A command line, taken apart: every simple command of `;`, `&&`, `||`, `|`, `&`, newlines, groups, loops, `$( )`, backticks and `<( )`. `unclear`: not
 * everything is understood, in words for the person; `segments` are what was seen all the same. `hidesCommands`: others may run besides, or these
 * somewhere else, in any folder.
 */
export type CommandReading =
  | { readonly type: "understood"; readonly segments: readonly CommandSegment[] }
  | {
      readonly type: "unclear";
      readonly why: string;
      readonly segments: readonly CommandSegment[];
      readonly hidesCommands?: boolean;
    };

export interface Permissions {
  /** Pure. */
  readonly readCommand: (command: string) => CommandReading;
  /**
   * Of the folder and those above it, as they are now. `way`: of the folder that a `cd` leads to from there; null: whatever is denied anywhere. Rejects with
   * words when they cannot be read: then nothing is allowed by a rule, and nobody knows what is denied.
   */
  readonly rulesFor: (folder: string, way?: CommandWay) => Promise<readonly CommandRule[]>;
  /** Probed once; never rejects. */
  readonly sandboxState: (mode: SandboxMode) => Promise<SandboxState>;
  readonly guards: readonly Guard[];
}
