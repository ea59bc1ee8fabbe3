// A refusal in the provider's own shape → one Fault, however it is put. What follows from it is decided in error-mapping.
import { z } from "zod";

/** `status`: of the HTTP response, or as the stream says it would have been; null when unknown. `codes`: most telling first. */
export interface Fault {
  readonly status: number | null;
  readonly codes: readonly string[];
  readonly message: string;
  /** What the response's headers advise; words in the message win. */
  readonly retryAfterMs: number | null;
}

type HttpFacts = Pick<Fault, "status" | "retryAfterMs">;

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
export function readFault(value: unknown, http: HttpFacts): Fault {
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
export function readFaultText(text: string, http: HttpFacts): Fault {
  try {
    const fault = readFault(JSON.parse(text), http);
    return fault.message === "" ? { ...fault, message: text } : fault;
  } catch {
    const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1];
    const message = /<html|<!doctype/i.test(text) ? `an HTML page${title === undefined ? "" : ` "${title.trim()}"`}` : text;
    return { ...http, codes: [], message };
  }
}

/** The fault in a body that was to be a stream and is one JSON value with an `error`; null when it is anything else. */
export function readFaultBody(text: string, http: HttpFacts): Fault | null {
  const start = text.trimStart();
  if (!start.startsWith("{")) return null;
  try {
    const body = ErrorBody.safeParse(JSON.parse(start)).data;
    return body?.error === undefined ? null : readFault(body, http);
  } catch {
    return null;
  }
}

/** Of an event inside a stream. */
export function readStreamFault(value: unknown): Fault {
  return readFault(value, { status: null, retryAfterMs: null });
}

/** Reasons that end the turn; after any other the response is asked for again (runtime.md §11). */
const FINAL_REASONS: ReadonlySet<string> = new Set(["content_filter", "max_output_tokens"]);
const Incomplete = z.looseObject({ incomplete_details: z.looseObject({ reason: z.string() }) });

/** Of a response that ended as incomplete. */
export function readIncomplete(response: unknown): Fault {
  const reason = Incomplete.safeParse(response).data?.incomplete_details.reason ?? "no reason given";
  const codes = FINAL_REASONS.has(reason) ? [reason] : [];
  return { status: null, codes, message: `the response is incomplete: ${reason}`, retryAfterMs: null };
}
