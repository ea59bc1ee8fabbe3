// One page of the list for a query. Pure. A cursor is the place of the last row that was shown, so it holds while files come and go.
import { z } from "zod";
import type { CommandParams } from "../../../../shared/protocol/command";
import type { HiddenReason, ThreadOrigin } from "../../../../shared/protocol/thread";
import { CommandRefused } from "../../../runtime/errors";
import { compareThreads, type Row, type ThreadPlace } from "./listing";
import { parsedJson } from "./loose-json";

export type ListQuery = CommandParams<"thread/list">;

/** `hidden`, `origins`: counts over all pages, whatever words the query looks for. `nextCursor`: null at the end. */
export interface ListPage {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
  readonly hidden: Partial<Record<HiddenReason, number>>;
  readonly origins: Partial<Record<ThreadOrigin, number>>;
}

const DEFAULT_LIMIT = 50;
const Cursor = z.tuple([z.boolean(), z.number(), z.string()]);

/** Throws CommandRefused `invalidParams` for a cursor that was not given out here. */
export function listPage(all: readonly Row[], query: ListQuery): ListPage {
  const { limit = DEFAULT_LIMIT } = query;
  const after = query.cursor === undefined ? null : placeOfCursor(query.cursor);
  const shown = new Set(query.show ?? []);
  const hidden: Partial<Record<HiddenReason, number>> = {};
  const origins: Partial<Record<ThreadOrigin, number>> = {};
  const rows: Row[] = [];
  const matches = matcherOf(query);
  let hasMore = false;
  for (const row of all) {
    const { thread } = row;
    if (thread.archived !== (query.archived ?? false)) continue;
    const isOfSource = query.sources === undefined || query.sources.includes(thread.origin);
    if (thread.hidden !== undefined && !shown.has(thread.hidden)) {
      if (isOfSource) hidden[thread.hidden] = (hidden[thread.hidden] ?? 0) + 1;
      continue;
    }
    origins[thread.origin] = (origins[thread.origin] ?? 0) + 1;
    if (!isOfSource || !matches(row) || (after !== null && compareThreads(thread, after) <= 0)) continue;
    if (rows.length < limit) rows.push(row);
    else hasMore = true;
  }
  const last = rows.at(-1);
  return { rows, nextCursor: hasMore && last !== undefined ? cursorOf(last.thread) : null, hidden, origins };
}

/** Every word somewhere in name, preview or folder; `cwd` as a whole. */
function matcherOf({ query = "", cwd }: ListQuery): (row: Row) => boolean {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const folder = cwd === undefined ? null : withoutEnd(cwd);
  return ({ thread, haystack }) =>
    (folder === null || withoutEnd(thread.cwd) === folder) && words.every((word) => haystack.includes(word));
}

function withoutEnd(folder: string): string {
  return folder.length > 1 ? folder.replace(/[\\/]+$/, "") : folder;
}

function cursorOf({ pinned, updatedAtMs, id }: ThreadPlace): string {
  const place: z.infer<typeof Cursor> = [pinned, updatedAtMs, id];
  return Buffer.from(JSON.stringify(place)).toString("base64url");
}

function placeOfCursor(cursor: string): ThreadPlace {
  const parsed = Cursor.safeParse(parsedJson(Buffer.from(cursor, "base64url").toString("utf8")));
  if (!parsed.success)
    throw new CommandRefused("invalidParams", "this cursor is not one of the list's; ask for the first page again");
  const [pinned, updatedAtMs, id] = parsed.data;
  return { pinned, updatedAtMs, id };
}
