// Whether an attempt that broke is repeated, and when (runtime.md §11). A pure decision, and the loop that acts on it.
import type { TurnError } from "../../../shared/protocol/turn-error";
import { networkDelayMs, retryDelayMs } from "../async/backoff";
import {
  ConnectionFailed,
  PicturesRefused,
  RateLimited,
  ReasoningRefused,
  RequestRejected,
  StreamDisconnected,
  assertNever,
  type AttemptError,
} from "../errors";
import type { RefusedKind } from "./refused-parts";
import type { TurnScope } from "./turn-scope";

/** Longer advice than this ends the turn: the person knows better what to do with the time. */
const LONGEST_ADVISED_WAIT_MS = 60_000;

const REFUSED_AGAIN: Readonly<Record<RefusedKind, string>> = {
  reasoning: "The reasoning of earlier answers was left out and the server refused all the same: start a new session.",
  pictures: "The pictures were left out and the server refused all the same: check the model, or start a new session.",
};

/** Of pictures the server speaks, and none was sent. */
const CHECK_MODEL = "Check the model and the settings of the provider.";

export type Aborted = { readonly type: "aborted" };
export type Failed = { readonly type: "failed"; readonly error: TurnError };
/** `error` decides whether and how the attempt is repeated. */
export type Broken = { readonly type: "broken"; readonly error: AttemptError };

/** `used`: retries of this step so far, by what they count against. Progress never resets them. */
export interface RetryFacts {
  readonly error: AttemptError;
  readonly used: { readonly budget: number; readonly network: number } & Readonly<Record<RefusedKind, number>>;
  readonly maxRetries: number;
  /** In [0, 1). */
  readonly chance: number;
  readonly nowMs: number;
}

export type RetryDecision =
  | {
      readonly type: "retry";
      /** What it counts against. */
      readonly kind: "budget" | "network" | RefusedKind;
      readonly delayMs: number;
      readonly error: TurnError;
    }
  | { readonly type: "fail"; readonly error: TurnError };

export function decideRetry({ error, used, maxRetries, chance, nowMs }: RetryFacts): RetryDecision {
  const backoffMs = (): number => retryDelayMs(used.budget + 1, chance);
  if (error instanceof RequestRejected) return { type: "fail", error: error.turnError };
  if (error instanceof ConnectionFailed) {
    const network: TurnError = {
      code: "network",
      message: error.message,
      action: "Check that the server runs and that its address is right; it is tried again until you stop.",
    };
    return { type: "retry", kind: "network", delayMs: networkDelayMs(used.network + 1), error: network };
  }
  if (error instanceof ReasoningRefused || error instanceof PicturesRefused) {
    const kind = error instanceof ReasoningRefused ? "reasoning" : "pictures";
    const refused: TurnError = { code: "badRequest", message: error.message, action: REFUSED_AGAIN[kind] };
    return used[kind] > 0 ? { type: "fail", error: refused } : { type: "retry", kind, delayMs: 0, error: refused };
  }
  if (error instanceof RateLimited) {
    const delayMs = error.advisedMs ?? backoffMs();
    const backAt = error.advisedMs === null ? {} : { retryAtMs: nowMs + error.advisedMs };
    if (delayMs > LONGEST_ADVISED_WAIT_MS || used.budget >= maxRetries)
      return { type: "fail", error: { ...error.turnError, ...backAt } };
    return { type: "retry", kind: "budget", delayMs, error: error.turnError };
  }
  if (error instanceof StreamDisconnected) {
    const cut: TurnError = {
      code: "streamDisconnected",
      message: error.message,
      action: "Send again to go on from what is recorded.",
    };
    if (used.budget >= maxRetries) return { type: "fail", error: cut };
    return { type: "retry", kind: "budget", delayMs: backoffMs(), error: cut };
  }
  return assertNever(error);
}

/** Repeats the attempt until it is done, is aborted, or may not be repeated. Each one starts from the transcript as it then is. */
export async function withRetries<Done>(
  turn: TurnScope,
  attempt: () => Promise<Done | Aborted | Broken>,
): Promise<Done | Aborted | Failed> {
  const used = { budget: 0, network: 0, reasoning: 0, pictures: 0 };
  for (;;) {
    const end = await attempt();
    if (!isBroken(end)) return end;
    const { maxRetries } = turn.client;
    const nowMs = turn.clock.nowMs();
    const decision = decideRetry({ error: end.error, used, maxRetries, chance: chanceFrom(turn.ids.uuid()), nowMs });
    if (decision.type === "fail") return { type: "failed", error: decision.error };
    used[decision.kind] += 1;
    if (decision.kind === "reasoning" || decision.kind === "pictures") {
      const hasLess = turn.refusedParts.refuse(decision.kind, turn.transcript.items);
      if (!hasLess && decision.kind === "pictures") return { type: "failed", error: { ...decision.error, action: CHECK_MODEL } };
      continue;
    }
    const retryAtMs = nowMs + decision.delayMs;
    const count = decision.kind === "budget" ? { attempt: used.budget, maxAttempts: maxRetries } : {};
    turn.emit({ method: "error", params: { turnId: turn.turnId, error: decision.error, willRetry: true, retryAtMs, ...count } });
    if ((await turn.clock.waitUntil(retryAtMs, turn.signal)) === "aborted") return { type: "aborted" };
  }
}

function isBroken(end: unknown): end is Broken {
  return typeof end === "object" && end !== null && "type" in end && end.type === "broken";
}

/** The random tail of a fresh id serves as chance, so that the runtime needs no second source of it. */
function chanceFrom(uuid: string): number {
  const tail = Number.parseInt(uuid.slice(-6), 16);
  return Number.isNaN(tail) ? 0.5 : tail / 0x1000000;
}
