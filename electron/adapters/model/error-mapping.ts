// What a provider says when it refuses or fails → StreamDisconnected (asked again) or RequestRejected with what the person can do (runtime.md §11).
import { z } from "zod";
import type { TurnErrorCode } from "../../../shared/protocol/turn-error";
import { RequestRejected, StreamDisconnected } from "../../runtime/errors";

/** A refusal in the provider's words. `status`: of the HTTP response, null when it came inside the stream. `codes`: most telling first. */
export interface Fault {
  readonly status: number | null;
  readonly codes: readonly string[];
  readonly message: string;
  readonly retryAfterMs: number | null;
}

/** Who was asked, for words that a person can act on. */
export interface Asked {
  readonly provider: string;
  readonly url: string;
  readonly model: string;
  readonly hasKey: boolean;
  /** Never shown, whatever a server puts into its answer. */
  readonly secrets: readonly string[];
  readonly nowMs: number;
}

const QUOTE_MAX_CHARS = 300;

const KNOWN_CODES = new Map<string, TurnErrorCode>([
  ["context_length_exceeded", "contextWindowExceeded"],
  ["exceed_context_size_error", "contextWindowExceeded"],
  ["insufficient_quota", "quotaExceeded"],
  ["usage_not_included", "quotaExceeded"],
  ["usage_limit_reached", "quotaExceeded"],
  ["billing_hard_limit_reached", "quotaExceeded"],
  ["content_filter", "contentPolicy"],
  ["content_policy_violation", "contentPolicy"],
  ["cyber_policy", "contentPolicy"],
  ["bio_policy", "contentPolicy"],
  ["misalignment_policy_violation", "contentPolicy"],
  ["invalid_prompt", "contentPolicy"],
  ["max_output_tokens", "maxOutputTokens"],
  ["rate_limit_exceeded", "rateLimited"],
  ["server_is_overloaded", "overloaded"],
  ["slow_down", "overloaded"],
  ["overloaded_error", "overloaded"],
  ["invalid_api_key", "unauthorized"],
  ["model_not_found", "notFound"],
]);

/** What is left of the words when a server gives no code that we know. */
const CONTEXT_WORDS = /context[ _](length|window|size)|maximum context|prompt is too long/i;
const MODEL_MISSING_WORDS = /\bmodel\b.*(not (found|exist|available)|does not exist|unknown)|unknown model/i;
const QUOTA_WORDS = /quota|billing|credit|usage limit/i;

export function errorOf(fault: Fault, asked: Asked): RequestRejected | StreamDisconnected {
  const said = quote(fault.message, asked.secrets);
  const what = fault.status === null ? "the model server reported an error" : `${asked.url} answered ${fault.status}`;
  const message = said === "" ? what : `${what}: ${said}`;
  const code = codeOf(fault);
  if (code === null) return new StreamDisconnected(message);
  const retryAfterMs = fault.retryAfterMs ?? advisedWaitMs(fault.message);
  return new RequestRejected({
    code,
    message: code === "notFound" ? `${message} (model ${asked.model})` : message,
    action: actionFor(code, asked),
    ...(retryAfterMs === null ? {} : { retryAtMs: asked.nowMs + retryAfterMs }),
  });
}

/** Null: the server broke; asking again may help. */
function codeOf({ status, codes, message }: Fault): TurnErrorCode | null {
  for (const code of codes) {
    const known = KNOWN_CODES.get(code);
    if (known !== undefined) return known;
  }
  if (status === 401 || status === 403) return "unauthorized";
  if (status === 429) return QUOTA_WORDS.test(message) ? "quotaExceeded" : "rateLimited";
  if (status === 402) return "quotaExceeded";
  if (status === 404 || (status !== null && status < 400)) return "notFound";
  if (CONTEXT_WORDS.test(message)) return "contextWindowExceeded";
  if (status === null || status >= 500 || status === 408 || status === 425) return null;
  return MODEL_MISSING_WORDS.test(message) ? "notFound" : "badRequest";
}

