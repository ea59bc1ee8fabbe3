// The palette: what is asked, what has been found so far, and what can be chosen. Pure. Answers to older questions are dropped.
import type { CommandResult } from "../../shared/protocol/command";
import type { ThreadId } from "../../shared/protocol/ids";
import type { SearchHit } from "../../shared/protocol/past-session";
import type { Thread } from "../../shared/protocol/thread";
import { homePath, sessionTitle } from "../text/session-words";
import { folderName } from "../text/folder-name";

export type Range = readonly [start: number, end: number];

export interface TextFound {
  readonly hits: readonly SearchHit[];
  readonly threads: readonly Thread[];
  readonly isComplete: boolean;
  readonly hasMore: boolean;
}

export interface Palette {
  readonly query: string;
  /** Sessions whose title, first words or folder the runtime found; they are of `query` or empty. */
  readonly named: readonly Thread[];
  /** The last answer; `foundFor` says to which query. Null: none yet. */
  readonly found: TextFound | null;
  readonly foundFor: string;
  readonly isSearching: boolean;
  readonly problem: string | null;
}

export const EMPTY_PALETTE: Palette = { query: "", named: [], found: null, foundFor: "", isSearching: false, problem: null };

/** Each change of the words begins anew; what was found stays on screen until the next answer, unless nothing is asked any more. */
export function withQuery(palette: Palette, query: string): Palette {
  if (query.trim() === "") return { ...EMPTY_PALETTE, query };
  return { ...palette, query, named: [], problem: null };
}

type Asked = { readonly query: string };

/** Null: the answer is to a question that has changed since. */
export function withNamed(palette: Palette, { query }: Asked, threads: readonly Thread[]): Palette | null {
  return palette.query === query ? { ...palette, named: threads } : null;
}

export function withFound(palette: Palette, { query }: Asked, result: CommandResult<"thread/search">): Palette | null {
  if (palette.query !== query) return null;
  const { hits, threads, isComplete, nextCursor } = result;
  return { ...palette, found: { hits, threads, isComplete, hasMore: nextCursor !== null }, foundFor: query, problem: null };
}

export interface PaletteCommand {
  readonly id: string;
  readonly words: string;
}

export type PaletteOption =
  | { readonly type: "session"; readonly key: string; readonly thread: Thread; readonly ranges: readonly Range[] }
  | {
      readonly type: "hit";
      readonly key: string;
      readonly thread: Thread;
      readonly hit: SearchHit;
      /** The session is named above its first hit. */
      readonly isFirst: boolean;
    }
  | {
      readonly type: "command";
      readonly key: string;
      readonly id: string;
      readonly words: string;
      readonly ranges: readonly Range[];
    };

export interface PaletteGroup {
  readonly id: string;
  readonly name: string;
  readonly count: string;
  readonly options: readonly PaletteOption[];
}

const SESSIONS_SHOWN = 6;
const NAMED_SHOWN = 8;

export interface PaletteParts {
  readonly palette: Palette;
  /** The sessions of the sidebar. */
  readonly threads: readonly Thread[];
  readonly commands: readonly PaletteCommand[];
}

export function paletteGroups({ palette, threads, commands }: PaletteParts): PaletteGroup[] {
  const words = palette.query.trim();
  const isCommands = words.startsWith(">");
  const sought = isCommands ? words.slice(1).trim() : words;
  const groups =
    isCommands || sought === ""
      ? [isCommands ? null : recentGroup(threads), commandGroup(commands, sought)]
      : [namedGroup(palette, threads, sought), textGroup(palette), commandGroup(commands, sought)];
  return groups.filter((group) => group !== null && group.options.length > 0) as PaletteGroup[];
}

function recentGroup(threads: readonly Thread[]): PaletteGroup {
  const recent = threads
    .filter(({ hidden }) => hidden === undefined)
    .sort((a, b) => b.updatedAtMs - a.updatedAtMs)
    .slice(0, SESSIONS_SHOWN);
  return {
    id: "recent",
    name: "Recent sessions",
    count: "",
    options: recent.map((thread) => ({ type: "session", key: `session ${thread.id}`, thread, ranges: [] })),
  };
}

function namedGroup({ named }: Palette, threads: readonly Thread[], words: string): PaletteGroup {
  const known = new Map(named.map((thread) => [thread.id, thread] as const));
  for (const thread of threads) if (matchRanges(nameText(thread), words) !== null) known.set(thread.id, thread);
  const options = [...known.values()]
    .sort((a, b) => b.updatedAtMs - a.updatedAtMs)
    .slice(0, NAMED_SHOWN)
    .map((thread) => ({
      type: "session" as const,
      key: `session ${thread.id}`,
      thread,
      ranges: wordRanges(sessionTitle(thread), words),
    }));
  return { id: "sessions", name: "Sessions", count: "", options };
}

function textGroup({ found }: Palette): PaletteGroup | null {
  if (found === null) return null;
  const threads = new Map(found.threads.map((thread) => [thread.id, thread] as const));
  const bySession = new Map<ThreadId, SearchHit[]>();
  for (const hit of found.hits) {
    if (!threads.has(hit.threadId)) continue;
    const known = bySession.get(hit.threadId);
    if (known === undefined) bySession.set(hit.threadId, [hit]);
    else known.push(hit);
  }
  const options = Array.from(bySession, ([threadId, hits]) => {
    const thread = threads.get(threadId);
    return thread === undefined
      ? []
      : hits.map((hit, index) => ({
          type: "hit" as const,
          key: `hit ${threadId} ${hit.itemId} ${hit.field} ${hit.cursor}`,
          thread,
          hit,
          isFirst: index === 0,
        }));
  }).flat();
  const sessions = bySession.size === 1 ? "1 session" : `${bySession.size} sessions`;
  const hits = options.length === 1 ? "1 hit" : `${options.length}${found.hasMore ? " or more" : ""} hits`;
  return { id: "text", name: "In what was said and done", count: `${hits} in ${sessions}`, options };
}

function commandGroup(commands: readonly PaletteCommand[], words: string): PaletteGroup {
  const options = commands.flatMap(({ id, words: name }) => {
    const ranges = matchRanges(name, words);
    return ranges === null ? [] : [{ type: "command" as const, key: `command ${id}`, id, words: name, ranges }];
  });
  return { id: "commands", name: "Commands", count: "", options };
}

function nameText(thread: Thread): string {
  return `${sessionTitle(thread)} ${folderName(thread.cwd).name} ${homePath(thread.cwd)}`;
}

/** Where each of the words begins and ends in the text; null unless all of them are in it. */
export function matchRanges(text: string, words: string): Range[] | null {
  const sought = words.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = text.toLowerCase();
  return sought.every((word) => lower.includes(word)) ? wordRanges(text, words) : null;
}

/** The first place of each word that is in the text, in order, without overlaps. Where lower case has another length, none. */
export function wordRanges(text: string, words: string): Range[] {
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return [];
  return joinedRanges(
    words
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .flatMap((word): Range[] => {
        const at = lower.indexOf(word);
        return at === -1 ? [] : [[at, at + word.length]];
      }),
  );
}

/** In order, inside the text's length where given, without overlaps. */
export function joinedRanges(ranges: readonly Range[], length = Infinity): Range[] {
  const joined: Range[] = [];
  const sorted = ranges
    .map(([start, end]): Range => [Math.max(0, start), Math.min(end, length)])
    .filter(([start, end]) => start < end)
    .sort(([a], [b]) => a - b);
  for (const [start, end] of sorted) {
    const last = joined.at(-1);
    if (last !== undefined && start <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
    else joined.push([start, end]);
  }
  return joined;
}
