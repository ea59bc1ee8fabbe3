// Whether an attempt that broke is repeated, and when (runtime.md §11, the rows this version has). A pure decision, and the loop that acts on it.
import type { TurnError } from "../../../shared/protocol/turn-error";
import { networkDelayMs, retryDelayMs } from "../async/backoff";
import { ConnectionFailed, RequestRejected, type StreamDisconnected } from "../errors";
import { sampleOnce, type AttemptEnd } from "./sampling";
import type { StepContext } from "./step-context";
import type { TurnScope } from "./turn-scope";

export type StepEnd = Exclude<AttemptEnd, { type: "broken" }> | { readonly type: "failed"; readonly error: TurnError };

/** `used`: retries of this step so far, by what they count against. Progress never resets them. */
export interface RetryFacts {
  readonly error: StreamDisconnected | ConnectionFailed | RequestRejected;
  readonly used: { readonly stream: number; readonly network: number };
  readonly maxRetries: number;
  /** In [0, 1). */
  readonly chance: number;
}

export type RetryDecision =
  | { readonly type: "retry"; readonly kind: "stream" | "network"; readonly delayMs: number; readonly error: TurnError }
  | { readonly type: "fail"; readonly error: TurnError };

export function decideRetry({ error, used, maxRetries, chance }: RetryFacts): RetryDecision {
  if (error instanceof RequestRejected) return { type: "fail", error: error.turnError };
  if (error instanceof ConnectionFailed) {
    const network: TurnError = {
      code: "network",
      message: error.message,
      action: "Check that the server runs and that its address is right; it is tried again until you stop.",
    };
    return { type: "retry", kind: "network", delayMs: networkDelayMs(used.network + 1), error: network };
  }
  const cut: TurnError = {
    code: "streamDisconnected",
    message: error.message,
    action: "Send again to go on from what is recorded.",
  };
  if (used.stream >= maxRetries) return { type: "fail", error: cut };
  return { type: "retry", kind: "stream", delayMs: retryDelayMs(used.stream + 1, chance), error: cut };
}

/** Samples until an attempt completes, is aborted, or may not be repeated. Each attempt starts from the transcript as it then is. */
export async function sampleWithRetries(step: StepContext, turn: TurnScope): Promise<StepEnd> {
  const used = { stream: 0, network: 0 };
  for (;;) {
    const end = await sampleOnce(step, turn);
    if (end.type !== "broken") return end;
    const { maxRetries } = turn.client;
    const decision = decideRetry({ error: end.error, used, maxRetries, chance: chanceFrom(turn.ids.uuid()) });
    if (decision.type === "fail") return { type: "failed", error: decision.error };
    used[decision.kind] += 1;
    const retryAtMs = turn.clock.nowMs() + decision.delayMs;
    const count = decision.kind === "stream" ? { attempt: used.stream, maxAttempts: maxRetries } : {};
    turn.emit({ method: "error", params: { turnId: turn.turnId, error: decision.error, willRetry: true, retryAtMs, ...count } });
    if ((await turn.clock.waitUntil(retryAtMs, turn.signal)) === "aborted") return { type: "aborted" };
  }
}

/** The random tail of a fresh id serves as chance, so that the runtime needs no second source of it. */
function chanceFrom(uuid: string): number {
  const tail = Number.parseInt(uuid.slice(-6), 16);
  return Number.isNaN(tail) ? 0.5 : tail / 0x1000000;
}