function actionFor(code: TurnErrorCode, { provider, hasKey }: Asked): string {
  switch (code) {
    case "unauthorized":
      return (
        `${hasKey ? "The key that was sent was refused" : "No key was sent"}. Put a valid one into COUNTERFOIL_API_KEY, or into the variable that ` +
        `apiKeyEnv of provider "${provider}" names in settings.json, and start again.`
      );
    case "notFound":
      return `Check the base URL and the model of provider "${provider}" in settings.json (or COUNTERFOIL_BASE_URL and COUNTERFOIL_MODEL).`;
    case "rateLimited":
      return "Wait a little and send it again.";
    case "overloaded":
      return "Send it again later, or choose another model.";
    case "quotaExceeded":
      return `Check the plan and the billing of your account at provider "${provider}".`;
    case "contextWindowExceeded":
      return "The session no longer fits into the model's context window: start a new one.";
    case "contentPolicy":
      return "Put the request into other words.";
    case "maxOutputTokens":
      return "Ask it to go on, or ask for less at once.";
    default:
      return `Check the model and the settings of provider "${provider}" in settings.json.`;
  }
}

/** One short line of what a server said, without anything secret. */
export function quote(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((kept, secret) => kept.replaceAll(secret, "[hidden]"), text);
  const line = hidden.replace(/\s+/g, " ").trim();
  return line.length <= QUOTE_MAX_CHARS ? line : `${line.slice(0, QUOTE_MAX_CHARS)}…`;
}

const ErrorObject = z.object({
  message: z.string().nullish().catch(null),
  code: z.union([z.string(), z.number()]).nullish().catch(null),
  type: z.string().nullish().catch(null),
});
const ErrorBody = z.looseObject({
  error: z.union([z.string(), ErrorObject]).optional().catch(undefined),
  message: z.string().optional().catch(undefined),
});

/** Reads `{error:{message,code,type}}`, `{error:"…"}`, `{message,code,type}` or `{detail}`. */
export function readFault(value: unknown, http: { status: number | null; retryAfterMs: number | null }): Fault {
  const body = ErrorBody.safeParse(value).data;
  const own = ErrorObject.safeParse(value).data;
  const inner = typeof body?.error === "object" ? body.error : own;
  const detail = body?.["detail"];
  const message =
    typeof body?.error === "string" ? body.error : (inner?.message ?? (detail === undefined ? "" : JSON.stringify(detail)));
  const codes = [inner?.code, inner?.type, own?.code].flatMap((code) =>
    code === null || code === undefined ? [] : [String(code)],
  );
  // Inside a stream some servers put the status that it would have had into the code.
  const status = http.status ?? codes.map(Number).find((code) => code >= 400 && code <= 599) ?? null;
  return { ...http, status, codes, message };
}

/** The same for the text of an error response: JSON, plain words, or a page of a proxy that stands in front of the server. */
export function readFaultText(text: string, http: { status: number; retryAfterMs: number | null }): Fault {
  try {
    const fault = readFault(JSON.parse(text), http);
    return fault.message === "" ? { ...fault, message: text } : fault;
  } catch {
    const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1];
    const message = /<html|<!doctype/i.test(text) ? `an HTML page${title === undefined ? "" : ` "${title.trim()}"`}` : text;
    return { ...http, codes: [], message };
  }
}

/** A `Retry-After` header, in seconds or as a date. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null || header.trim() === "") return null;
  const seconds = Number(header);
  const waitMs = Number.isNaN(seconds) ? Date.parse(header) - nowMs : seconds * 1000;
  return Number.isNaN(waitMs) ? null : Math.max(0, Math.round(waitMs));
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** "Please try again in 7m12.5s" in the text of a refusal. */
function advisedWaitMs(message: string): number | null {
  const advice = /try again in ((?:\d+(?:\.\d+)?\s*(?:ms|h|m|s)[a-z]*\s*)+)/i.exec(message)?.[1];
  if (advice === undefined) return null;
  const spans = [...advice.matchAll(/(\d+(?:\.\d+)?)\s*(ms|h|m|s)/gi)];
  return Math.round(spans.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[(unit ?? "").toLowerCase()] ?? 0), 0));
}
