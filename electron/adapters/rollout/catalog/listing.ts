// Everything that is known of the files → the rows of the list, in its order. Pure; made anew when something has changed.
import type { HiddenReason, Thread } from "../../../../shared/protocol/thread";
import { classify, type ReadFile, treeOf } from "./classify";
import type { LastTurn, SessionFacts } from "./file-facts";
import { type FoundFile, idOfForeignFile, type NotFound } from "./find-files";
import { createdAtOfId } from "./rollout-name";
import { codexHomeOf } from "./session-places";

/** `haystack`: what a query is looked for in. `lastTurn`, `isAsking`: as the file tells; whether an open turn still runs is asked when the row is shown. */
export interface Row {
  readonly thread: Thread;
  readonly haystack: string;
  readonly lastTurn: LastTurn | null;
  readonly isAsking: boolean;
}

export interface ListingParts {
  readonly files: readonly ReadFile[];
  readonly unreadable: readonly NotFound[];
  readonly pins: ReadonlySet<string>;
  /** Of the Codex home that a file belongs to, by the id in its header. */
  readonly names: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const MAX_BASES = 32;

/** Pinned first, then newest first. */
export function listing({ files, unreadable, pins, names }: ListingParts): Row[] {
  const hidden = classify(files);
  const previews = new Previews(files);
  const rows = files.map(({ file, facts }): Row => {
    const reason = hidden.get(file.path);
    if (facts.kind === "broken") return brokenRow(file, facts.reason, facts.problem);
    const id = reason === "duplicate" ? idOfForeignFile(file.path) : file.threadId;
    const name = namesOf(file, names)?.get(facts.sessionId ?? "") ?? facts.name;
    const preview = previews.of({ file, facts });
    return {
      thread: {
        ...threadOf(file, facts),
        id,
        preview,
        ...placeOf(file, id),
        ...(name === null ? {} : { name }),
        ...hiddenOf(reason),
        pinned: pins.has(id),
      },
      haystack: `${name ?? ""}\n${preview}\n${facts.cwd}`.toLowerCase(),
      lastTurn: facts.lastTurn,
      isAsking: facts.isAsking,
    };
  });
  const lost = unreadable.map(({ path, problem }) => lostRow(path, problem));
  return [...rows, ...lost].sort((one, other) => compareThreads(one.thread, other.thread));
}

/** The order of the list. */
export function compareThreads(one: ThreadPlace, other: ThreadPlace): number {
  return (
    Number(other.pinned) - Number(one.pinned) ||
    other.updatedAtMs - one.updatedAtMs ||
    (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
  );
}

export interface ThreadPlace {
  readonly pinned: boolean;
  readonly updatedAtMs: number;
  readonly id: string;
}

/** The first words of a session that continues another by reference stand in that one. */
class Previews {
  readonly #byRollout = new Map<string, ReadFile>();

  constructor(files: readonly ReadFile[]) {
    for (const read of files) {
      const id = read.file.name.segmentId ?? read.file.name.threadId;
      if (id !== null) this.#byRollout.set(keyOf(read.file, id), read);
    }
  }

  of(read: ReadFile): string {
    let preview = "";
    let at: ReadFile | undefined = read;
    for (let depth = 0; depth < MAX_BASES && at?.facts.kind === "session"; depth += 1) {
      if (at.facts.preview !== "") preview = at.facts.preview;
      at = at.facts.baseId === null ? undefined : this.#byRollout.get(keyOf(at.file, at.facts.baseId));
    }
    return preview;
  }
}

function keyOf(file: FoundFile, rolloutId: string): string {
  return `${treeOf(file.path)}\n${rolloutId.toLowerCase()}`;
}

function namesOf(file: FoundFile, names: ListingParts["names"]): ReadonlyMap<string, string> | undefined {
  return file.place.origin === "own" ? undefined : names.get(codexHomeOf(file.path)?.home ?? "");
}

function threadOf(file: FoundFile, facts: SessionFacts): Omit<Thread, "id" | "preview" | "origin" | "readOnly" | "pinned"> {
  const { sessionId, forkedFromId, parentThreadId, totalTokens, cwd, provider, model, source, sourceVersion } = facts;
  return {
    ...diskFacts(file),
    ...{ cwd, provider, model, source },
    ...(facts.approvalPolicy === null ? {} : { approvalPolicy: facts.approvalPolicy }),
    ...(facts.choice === null || file.place.origin !== "own" ? {} : { choice: facts.choice }),
    ...(sourceVersion === null ? {} : { sourceVersion }),
    createdAtMs: facts.createdAtMs ?? createdAtOfName(file),
    ...(sessionId === null || file.place.origin === "own" ? {} : { sessionId }),
    ...(forkedFromId === null ? {} : { forkedFromId }),
    ...(parentThreadId === null ? {} : { parentThreadId }),
    ...(totalTokens === null ? {} : { totalTokens }),
    ...(facts.lastTurn === null ? {} : { lastTurn: facts.lastTurn === "started" ? "interrupted" : facts.lastTurn }),
  };
}

function brokenRow(file: FoundFile, reason: HiddenReason, problem: string): Row {
  const id = file.threadId;
  return rowWithout({
    ...nothingKnown,
    ...diskFacts(file),
    id,
    ...placeOf(file, id),
    createdAtMs: createdAtOfName(file),
    hidden: reason,
    problem,
  });
}

function lostRow(path: string, problem: string): Row {
  const isArchived = codexHomeOf(path)?.isArchived === true;
  return rowWithout({ ...nothingKnown, id: idOfForeignFile(path), path, archived: isArchived, hidden: "unreadable", problem });
}

function rowWithout(thread: Thread): Row {
  return { thread, haystack: thread.path.toLowerCase(), lastTurn: null, isAsking: false };
}

const nothingKnown = {
  cwd: "",
  preview: "",
  provider: "",
  model: "",
  source: "",
  approvalPolicy: "onRequest",
  status: { type: "idle" },
  createdAtMs: 0,
  updatedAtMs: 0,
  origin: "root",
  readOnly: true,
  pinned: false,
} as const;

function diskFacts(file: FoundFile) {
  return {
    path: file.path,
    updatedAtMs: file.updatedAtMs,
    sizeBytes: file.size,
    archived: codexHomeOf(file.path)?.isArchived === true,
    approvalPolicy: "onRequest",
    status: { type: "idle" },
  } as const;
}

/** A file among our own that has no id of its own there (no id in its name, a copy) is read like anybody else's. */
function placeOf(file: FoundFile, id: string): Pick<Thread, "origin" | "readOnly"> {
  const isOwn = file.place.origin === "own" && !id.startsWith("file-");
  return { origin: isOwn ? "own" : file.place.origin === "file" ? "file" : "root", readOnly: !isOwn };
}

function hiddenOf(reason: HiddenReason | undefined): Pick<Thread, "hidden"> {
  return reason === undefined ? {} : { hidden: reason };
}

/** A name's time is of no known zone: its day at noon is right within half a day anywhere, and never later than the last write. */
function createdAtOfName({ name, updatedAtMs }: FoundFile): number {
  const day = name.date === null ? Number.NaN : Date.parse(`${name.date}T12:00:00Z`);
  const fromId = createdAtOfId(name.segmentId ?? name.threadId);
  return Math.min(fromId ?? (Number.isNaN(day) ? updatedAtMs : day), updatedAtMs);
}
