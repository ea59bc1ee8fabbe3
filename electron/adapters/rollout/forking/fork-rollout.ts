// A session of any era → a new one of ours with its history: read and written in one pass, so that neither is ever in memory as a whole.
import { homedir } from "node:os";
import { asciiJson, encodeLine, lineOf, type LinePayload, type RolloutLine } from "../../../../shared/protocol/rollout-line";
import { CommandRefused } from "../../../runtime/errors";
import { parseTimestamp } from "../../../runtime/history/timestamp";
import type { ForkOrder } from "../../../runtime/ports/past-sessions";
import { LineTranslator } from "../codex-import/line-translator";
import { fields, given, text } from "../codex-import/foreign-value";
import type { PlacedLine } from "../codex-import/placed-line";
import { type OpenedSource, openSource, type OpenSourceParts } from "../reading/open-source";
import { scanRecords } from "../reading/record-scanner";
import { isUuid } from "../rollout-path";
import { ForkFile } from "./fork-file";
import { ForkFold } from "./fork-fold";
import type { ForkedBody } from "./fork-turns";

const ORIGINATOR = "counterfoil";
const SEARCHED_LINES = 200;

/** Throws CommandRefused `notARollout`, `invalidParams` (no such turn) and StorageError `io`; nothing is left at `order.path` then. */
export async function forkRollout(order: ForkOrder, parts: OpenSourceParts): Promise<void> {
  const source = await openSource(order.source.path, parts);
  try {
    const file = await ForkFile.make(order.path);
    try {
      await writeFork(order, source, file);
      await file.finish();
    } finally {
      await file.discard();
    }
  } finally {
    await source.close();
  }
}

async function writeFork(order: ForkOrder, source: OpenedSource, file: ForkFile): Promise<void> {
  const { threadId, path, throughTurnId = null } = order;
  const fold = new ForkFold({ threadId, path, throughTurnId });
  const write = lineWriter(file, iso(order.createdAtMs));
  await write({ type: "session_meta", payload: await header(order, source) }, null);
  for await (const { entry } of linesOf(source)) {
    for (const body of fold.take(entry)) await write(body, entry.timestamp);
    if (fold.isDone) break;
  }
  for (const body of fold.end()) await write(body, null);
  if (throughTurnId !== null && !fold.isDone)
    throw new CommandRefused("invalidParams", `There is no turn ${throughTurnId} in this session.`);
}

async function* linesOf(source: OpenedSource): AsyncGenerator<PlacedLine> {
  const translator = new LineTranslator({ era: source.era });
  for await (const batch of scanRecords(source, { offset: 0, line: 1 })) {
    for (const record of batch) yield* translator.apply(record);
  }
  yield* translator.end();
}

type WriteLine = (body: ForkedBody, timestamp: string | null) => Promise<void>;

/** A line without a time of its own has that of the line before. */
function lineWriter(file: ForkFile, createdAt: string): WriteLine {
  let last = createdAt;
  return async (body, timestamp) => {
    last = normalTime(timestamp) ?? last;
    if (body.type === "unknown") return file.write(unknownText(body.json, { lineType: body.lineType, timestamp: last }));
    const line: RolloutLine = { ...body, timestamp: last };
    const { text } = encodeLine(line);
    if (line.type !== "compacted" || line.payload.replacement_history === undefined) return file.write(text);
    const { replacement_history: _window, ...rest } = line.payload;
    return file.write(text, encodeLine({ ...line, payload: rest }).text);
  };
}

/** As our own lines have it, so that they are found quickly; null: none that can be read. */
function normalTime(timestamp: string | null): string | null {
  const atMs = timestamp === null ? 0 : parseTimestamp(timestamp) || Date.parse(timestamp) || 0;
  return atMs === 0 ? null : iso(atMs);
}

/** A record of no kind that this version knows stays as it is, in an envelope. */
function unknownText(json: string, { lineType, timestamp }: { readonly lineType: string; readonly timestamp: string }): string {
  const value: unknown = JSON.parse(json);
  const isEnvelope = typeof value === "object" && value !== null && "type" in value && "payload" in value;
  const { type, payload } = isEnvelope ? value : { type: lineType, payload: value };
  return asciiJson({ timestamp, type: typeof type === "string" ? type : lineType, payload }).text;
}

async function header(order: ForkOrder, source: OpenedSource): Promise<LinePayload<"session_meta">> {
  const { source: from, threadId, throughTurnId, createdAtMs, version } = order;
  const entry = source.header === null ? null : lineOf(source.header.record, () => "");
  const meta = entry?.type === "session_meta" ? entry.payload : null;
  const isOwn = source.era === "own";
  return {
    id: threadId,
    timestamp: iso(createdAtMs),
    cwd: (meta?.cwd ?? "") || (await firstFolder(source)) || homedir(),
    originator: ORIGINATOR,
    cli_version: version,
    source: "unknown",
    ...(meta?.model_provider === undefined ? {} : { model_provider: meta.model_provider }),
    history_mode: "legacy",
    ...(isOwn && meta?.cf_choice !== undefined ? { cf_choice: meta.cf_choice } : {}),
    ...given("forked_from_id", [idIn(source), from.threadId].find(isUuid)),
    cf_fork: { path: from.path, threadId: from.threadId, ...(throughTurnId === undefined ? {} : { throughTurnId }) },
  };
}

/** As the source's header tells it, of whatever year that is. */
function idIn({ header }: OpenedSource): string {
  return text(fields(header?.payload)["id"]) ?? "";
}

/** Headers of 2025 do not say where the session works; its first turn does. Empty: nothing says it. */
async function firstFolder(source: OpenedSource): Promise<string> {
  let looked = 0;
  for await (const { entry } of linesOf(source)) {
    if ((entry.type === "turn_context" || entry.type === "session_meta") && entry.payload.cwd !== "") return entry.payload.cwd;
    looked += 1;
    if (looked > SEARCHED_LINES) break;
  }
  return "";
}

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
