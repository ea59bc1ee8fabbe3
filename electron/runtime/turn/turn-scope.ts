// Everything one Turn works with, frozen at its start (runtime.md §1). Handed down the turn's functions instead of a long list of arguments.
import type { ThreadEvent } from "../../../shared/protocol/event";
import type { ThreadId, TurnId } from "../../../shared/protocol/ids";
import type { SandboxChoice } from "../../../shared/protocol/permission";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { SteerMode } from "../../../shared/protocol/settings";
import type { ApprovalPolicy, TokenCounts, ToolDispatch } from "../../../shared/protocol/thread";
import type { InputProjection } from "../history/input-projection";
import type { Transcript } from "../history/transcript";
import type { InputQueue } from "../input/input-queue";
import type { Approvals } from "../ports/approvals";
import type { Clock } from "../ports/clock";
import type { HookPlace, Hooks } from "../ports/hooks";
import type { IdSource } from "../ports/id-source";
import type { ModelClient } from "../ports/model-client";
import type { Permissions } from "../ports/permissions";
import type { WorkspaceContext } from "../ports/workspace-context";
import type { RunningCalls } from "../tools/running-calls";
import type { ToolRegistry } from "../tools/tool-registry";
import type { RefusedParts } from "./refused-parts";
import type { TimeReminder } from "./time-reminder";

/** What the settings give a Turn. */
export interface TurnSettings {
  readonly client: ModelClient;
  readonly model: string;
  readonly policy: ApprovalPolicy;
  readonly sandbox: SandboxChoice;
  /** Milliseconds; null: a question waits for as long as it takes. */
  readonly approvalTimeoutMs: number | null;
  readonly dispatch: ToolDispatch;
  readonly steerMode: SteerMode;
  readonly hooks: Hooks;
  /** Tokens; null: only the model's own window counts. */
  readonly autoCompactTokenLimit: number | null;
  /** Null: the model is not told the time by itself. */
  readonly reminderSeconds: number | null;
  /** What a person should put right in the settings; null: nothing. */
  readonly problem: string | null;
}

export interface TurnScope extends TurnSettings {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly cwd: string;
  /** See RunContext. */
  readonly realCwd: string;
  readonly instructions: string;
  readonly tools: ToolRegistry;
  readonly approvals: Approvals;
  readonly permissions: Permissions;
  readonly workspace: WorkspaceContext;
  /** What the person was told of the workspace in this session, so that it is told once. */
  readonly toldProblems: Set<string>;
  readonly grants: Set<string>;
  readonly running: RunningCalls;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly transcript: Transcript;
  readonly inputs: InputProjection;
  readonly queue: InputQueue;
  readonly hookPlace: HookPlace;
  readonly refusedParts: RefusedParts;
  readonly timeReminder: TimeReminder;
  /** The model has asked for a new context window; taken back when it was made. */
  readonly newContext: { isWanted: boolean };
  /** Tokens of the thread so far, as reported; undefined before the first report. */
  readonly totalTokens: () => TokenCounts | undefined;
  /** Aborts when the person stops the turn or the rollout cannot be written. */
  readonly signal: AbortSignal;
  readonly interrupt: () => void;
  /** Through the thread's recorder, and only while this turn lives: a late run writes nothing into the next one. Throws StorageError. */
  readonly record: (lines: readonly LineBody[], options?: { readonly barrier: boolean }) => Promise<void>;
  /** For facts that have no line: deltas, retries. */
  readonly emit: (event: ThreadEvent) => void;
}
