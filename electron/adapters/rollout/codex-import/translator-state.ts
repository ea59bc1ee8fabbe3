// What the translator knows between two records. Plain JSON and small: the index keeps it with every checkpoint.
import type { PlacedLine } from "./placed-line";
import type { UserInput } from "../../../../shared/protocol/user-input";
import type { ContentPart } from "../../../../shared/protocol/response-item";

/** Where a record stands and when it was written. */
export interface Origin {
  readonly offset: number;
  readonly line: number | null;
  readonly timestamp: string;
}

/** Words that may be a person's. `isSure`: the item says so itself. */
export interface HeldWords {
  readonly kind: "userItem" | "userTold";
  readonly at: Origin;
  readonly id?: string;
  readonly text: string;
  readonly input: UserInput[];
  readonly content: ContentPart[];
  readonly isSure?: boolean;
}

/** A message that waits: it may stand in a second line, and whether it is a person's is told by that line. */
export type Held =
  | HeldWords
  | { kind: "context"; at: Origin; id?: string; role: "user" | "developer"; content: ContentPart[] }
  | { kind: "answer"; at: Origin; text: string; phase?: "commentary" | "final_answer" }
  | { kind: "thought"; at: Origin; text: string }
  /** It waits for nothing itself: it stands behind what does. */
  | { kind: "line"; line: PlacedLine };

/** `kind`: what the output's text has to be read as. `isTold`: its outcome has been given out. */
export interface OpenCall {
  readonly id: string;
  readonly kind: "command" | "patch" | "other";
  readonly isCustom: boolean;
  readonly isTold: boolean;
}

export interface ForeignTurn {
  readonly id: string;
  /** Opened by a person's message, for files that do not tell their turns. */
  readonly isImplicit: boolean;
  readonly hasPerson: boolean;
  readonly hasAnswer: boolean;
}

export interface TranslatorState {
  /** A stretch that another program appended to a file of ours. */
  isForeign: boolean;
  hasHeader: boolean;
  turn: ForeignTurn | null;
  /** When the model or a tool was heard last: a turn whose end nobody tells has ended then, and not when the next one began. */
  heardAt: string;
  /** Events of this file tell a person's words, so an item without one is context. */
  tellsUsers: boolean;
  held: Held[];
  /** By the call's id in the file, in the order they began. */
  calls: (readonly [string, OpenCall])[];
  /** Hashes of ids that were used lately. */
  usedIds: number[];
  /** Hashes of calls that were closed lately: a second output of theirs is no orphan. */
  closedCalls: number[];
  /** Hashes of what was shown lately and may be told a second time. */
  shown: number[];
  /** Compactions whose event has not come yet. */
  untoldCompactions: number;
  /** Records with a lower ordinal are not this thread's to show. */
  hiddenBelow: number;
  /** Bytes that are nothing; at the end of a file they are no damage. */
  nulBytes: Origin | null;
  last: { offset: number; line: number | null; timestamp: string; count: number };
}

export function initialState(): TranslatorState {
  return {
    isForeign: false,
    hasHeader: false,
    turn: null,
    heardAt: "",
    tellsUsers: false,
    held: [],
    calls: [],
    usedIds: [],
    closedCalls: [],
    shown: [],
    untoldCompactions: 0,
    hiddenBelow: 0,
    nulBytes: null,
    last: { offset: -1, line: null, timestamp: "", count: 0 },
  };
}
