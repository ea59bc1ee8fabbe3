// One request as it goes out: address, headers with the key, body. What can never be sent is refused here, before the network.
import { RequestRejected } from "../../runtime/errors";
import type { ModelRequest } from "../../runtime/ports/model-client";
import type { Asked } from "./error-mapping";
import { requestBody } from "./request-mapping";

/** Shorter header values are no secrets, and would make holes into everything that is quoted. */
const SECRET_MIN_CHARS = 8;

export interface CallOptions {
  readonly provider: string;
  readonly baseUrl: string;
  readonly apiKey?: (() => string | null) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly namespaces?: boolean | undefined;
  readonly customTools?: boolean | undefined;
  readonly userAgent?: string | undefined;
}

export interface PreparedCall {
  readonly url: string;
  readonly origin: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly asked: Asked;
}

/** Throws RequestRejected for settings that can never work; never with the key in its words. */
export function prepareCall(options: CallOptions, request: ModelRequest): PreparedCall {
  const { provider } = options;
  const url = responsesUrl(options.baseUrl, provider);
  const key = options.apiKey?.()?.trim() ?? "";
  const own: Record<string, string> = { "content-type": "application/json", accept: "text/event-stream" };
  if (options.userAgent !== undefined) own["user-agent"] = options.userAgent;
  if (key !== "") own["authorization"] = `Bearer ${key}`;
  const custom = Object.entries(options.headers ?? {}).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    value.trim(),
  ]);
  const headers = { ...own, ...Object.fromEntries(custom) };
  const broken = Object.entries(headers).find(([name, value]) => !isHeader(name, value));
  if (broken !== undefined) throw unsendable(broken[0], provider);
  const asked = {
    provider,
    url: `${url.origin}${url.pathname}`,
    model: request.model,
    hasKey: headers["authorization"] !== undefined,
    secrets: [key, ...custom.map(([, value]) => value)].filter((value) => value.length >= SECRET_MIN_CHARS),
  };
  const { namespaces = false, customTools = false } = options;
  return { url: url.href, origin: url.origin, headers, body: requestBody(request, { namespaces, customTools }), asked };
}

/** Keeps a query that some gateways want behind the base URL. */
function responsesUrl(baseUrl: string, provider: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  const action = `Set baseUrl of provider "${provider}" in settings.json, or COUNTERFOIL_BASE_URL, to something like http://localhost:11434/v1.`;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new RequestRejected({ code: "badRequest", message: "the base URL is not an http(s) address", action });
  if (url.username !== "" || url.password !== "") {
    const message = "the base URL holds a user name or a password";
    throw new RequestRejected({
      code: "badRequest",
      message,
      action: `Put it into the headers of provider "${provider}" instead, as authorization.`,
    });
  }
  url.pathname = `${url.pathname.replace(/\/+$/, "")}/responses`;
  url.hash = "";
  return url;
}

function isHeader(name: string, value: string): boolean {
  return /^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
}

/** Said without the value: it may be a key with a line break in it. */
function unsendable(name: string, provider: string): RequestRejected {
  if (name === "authorization") {
    const message = "the key holds characters that cannot be sent";
    return new RequestRejected({
      code: "unauthorized",
      message,
      action: "Set COUNTERFOIL_API_KEY, or the variable that apiKeyEnv names, to the key alone.",
    });
  }
  return new RequestRejected({
    code: "badRequest",
    message: `the header ${JSON.stringify(name)} cannot be sent`,
    action: `Check headers of provider "${provider}" in settings.json.`,
  });
}
