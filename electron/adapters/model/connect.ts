// The first half of a request: asks until a response that is to be read has begun, or an error is final. The quick, unseen retries of the
// setting `requestMaxRetries` live here; those that a person sees belong to the runtime.
import { retryDelayMs } from "../../runtime/async/backoff";
import { StreamDisconnected } from "../../runtime/errors";
import type { Clock } from "../../runtime/ports/clock";
import { waitInHeaders } from "./advised-wait";
import { errorOf, type Asked } from "./error-mapping";
import { readFaultText, type Fault } from "./fault";
import type { Fetch, HttpResponse } from "./http";
import type { IdleWatch } from "./idle-watch";
import type { PreparedCall } from "./prepared-call";
import { transportError } from "./transport-error";

const ERROR_BODY_MAX_BYTES = 64 * 1024;

export interface Connecting {
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly idle: IdleWatch;
  /** Retries after a 5xx, or a connection that closed before its headers: 200 ms × 2ⁿ ± 10 % apart. */
  readonly maxRetries: number;
}

type Opened =
  | { readonly type: "response"; readonly response: HttpResponse }
  | { readonly type: "failed"; readonly error: Error; readonly isQuick: boolean };

/** Throws an AttemptError. On abort it throws at once, whatever it is waiting for. */
export async function connect(call: PreparedCall, parts: Connecting, signal: AbortSignal): Promise<HttpResponse> {
  const { clock, idle, maxRetries } = parts;
  for (let retry = 1; ; retry++) {
    const opened = await open(call, parts, signal);
    if (opened.type === "response") return opened.response;
    if (!opened.isQuick || retry > maxRetries) throw opened.error;
    idle.pause();
    if ((await clock.waitUntil(clock.nowMs() + retryDelayMs(retry, Math.random()), signal)) === "aborted") throw opened.error;
    idle.touch();
  }
}

async function open(call: PreparedCall, { fetch, clock, idle }: Connecting, signal: AbortSignal): Promise<Opened> {
  let response: HttpResponse;
  try {
    response = await fetch(call.url, { method: "POST", headers: call.headers, body: call.body, redirect: "manual", signal });
  } catch (cause) {
    const error = transportError(cause, { origin: call.origin, reached: false });
    return { type: "failed", error, isQuick: error instanceof StreamDisconnected && !signal.aborted };
  }
  idle.touch();
  if (response.ok) return { type: "response", response };
  const error = await refusalOf(response, { asked: call.asked, idle, clock });
  return { type: "failed", error, isQuick: response.status >= 500 && error instanceof StreamDisconnected && !signal.aborted };
}

async function refusalOf(response: HttpResponse, parts: { asked: Asked; idle: IdleWatch; clock: Clock }): Promise<Error> {
  const text = await readBounded(response, parts.idle);
  const nowMs = parts.clock.nowMs();
  const http = { status: response.status, retryAfterMs: waitInHeaders(response.headers, nowMs) };
  const target = response.status < 400 ? response.headers.get("location") : null;
  const fault: Fault =
    target === null ? readFaultText(text, http) : { ...http, codes: [], message: `it wants to be asked at ${target}` };
  return errorOf(fault.message === "" ? { ...fault, message: response.statusText } : fault, parts.asked, nowMs);
}

/** The first 64 KiB of an error's body. A body that breaks off is as good as a short one: the status says what matters. */
async function readBounded(response: HttpResponse, idle: IdleWatch): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytesRead = 0;
  try {
    for await (const bytes of response.body ?? []) {
      idle.touch();
      bytesRead += bytes.length;
      text += decoder.decode(bytes, { stream: true });
      if (bytesRead >= ERROR_BODY_MAX_BYTES) break;
    }
  } catch (error) {
    return text === "" ? `its words were cut off (${String(error)})` : text;
  }
  return text;
}
