// Commands that read a thread: from its live session where there is one, else from its file by pages. Apart because the choice is made here alone.
import type { CommandParams, CommandResult, ItemPage, OutputDeferral } from "../../shared/protocol/command";
import type { ThreadId, TurnId } from "../../shared/protocol/ids";
import type { SessionTarget } from "../../shared/protocol/past-session";
import type { Thread, Turn } from "../../shared/protocol/thread";
import { isOpen, type TurnItem } from "../../shared/protocol/turn-item";
import { CommandRefused } from "../runtime/errors";
import type { PastPageQuery, SessionFile } from "../runtime/ports/past-sessions";
import type { SessionList } from "../runtime/ports/session-catalog";
import type { OpenThread } from "../runtime/session-manager";
import type { HubClient } from "./event-hub";
import type { Handlers, RouterParts } from "./handlers";
import { itemPage, lineOf } from "./item-page";
import { LocatedFiles } from "./located-files";

type ReadingMethod = "thread/resume" | "thread/read" | "thread/items/list" | "thread/list" | "thread/search";
export type ReadingParts = Pick<RouterParts, "sessions" | "past" | "catalog" | "search" | "desk" | "readOnly">;

/** `thread/read` gives out no more items than this at once; who wants them all reads by pages. */
const MAX_READ_ITEMS = 20_000;
const PAGE = 200;

export function createThreadReading(parts: ReadingParts): Pick<Handlers, ReadingMethod> {
  const { sessions, past, catalog, search, desk } = parts;
  const files = new LocatedFiles((threadId) => catalog.locate({ threadId }));
  return {
    "thread/resume": async ({ deferOutput, ...target }, client) => {
      const found = await find(parts, target);
      const joined = (open: OpenThread): Promise<Resumed> => joinLive(parts, { open, client, deferOutput });
      if (found.type === "live") return joined(found.open);
      const { file } = found;
      const [thread, opened] = await Promise.all([catalog.thread(file), past.open(file, deferOutput)]);
      if (file.origin === "own" && !parts.readOnly && !thread.readOnly && hasOpenQuestion(opened.page))
        return joined(await sessions.open(file.threadId));
      client.subscribe(found.threadId);
      desk.repeat(found.threadId, client);
      return { thread, seq: 0, readOnly: thread.readOnly, ...opened, repairs: [...opened.repairs] };
    },
    "thread/read": async ({ threadId, includeItems }) => {
      const found = await find(parts, { threadId });
      if (found.type === "live") {
        const { session, readOnly } = found.open;
        const known = await threadIfThere(parts, threadId);
        const content = includeItems === true ? await liveContent(parts, found.open) : {};
        const { seq, queue, view } = session;
        return {
          thread: asListed(known, session.thread(readOnly)),
          ...content,
          seq,
          queue: queue.state,
          tokenUsage: view.tokens,
        };
      }
      const [thread, { queue, tokenUsage }] = await Promise.all([catalog.thread(found.file), past.open(found.file)]);
      const content = includeItems === true ? await allItems(parts, found.file) : {};
      return { thread, ...content, seq: 0, queue, tokenUsage };
    },
    "thread/items/list": async ({ threadId, ...query }) => {
      if (sessions.isLive(threadId)) return livePage(parts, await sessions.open(threadId), query);
      return files.read(threadId, async (file) => {
        const found = await ofFile(parts, file);
        return found.type === "live" ? livePage(parts, found.open, query) : past.page(file, query);
      });
    },
    "thread/list": async (query, client) => {
      client.hearsList = true;
      const list = await catalog.list(query);
      const live = new Map((await sessions.liveThreads()).map((thread) => [thread.id, thread]));
      const threads = list.threads.map((thread) => withLive(thread, live.get(thread.id)));
      return { ...list, threads: [...unlisted(live, { ...list, query }), ...threads] };
    },
    "thread/search": async ({ query, cursor, limit = 50 }) => {
      const { hits, ...rest } = await search.search({ query, limit, ...(cursor === undefined ? {} : { cursor }) });
      const ids = [...new Set(hits.map(({ threadId }) => threadId))];
      const threads = await Promise.all(ids.map((threadId) => threadIfThere(parts, threadId)));
      const known = threads.filter((thread) => thread !== null);
      const shown = new Set(known.map(({ id }) => id));
      return { hits: hits.filter(({ threadId }) => shown.has(threadId)), threads: known, ...rest };
    },
  };
}

type Found =
  | { readonly type: "live"; readonly threadId: ThreadId; readonly open: OpenThread }
  | { readonly type: "file"; readonly threadId: ThreadId; readonly file: SessionFile };

/** A thread that is live here has facts that its file does not have yet: an answer that streams, a command that runs. */
async function find(parts: ReadingParts, target: SessionTarget): Promise<Found> {
  const { sessions, catalog } = parts;
  if ("threadId" in target && sessions.isLive(target.threadId)) {
    const { threadId } = target;
    return { type: "live", threadId, open: await sessions.open(threadId) };
  }
  return ofFile(parts, await catalog.locate(target));
}

async function ofFile({ sessions }: ReadingParts, file: SessionFile): Promise<Found> {
  const { threadId } = file;
  if (file.origin === "own" && sessions.isLive(threadId)) return { type: "live", threadId, open: await sessions.open(threadId) };
  return { type: "file", threadId, file };
}

type Resumed = CommandResult<"thread/resume">;

interface Joining {
  readonly open: OpenThread;
  readonly client: HubClient;
  readonly deferOutput: OutputDeferral | undefined;
}

