// Everything one Turn works with, frozen at its start (runtime.md §1). Handed down the turn's functions instead of a long list of arguments.
import type { ThreadEvent } from "../../../shared/protocol/event";
import type { ThreadId, TurnId } from "../../../shared/protocol/ids";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { ApprovalPolicy, TokenCounts } from "../../../shared/protocol/thread";
import type { Transcript } from "../history/transcript";
import type { InputQueue } from "../input/input-queue";
import type { Approvals } from "../ports/approvals";
import type { Clock } from "../ports/clock";
import type { IdSource } from "../ports/id-source";
import type { ModelClient } from "../ports/model-client";
import type { ToolRegistry } from "../tools/tool-registry";

export interface TurnScope {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly cwd: string;
  readonly model: string;
  readonly instructions: string;
  readonly client: ModelClient;
  readonly tools: ToolRegistry;
  readonly approvals: Approvals;
  readonly policy: ApprovalPolicy;
  readonly grants: Set<string>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly transcript: Transcript;
  readonly queue: InputQueue;
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
