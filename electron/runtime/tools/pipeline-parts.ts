// What the stages of a call are given and pass on to each other.
import type { ItemId } from "../../../shared/protocol/ids";
import type { SandboxChoice } from "../../../shared/protocol/permission";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import type { ApprovalPolicy } from "../../../shared/protocol/thread";
import type { OrderedLock, Place } from "../async/ordered-lock";
import type { Permissions } from "../ports/permissions";
import type { InputActivity } from "../ports/tool";
import type { AskParts, AskedBefore } from "./ask-approval";
import type { HookParts } from "./run-hooks";
import type { RunningCalls } from "./running-calls";
import type { ToolRegistry } from "./tool-registry";

export interface PipelineParts extends HookParts, AskParts {
  readonly cwd: string;
  /** See RunContext. */
  readonly realCwd: string;
  readonly tools: ToolRegistry;
  /** One per Step. */
  readonly gate: OrderedLock;
  readonly policy: ApprovalPolicy;
  readonly sandbox: SandboxChoice;
  readonly permissions: Permissions;
  /** What is allowed for the rest of the session; see `grantsOf`. */
  readonly grants: Set<string>;
  /** Those that can be stopped alone. */
  readonly running: RunningCalls;
  readonly activity: (callId: string, signal: AbortSignal) => Promise<InputActivity>;
  /** A hook wants the model to know more than the output says. */
  readonly addContext: (text: string) => void;
  readonly requestNewContext: () => void;
  /** The person answered an approval with "deny and stop". */
  readonly interrupt: () => void;
}

/** A recorded call. `asked`: the question about it that is on disk from before a restart, if there is one. */
export interface RecordedCall {
  readonly call: CallItem;
  readonly asked: AskedBefore | null;
}

/** A recorded call on its way through the stages. */
export interface Call {
  readonly call: CallItem;
  readonly callId: ItemId;
  /** Null, too, once that question is closed. */
  asked: AskedBefore | null;
  readonly calledAtMs: number;
  /** Its place at the gate. */
  readonly place: Place;
}

/** A stage either lets the call through or ends it with an outcome. */
export type Passed<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly outcome: ToolOutcome };
