// What a provider's refusal or failure means (runtime.md §11): asked again at once, after a wait, without sealed reasoning, or refused for good
// with what the person can do.
import type { TurnErrorCode } from "../../../shared/protocol/turn-error";
import { PicturesRefused, RateLimited, ReasoningRefused, RequestRejected, StreamDisconnected } from "../../runtime/errors";
import { cutSecretLength } from "../cut-secret";
import { waitInWords } from "./advised-wait";
import type { Fault } from "./fault";

/** Who was asked, for words that a person can act on. */
export interface Asked {
  readonly provider: string;
  readonly url: string;
  readonly model: string;
  readonly hasKey: boolean;
  /** Never shown, whatever a server puts into its answer. */
  readonly secrets: readonly string[];
}

type Meaning =
  | { readonly type: "broken" }
  | { readonly type: "unreadableReasoning" }
  | { readonly type: "unreadablePictures" }
  | { readonly type: "refused"; readonly code: TurnErrorCode };

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
  ["max_output_tokens", "maxOutputTokens"],
  ["rate_limit_exceeded", "rateLimited"],
  ["too_many_requests", "rateLimited"],
  ["server_is_overloaded", "overloaded"],
  ["slow_down", "overloaded"],
  ["overloaded_error", "overloaded"],
  ["invalid_api_key", "unauthorized"],
  ["model_not_found", "notFound"],
]);

/** What is left of the words when a server gives no code that we know. */
const REASONING_WORDS = /encrypted (?:content|reasoning)\b.*(?:not|fail|invalid|unable).*(?:verif|decrypt|pars|read)/is;
const PICTURE_WORDS = /\b(?:images?|image_url|input_image|pictures?|vision|multi-?modal)\b/i;
const CONTEXT_WORDS = /context[ _](length|window|size)|maximum context|prompt is too long|\bn_ctx\b/i;
const POLICY_WORDS = /content management policy|usage polic|content policy|\bflagged\b/i;
const MODEL_MISSING_WORDS = /\bmodel\b.*(not (found|exist|available)|does not exist|unknown)|unknown model/i;
const ROUTE_MISSING_WORDS = /unexpected endpoint/i;
const QUOTA_WORDS = /quota|billing|credit|usage limit/i;
const RATE_WORDS = /rate limit/i;

/** `nowMs`: when the server said it. */
export function errorOf(
  fault: Fault,
  asked: Asked,
  nowMs: number,
): RequestRejected | RateLimited | ReasoningRefused | PicturesRefused | StreamDisconnected {
  const said = quote(fault.message, asked.secrets);
  const what = fault.status === null ? "the model server reported an error" : `${asked.url} answered ${fault.status}`;
  const message = said === "" ? what : `${what}: ${said}`;
  const meaning = meaningOf(fault);
  if (meaning.type === "broken") return new StreamDisconnected(message);
  if (meaning.type === "unreadableReasoning") return new ReasoningRefused(message);
  if (meaning.type === "unreadablePictures") return new PicturesRefused(message);
  const { code } = meaning;
  const advisedMs = waitInWords(fault.message) ?? fault.retryAfterMs;
  const turnError = {
    code,
    message: code === "notFound" ? `${message} (model ${asked.model})` : message,
    action: actionFor(code, asked),
    ...(advisedMs === null ? {} : { retryAtMs: nowMs + advisedMs }),
  };
  return code === "rateLimited" || code === "overloaded" ? new RateLimited(turnError, advisedMs) : new RequestRejected(turnError);
}

function meaningOf(fault: Fault): Meaning {
  if (refusesReasoning(fault)) return { type: "unreadableReasoning" };
  const code = codeOf(fault);
  if (code === "badRequest" && PICTURE_WORDS.test(fault.message)) return { type: "unreadablePictures" };
  return code === null ? { type: "broken" } : { type: "refused", code };
}

/** A gateway may keep the words and lose the code, or put others around them: looked at first. */
function refusesReasoning({ status, codes, message }: Fault): boolean {
  if (codes.includes("invalid_encrypted_content")) return true;
  return (status === null || status === 400) && REASONING_WORDS.test(message);
}

/** Null: the server broke; asking again may help. */
function codeOf(fault: Fault): TurnErrorCode | null {
  const { status, codes } = fault;
  const known = codes.map((code) => KNOWN_CODES.get(code)).find((code) => code !== undefined);
  if (known !== undefined) return known;
  // Addresses of help pages name quotas and limits that are not the matter.
  const words = fault.message.replace(/https?:\S+/gi, "");
  if (status === 401) return "unauthorized";
  if (status === 403) return POLICY_WORDS.test(words) ? "contentPolicy" : "unauthorized";
  if (status === 429) return QUOTA_WORDS.test(words) && !RATE_WORDS.test(words) ? "quotaExceeded" : "rateLimited";
  if (status === 402) return "quotaExceeded";
  if (status === 404 || (status !== null && status < 400)) return "notFound";
  if (CONTEXT_WORDS.test(words)) return "contextWindowExceeded";
  if (codes.includes("invalid_prompt")) return POLICY_WORDS.test(words) ? "contentPolicy" : "badRequest";
  if (status === null) return ROUTE_MISSING_WORDS.test(words) ? "notFound" : null;
  // A server that says when it will be there again is busy, not broken.
  if (status >= 500) return (status === 503 || status === 529) && fault.retryAfterMs !== null ? "overloaded" : null;
  if (status === 408 || status === 425) return null;
  if (POLICY_WORDS.test(words)) return "contentPolicy";
  return MODEL_MISSING_WORDS.test(words) ? "notFound" : "badRequest";
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
      return "Send again: the next turn compacts the session before it asks the model.";
    case "contentPolicy":
      return "Put the request into other words.";
    case "maxOutputTokens":
      return "Ask it to go on, or ask for less at once.";
    default:
      return `Check the model and the settings of provider "${provider}" in settings.json.`;
  }
}

/** So much of a key at a text's end is no accident any more. */
const PIECE_CHARS = 4;

/** One short line of what a server said, without anything secret. An answer may have broken off within a key. */
export function quote(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((kept, secret) => withoutPiece(kept.replaceAll(secret, "[hidden]"), secret), text);
  const line = hidden.replace(/\s+/g, " ").trim();
  return line.length <= QUOTE_MAX_CHARS ? line : `${line.slice(0, QUOTE_MAX_CHARS)}…`;
}

function withoutPiece(text: string, secret: string): string {
  const length = cutSecretLength(text, secret);
  return length < PIECE_CHARS ? text : `${text.slice(0, -length)}[hidden]`;
}
