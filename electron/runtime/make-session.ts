// What a session is made of: of a thread that begins, nothing but its header; of one that is on disk, what its file says.
import type { ThreadId } from "../../shared/protocol/ids";
import type { LineBody } from "../../shared/protocol/rollout-line";
import type { Thread, ThreadChoice } from "../../shared/protocol/thread";
import { emptyThreadView, type ThreadView } from "../../shared/view/thread-view";
import { CommandRefused } from "./errors";
import { ItemProjection } from "./history/item-projection";
import { openTurn, type OpenTurn } from "./history/open-turn";
import { closingLines } from "./history/resume";
import type { ResumedThread } from "./history/thread-fold";
import { Transcript } from "./history/transcript";
import type { Folders } from "./ports/folders";
import type { RolloutStore, RolloutWriter } from "./ports/rollout-store";
import { Session, type SessionParts } from "./session";
import type { FactSources } from "./tools/approval-facts";
import { asPutNow } from "./tools/asked-again";
import { whyUnconfined } from "./tools/run-confinement";
import type { TurnSettings } from "./turn/turn-scope";

const ORIGINATOR = "counterfoil";

/** What all sessions of a program are given. */
export interface SessionSources extends Pick<
  SessionParts,
  "clock" | "ids" | "approvals" | "tools" | "permissions" | "workspace" | "publish"
> {
  readonly version: string;
  readonly settings: (choice: ThreadChoice) => Promise<TurnSettings>;
}

export interface NewThread {
  readonly id: ThreadId;
  readonly cwd: string;
  /** See RunContext. */
  readonly realCwd: string;
  readonly choice: ThreadChoice;
  readonly createdAtMs: number;
  readonly settings: TurnSettings;
}

export type StoredThread = NonNullable<Awaited<ReturnType<RolloutStore["open"]>>>;

/** What a thread begins from. `view`: of a file that was made but does not hold the header, else null. `seq`: number of its last event so far. */
export interface Beginning {
  readonly writer: RolloutWriter;
  readonly view: ThreadView | null;
  readonly seq: number;
}

/** A thread of which no line is on disk. */
export function newSession(thread: NewThread, { writer, view, seq }: Beginning, sources: SessionSources): Session {
  const { id, cwd, realCwd, choice, createdAtMs, settings } = thread;
  return new Session({
    ...sources,
    thread: { id, path: writer.path, cwd, ...ownChoice(choice), createdAtMs, source: ORIGINATOR },
    realCwd,
    writer,
    transcript: new Transcript(),
    projection: new ItemProjection(),
    view: view ?? emptyThreadView(),
    olderCursor: null,
    isArchived: false,
    acceptedBy: new Map(),
    opening: [header(thread, sources)],
    openTurn: null,
    initialSettings: settings,
    settings: () => sources.settings(choice),
    updatedAtMs: createdAtMs,
    seq,
  });
}

/** `before`: the session that the thread has had in this program until now. */
export interface Resuming {
  readonly id: ThreadId;
  readonly resumed: ResumedThread;
  readonly before: { readonly seq: number; readonly realCwd: string } | null;
}

/** Throws CommandRefused where the file has no header. */
export async function resumedSession(
  { writer, rollout }: StoredThread,
  { id, resumed, before }: Resuming,
  sources: SessionSources & { readonly folders: Folders },
): Promise<Session> {
  const { meta } = resumed;
  if (meta === null) throw new CommandRefused("notARollout", `${rollout.path} does not start with a session's header`);
  const choice = meta.cf_choice ?? {};
  const initialSettings = await sources.settings(choice);
  // Where another process writes, it is the one that is answered.
  const left = rollout.lockedByOther ? null : openTurn(resumed);
  return new Session({
    ...sources,
    thread: {
      id,
      path: rollout.path,
      cwd: meta.cwd,
      ...ownChoice(choice),
      createdAtMs: resumed.createdAtMs,
      source: meta.originator,
    },
    realCwd: before?.realCwd ?? (await sources.folders.realPath(meta.cwd)),
    writer,
    transcript: resumed.transcript,
    projection: resumed.projection,
    view: resumed.view,
    olderCursor: resumed.olderCursor,
    isArchived: rollout.isArchived,
    acceptedBy: resumed.acceptedBy,
    opening: closingLines(resumed, sources.ids),
    openTurn: left === null ? null : await askingNow(left, { ...sources, ...initialSettings }),
    initialSettings,
    settings: () => sources.settings(choice),
    updatedAtMs: rollout.updatedAtMs,
    // A gap tells clients of the old session that they must look again.
    seq: before === null ? 0 : before.seq + 1,
  });
}

function ownChoice(choice: ThreadChoice): Pick<Thread, "choice"> {
  return isEmpty(choice) ? {} : { choice };
}

function isEmpty(choice: ThreadChoice): boolean {
  return Object.keys(choice).length === 0;
}

/** Its questions as they are put again: about what would run now. */
async function askingNow(left: OpenTurn, sources: Pick<FactSources, "sandbox" | "permissions">): Promise<OpenTurn> {
  const now = { mode: sources.sandbox.mode, unconfined: await whyUnconfined(sources) };
  const calls = left.calls.map((call) => (call.asked === null ? call : { ...call, asked: asPutNow(call.asked, now) }));
  return { ...left, calls };
}

function header({ id, cwd, choice, createdAtMs, settings }: NewThread, { clock, version }: SessionSources): LineBody {
  return {
    type: "session_meta",
    payload: {
      id,
      timestamp: clock.iso(createdAtMs),
      cwd,
      originator: ORIGINATOR,
      cli_version: version,
      source: "unknown",
      model_provider: settings.client.provider,
      history_mode: "legacy",
      ...(isEmpty(choice) ? {} : { cf_choice: choice }),
    },
  };
}