/** A question from before a restart is put again; every client that joins gets the open ones. */
async function joinLive(parts: ReadingParts, { open, client, deferOutput }: Joining): Promise<Resumed> {
  const { id } = open.session;
  if (!parts.readOnly) open.session.putQuestions();
  client.subscribe(id);
  parts.desk.repeat(id, client);
  return resumedLive(parts, open, deferOutput);
}

/** Such a question is among the newest items: nothing but the calls of its own step stands behind it. */
function hasOpenQuestion({ items }: ItemPage): boolean {
  return items.some((item) => item.type === "approval" && isOpen(item));
}

async function resumedLive(parts: ReadingParts, open: OpenThread, deferOutput: OutputDeferral | undefined): Promise<Resumed> {
  const { session, readOnly, repairs } = open;
  const known = await threadIfThere(parts, session.id);
  // What is told from here on follows this snapshot: nothing is awaited between the parts of it.
  const live = session.thread(readOnly);
  return {
    thread: asListed(known, live),
    page: itemPage(session.view, { direction: "backward", olderCursor: session.olderCursor, deferOutput }),
    seq: session.seq,
    readOnly,
    repairs: [...repairs],
    queue: session.queue.state,
    tokenUsage: session.view.tokens,
    index: { bytes: 0, totalBytes: 0 },
  };
}

/** A page in front of what the session holds comes from its file. */
async function livePage(parts: ReadingParts, { session }: OpenThread, query: PastPageQuery): Promise<ItemPage> {
  const { cursor } = query;
  const first = session.view.items.find((item) => item.line !== undefined)?.line;
  const line = cursor === undefined ? null : /^line:(\d+)$/.exec(cursor)?.[1];
  const isFileCursor = line === undefined || cursor === session.olderCursor;
  const isInFront = line !== null && first !== undefined && Number(line) < first;
  const fromStart = cursor === undefined && query.direction === "forward" && session.olderCursor !== null;
  if (isFileCursor || isInFront || fromStart) return parts.past.page(await parts.catalog.locate({ threadId: session.id }), query);
  return itemPage(session.view, { ...query, olderCursor: session.olderCursor });
}

async function liveContent(parts: ReadingParts, open: OpenThread): Promise<Pick<ItemPage, "items" | "turns">> {
  const { session } = open;
  const { olderCursor } = session;
  if (olderCursor === null) return { items: [...session.view.items], turns: [...session.view.turns] };
  const older = await allItems(parts, await parts.catalog.locate({ threadId: session.id }), lineOf(olderCursor));
  const known = new Set(session.view.turns.map(({ id }) => id));
  return {
    items: [...older.items, ...session.view.items],
    turns: [...older.turns.filter(({ id }) => !known.has(id)), ...session.view.turns],
  };
}

/** Everything in front of that line, in file order and numbered: whoever wants it all waits until all is read. */
async function allItems(
  { past }: ReadingParts,
  file: SessionFile,
  beforeLine = Number.POSITIVE_INFINITY,
): Promise<Pick<ItemPage, "items" | "turns">> {
  const items: TurnItem[] = [];
  const turns = new Map<TurnId, Turn>();
  let cursor: string | null = "line:1";
  while (cursor !== null && items.length < MAX_READ_ITEMS) {
    const page: ItemPage = await past.page(file, { direction: "forward", limit: PAGE, cursor });
    const wanted = page.items.filter(({ line = 0 }) => line < beforeLine);
    items.push(...wanted);
    for (const turn of page.turns) if ((turn.line ?? 0) < beforeLine) turns.set(turn.id, turn);
    cursor = wanted.length < page.items.length ? null : page.nextCursor;
  }
  if (cursor !== null)
    throw new CommandRefused("invalidParams", `it has more than ${MAX_READ_ITEMS} items; read them by thread/items/list`);
  return { items, turns: [...turns.values()] };
}

async function threadIfThere({ catalog, sessions }: ReadingParts, threadId: ThreadId): Promise<Thread | null> {
  try {
    const thread = await catalog.thread(await catalog.locate({ threadId }));
    return withLive(
      thread,
      (await sessions.liveThreads()).find(({ id }) => id === threadId),
    );
  } catch (error) {
    // A new thread has no file yet, and a file that was found by the search may be gone by now.
    if (error instanceof CommandRefused) return null;
    throw error;
  }
}

/** What the list knows of a live thread besides: whether it is pinned, how large its file is. */
function asListed(known: Thread | null, live: Thread): Thread {
  return known === null ? live : withLive(known, live);
}

function withLive(listed: Thread, live: Thread | undefined): Thread {
  if (live === undefined) return listed;
  const { archived, pinned } = listed;
  return { ...listed, ...live, archived, pinned, preview: live.preview === "" ? listed.preview : live.preview };
}

/** Live threads whose file the catalog has not met yet stand in front of the first page; what belongs on a later one has been met. */
function unlisted(
  live: ReadonlyMap<ThreadId, Thread>,
  { threads, nextCursor, query }: Pick<SessionList, "threads" | "nextCursor"> & { readonly query: CommandParams<"thread/list"> },
): Thread[] {
  const isFirstPage = query.cursor === undefined;
  const isFiltered =
    query.archived === true || query.query !== undefined || query.cwd !== undefined || query.sources !== undefined;
  if (!isFirstPage || isFiltered) return [];
  const listed = new Set(threads.map(({ id }) => id));
  const last = threads.at(-1);
  const isOfThisPage = ({ updatedAtMs }: Thread): boolean =>
    nextCursor === null || last === undefined || (!last.pinned && updatedAtMs >= last.updatedAtMs);
  return [...live.values()].filter((thread) => !listed.has(thread.id) && thread.preview !== "" && isOfThisPage(thread));
}
