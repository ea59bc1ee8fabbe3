// `Fetch` over Node's own HTTP, which is in the binary already and has no time limits of its own.
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { addAbortSignal } from "node:stream";
import type { Fetch, HttpRequest, HttpResponse } from "./http";
import { bodyOf } from "./http-body";

export interface HttpClient {
  /** Follows no redirects. Has no time limit once a connection stands: what silence means is the idle watch's to say. */
  readonly fetch: Fetch;
  /** Ends all connections. */
  readonly close: () => void;
}

/** Milliseconds. */
export interface HttpLimits {
  /** TLS included. */
  readonly connect: number;
  /** For a connection that waits for the next request: what stands between may forget it and tell neither end. */
  readonly unused: number;
}

interface Way {
  readonly begin: (url: URL, request: HttpRequest) => ClientRequest;
  readonly close: () => void;
}

type Ways = ReadonlyMap<string, Way>;

export function createHttpClient(limits: HttpLimits = { connect: 10_000, unused: 4_000 }): HttpClient {
  let ways: Promise<Ways> | null = null;
  let close = (): void => undefined;
  const load = async (): Promise<Ways> => {
    const loaded = await loadWays(limits);
    close = () => loaded.forEach((way) => way.close());
    return loaded;
  };
  return {
    fetch: async (address, request) => {
      const url = new URL(address);
      const way = (await (ways ??= load())).get(url.protocol);
      if (way === undefined) throw new TypeError(`${url.protocol} is not HTTP`);
      return answerTo(way.begin(url, request), request, limits);
    },
    close: () => close(),
  };
}

/** Only with the first request: neither the start nor the demo needs Node's HTTP. */
async function loadWays({ unused }: HttpLimits): Promise<Ways> {
  const [http, https] = await Promise.all([import("node:http"), import("node:https")]);
  const plain = new http.Agent({ keepAlive: true });
  const secure = new https.Agent({ keepAlive: true });
  // An agent ends a connection whose time has run out only while it is free.
  for (const agent of [plain, secure]) agent.on("free", (socket: Socket) => socket.setTimeout(unused));
  return new Map([
    ["http:", { begin: (url, request) => http.request(url, { ...headOf(request), agent: plain }), close: () => plain.destroy() }],
    [
      "https:",
      { begin: (url, request) => https.request(url, { ...headOf(request), agent: secure }), close: () => secure.destroy() },
    ],
  ] satisfies [string, Way][]);
}

function headOf({ method, headers, signal }: HttpRequest) {
  return { method, headers: { "accept-encoding": "identity", ...headers }, signal };
}

function answerTo(request: ClientRequest, { body, signal }: HttpRequest, limits: HttpLimits): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    // What fails after the headers is told by the body; the listener has to stay all the same.
    request.on("error", reject);
    request.once("response", (response) => resolve(responseOf(addAbortSignal(signal, response))));
    limitConnecting(request, limits.connect);
    request.end(body);
  });
}

function limitConnecting(request: ClientRequest, limitMs: number): void {
  request.once("socket", (socket) => {
    if (!socket.connecting) return;
    const late = setTimeout(() => {
      request.destroy(Object.assign(new Error("it took too long to connect"), { code: "ETIMEDOUT" }));
    }, limitMs);
    const stands = "encrypted" in socket ? "secureConnect" : "connect";
    for (const event of [stands, "close"]) socket.once(event, () => clearTimeout(late));
  });
}

function responseOf(response: IncomingMessage): HttpResponse {
  const { statusCode: status = 0, statusMessage: statusText = "", headers } = response;
  return {
    ok: status >= 200 && status < 300,
    status,
    statusText,
    headers: { get: (name) => textOf(headers[name.toLowerCase()]) },
    body: bodyOf(response),
  };
}

function textOf(value: string | string[] | undefined): string | null {
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}
