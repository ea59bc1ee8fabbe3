// The client against a real server on loopback through the HTTP client of the app.
import { createServer } from "node:http";
import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Fetch } from "../../../electron/adapters/model/http";
import { createHttpClient, type HttpClient } from "../../../electron/adapters/model/http-client";
import { createResponsesClient, type ResponsesClientOptions } from "../../../electron/adapters/model/responses-client";
import {
  ConnectionFailed,
  RateLimited,
  ReasoningRefused,
  RequestRejected,
  StreamDisconnected,
  errorMessage,
} from "../../../electron/runtime/errors";
import type { ModelEvent, ModelRequest } from "../../../electron/runtime/ports/model-client";
import { FakeClock } from "../../support/fake-clock";
import { gate } from "../../support/gate";
import { createCountingIds } from "../../support/ids";
import {
  argumentsDelta,
  call,
  callAdded,
  callDone,
  completed,
  created,
  failed,
  incomplete,
  message,
  messageAdded,
  reasoning,
  textDelta,
} from "../../support/provider-events";
import {
  cut,
  hang,
  refusal,
  reply,
  replyWith,
  startScriptedModel,
  type ScriptedModel,
  type Step,
} from "../../support/scripted-model";

const request: ModelRequest = {
  model: "m-1",
  instructions: "Be exact.",
  input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] }],
  tools: [],
  threadId: "thread-1",
  turnId: "turn-1",
};

let http: HttpClient;
let clock: FakeClock;
let model: ScriptedModel | null;

beforeEach(() => {
  http = createHttpClient();
  clock = new FakeClock();
  model = null;
});

afterEach(async () => {
  http.close();
  await model?.close();
  expect(clock.pending).toBe(0);
});

async function script(...steps: Step[]): Promise<ScriptedModel> {
  model = await startScriptedModel(steps);
  return model;
}

function client(baseUrl: string, changes: Partial<ResponsesClientOptions> = {}) {
  return createResponsesClient({ provider: "test", baseUrl, fetch: http.fetch, clock, ids: createCountingIds(), ...changes });
}

interface Outcome {
  readonly events: ModelEvent[];
  readonly error: unknown;
}

/** Reads one stream to its end. `onEvent` runs before the next event is asked for. */
async function read(stream: AsyncIterable<ModelEvent>, onEvent: (event: ModelEvent) => void = () => undefined): Promise<Outcome> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of stream) {
      events.push(event);
      onEvent(event);
    }
    return { events, error: null };
  } catch (error) {
    return { events, error };
  }
}

async function ask(changes: Partial<ResponsesClientOptions> = {}): Promise<Outcome> {
  return read(client(model?.baseUrl ?? "", changes).stream(request, new AbortController().signal));
}

function text({ events }: Outcome): string {
  return events.map((event) => (event.type === "textDelta" ? event.delta : "")).join("");
}

function last({ events }: Outcome): string | undefined {
  return events.at(-1)?.type;
}

describe("the request", () => {
  it("is one POST to /responses with the key, the headers and the thread as cache key", async () => {
    const { requests } = await script(reply(created(), message("Hello"), completed()));
    await ask({ apiKey: () => " sk-1 \n", headers: { "X-Org": "acme" }, userAgent: "counterfoil/1.2.3" });
    expect(requests).toHaveLength(1);
    expect(requests[0]?.path).toBe("/v1/responses");
    expect(requests[0]?.headers).toMatchObject({
      authorization: "Bearer sk-1",
      "x-org": "acme",
      "content-type": "application/json",
      accept: "text/event-stream",
      "user-agent": "counterfoil/1.2.3",
    });
    expect(requests[0]?.body).toMatchObject({ model: "m-1", stream: true, store: false, prompt_cache_key: "thread-1" });
  });

  it("has no authorization without a key, and takes the one of the headers first", async () => {
    const { requests } = await script(reply(completed()), reply(completed()));
    await ask({ apiKey: () => null });
    await ask({ apiKey: () => "sk-1", headers: { Authorization: "Basic abc" } });
    expect(requests.map(({ headers }) => headers["authorization"])).toEqual([undefined, "Basic abc"]);
  });

  it("keeps a query of the base URL and does not mind a slash at its end", async () => {
    const { requests, baseUrl } = await script(reply(completed()), reply(completed()));
    await ask({ baseUrl: `${baseUrl}/?api-version=1` });
    await ask({ baseUrl: `${baseUrl}//` });
    expect(requests.map(({ path }) => path)).toEqual(["/v1/responses?api-version=1", "/v1/responses"]);
  });

  it.each([
    ["a key with a line break", { apiKey: () => "sk-very\nsecret" }, "unauthorized"],
    ["a header that cannot be sent", { headers: { "x-key": "very\u2013secret" } }, "badRequest"],
    ["a base URL that is none", { baseUrl: "localhost:1234/secret" }, "badRequest"],
    ["a base URL with a password", { baseUrl: "http://me:secret@localhost/v1" }, "badRequest"],
  ])("is refused for %s, without showing it", async (_name, changes, code) => {
    await script();
    const { error } = await ask(changes);
    expect(error).toMatchObject({ turnError: { code } });
    expect(JSON.stringify(error) + String(error)).not.toContain("secret");
  });
});

describe("reading the stream (runtime.md §3)", () => {
  const plain = [created(), message("Hé 😀", { id: "msg_1" }), call("c1", "shell", { command: "ls" }), completed()];

  it.each([
    ["one write", {}],
    ["1-byte writes", { bytesPerWrite: 1 }],
    ["7-byte writes", { bytesPerWrite: 7 }],
    ["CRLF", { lineEnd: "\r\n", bytesPerWrite: 5 }],
    ["CR", { lineEnd: "\r" }],
    ["no event names", { unnamed: true }],
    ["no content type", { headers: { "content-type": "text/plain" } }],
  ] as const)("is the same with %s", async (_name, options) => {
    await script(replyWith(options, "\ufeff", plain));
    const outcome = await ask();
    expect(outcome.error).toBeNull();
    expect(text(outcome)).toBe("Hé 😀");
    expect(outcome.events.map(({ type }) => type)).toEqual([
      "itemStarted",
      "textDelta",
      "textDelta",
      "itemDone",
      "itemDone",
      "completed",
    ]);
  });

  it("skips and counts data that makes no sense, and goes on", async () => {
    await script(
      reply(
        ": comment\n\n",
        "data: : keepalive\n\n",
        "data: [DONE]\n\n",
        "data: {oops\n\n",
        "data: 5\n\n",
        "event: x\n\n",
        plain,
      ),
    );
    const { events } = await ask();
    expect(events.slice(-2)).toMatchObject([{ type: "skipped", count: 2 }, { type: "completed" }]);
  });

  it("ends at completed although the connection stays open, and closes it", async () => {
    const { requests } = await script(reply(plain, hang));
    expect(last(await ask())).toBe("completed");
    await requests[0]?.closed;
  });

  it("reads nothing after completed", async () => {
    await script(reply(plain, message("too late"), failed("server_error")));
    const outcome = await ask();
    expect(outcome.error).toBeNull();
    expect(text(outcome)).toBe("Hé 😀");
  });

  it("hands events over as they arrive, before the stream goes on", async () => {
    const more = gate();
    await script(reply(created(), call("c1", "shell", {}), more, completed()));
    const outcome = await read(client(model?.baseUrl ?? "").stream(request, new AbortController().signal), (event) => {
      if (event.type === "itemDone") more.open();
    });
    expect(outcome.events.map(({ type }) => type)).toEqual(["itemDone", "completed"]);
  });

  it("takes an event that is 8 MB long", async () => {
    const long = "x".repeat(8 * 1024 * 1024);
    await script(reply(messageAdded("msg_1"), textDelta("msg_1", long), completed()));
    expect(text(await ask()).length).toBe(long.length);
  });

  it("takes 20 000 deltas with one wait on the clock", async () => {
    const deltas = Array.from({ length: 20_000 }, (_, at) => textDelta("msg_1", `${at} `));
    let waits = 0;
    const counting = Object.assign(Object.create(clock) as FakeClock, {
      nowMs: () => clock.nowMs(),
      waitUntil: (deadlineMs: number, signal: AbortSignal) => {
        waits += 1;
        return clock.waitUntil(deadlineMs, signal);
      },
    });
    await script(reply(messageAdded("msg_1"), deltas, completed()));
    const outcome = await ask({ clock: counting });
    expect(outcome.events).toHaveLength(20_003);
    expect(waits).toBe(1);
  });
});

describe("an attempt that breaks (runtime.md §3, §11)", () => {
  it.each([
    ["cut", [cut]],
    ["a clean end without a terminal event (bug 26)", []],
  ] as const)("%s: what was whole is told, what was not is not, then StreamDisconnected", async (_name, end) => {
    await script(
      reply(
        created(),
        reasoning("Hm."),
        call("c1", "shell", {}),
        callAdded("c2", "shell"),
        argumentsDelta("c2", '{"command":"rm'),
        textDelta("msg_1", "Hal"),
        end,
      ),
    );
    const outcome = await ask();
    expect(outcome.error).toBeInstanceOf(StreamDisconnected);
    expect(outcome.events.flatMap((event) => (event.type === "itemDone" ? [event.item.type] : []))).toEqual([
      "reasoning",
      "function_call",
    ]);
    expect(text(outcome)).toBe("Hal");
  });

  it("drops a call whose end was cut in the middle of its event", async () => {
    const half = JSON.stringify({ ...callDone("c1", "shell", { command: "ls" }), output_index: 0 }).slice(0, -20);
    await script(reply(created(), `data: ${half}`));
    const outcome = await ask();
    expect(outcome.events).toEqual([]);
    expect(errorMessage(outcome.error)).toContain("1 events made no sense");
  });

  it.each([
    ["an HTML page", { headers: { "content-type": "text/html" } }, "<html><body>Log in</body></html>"],
    ["an empty body", {}, ""],
    ["half a JSON error", { headers: { "content-type": "application/json" } }, '{"error":'],
    ["one JSON value", { headers: { "content-type": "application/json" } }, '{"id":"resp_1"}'],
  ])("status 200 with %s is no success", async (_name, options, body) => {
    await script(replyWith(options, body));
    const { error } = await ask();
    expect(error).toBeInstanceOf(StreamDisconnected);
    expect(errorMessage(error)).toContain("was not an event stream");
  });

  it.each([500, 502, 503, 504])("status %i is StreamDisconnected", async (status) => {
    await script(refusal(status, { error: { message: "upstream is down" } }));
    const { error } = await ask();
    expect(error).toBeInstanceOf(StreamDisconnected);
    expect(errorMessage(error)).toContain(`answered ${status}: upstream is down`);
  });

  it("an incomplete response without a final reason is StreamDisconnected", async () => {
    await script(reply(message("Whole."), incomplete("interrupted")));
    const outcome = await ask();
    expect(outcome.error).toBeInstanceOf(StreamDisconnected);
    expect(errorMessage(outcome.error)).toContain("incomplete: interrupted");
    expect(outcome.events.filter(({ type }) => type === "itemDone")).toHaveLength(1);
  });

  it("an error behind a whole answer is told after it, as a failure (bug 25)", async () => {
    await script(reply(message("Whole."), { type: "error", code: "server_error", message: "Sorry." }));
    const outcome = await ask();
    expect(outcome.events.at(-1)).toMatchObject({ type: "itemDone", item: { content: [{ text: "Whole." }] } });
    expect(outcome.error).toBeInstanceOf(StreamDisconnected);
  });

  it("leaves nothing of itself to the next one (bug 22)", async () => {
    await script(
      reply(callAdded("c1", "shell"), argumentsDelta("c1", '{"comm'), textDelta("msg_1", "Hal"), cut),
      reply(call("c1", "shell", { command: "ls" }), message("Hallo", { id: "msg_1" }), completed()),
    );
    const one = client(model?.baseUrl ?? "");
    await read(one.stream(request, new AbortController().signal));
    const { events, error } = await read(one.stream(request, new AbortController().signal));
    expect(error).toBeNull();
    expect(events.flatMap((event) => (event.type === "itemDone" ? [event.item] : []))).toMatchObject([
      { call_id: "c1", arguments: '{"command":"ls"}' },
      { content: [{ text: "Hallo" }] },
    ]);
  });

  it("a connection that closes before the headers is StreamDisconnected", async () => {
    await script(reply(cut));
    expect((await ask()).error).toBeInstanceOf(StreamDisconnected);
  });

  it("an answer that is no HTTP is StreamDisconnected", async () => {
    const server = createTcpServer((socket) => socket.once("data", () => socket.end("SSH-2.0-OpenSSH_9.2\r\n")));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const { error } = await ask({ baseUrl: `http://127.0.0.1:${port}/v1` });
    expect(error).toBeInstanceOf(StreamDisconnected);
    await new Promise((resolve) => server.close(resolve));
  });

  it("no connection at all is ConnectionFailed", async () => {
    const { baseUrl, close } = await script();
    await close();
    model = null;
    const { error } = await ask({ baseUrl });
    expect(error).toBeInstanceOf(ConnectionFailed);
    expect(errorMessage(error)).toContain("ECONNREFUSED");
  });

  it("a host without an address is ConnectionFailed", async () => {
    await script();
    const { error } = await ask({ baseUrl: "http://nobody.invalid/v1" });
    expect(error).toBeInstanceOf(ConnectionFailed);
    expect(errorMessage(error)).toMatch(/no connection to http:\/\/nobody.invalid \((ENOTFOUND|EAI_AGAIN)\)/);
  });

  it("TLS with a server that speaks none is refused for good", async () => {
    const { baseUrl } = await script();
    const { error } = await ask({ baseUrl: baseUrl.replace("http:", "https:") });
    expect(error).toMatchObject({ turnError: { code: "network" } });
  });

  it("failed in the stream is told after the items that were read", async () => {
    await script(
      reply(created(), call("c1", "shell", {}), failed("server_error", "Sorry.")),
      reply(message("Hal"), failed("context_length_exceeded", "Too long.")),
      reply(message("Whole."), incomplete("content_filter")),
      reply(message("Whole."), incomplete("max_output_tokens")),
    );
    const outcomes = [await ask(), await ask(), await ask(), await ask()];
    expect(outcomes.map(({ events }) => events.filter(({ type }) => type === "itemDone").length)).toEqual([1, 1, 1, 1]);
    expect(outcomes[0]?.error).toBeInstanceOf(StreamDisconnected);
    expect(outcomes.slice(1).map(({ error }) => (error instanceof RequestRejected ? error.turnError.code : error))).toEqual([
      "contextWindowExceeded",
      "contentPolicy",
      "maxOutputTokens",
    ]);
  });
});

describe("status 200 with an error for a body", () => {
  it.each([
    ["a limit", { error: { code: 429, message: "Slow down, try again in 2s" } }, RateLimited],
    ["a broken provider", { error: { code: 502, message: "Provider returned error" } }, StreamDisconnected],
    ["words only", { error: "Something broke" }, StreamDisconnected],
    ["a full window", { error: { message: "Context size has been exceeded." } }, RequestRejected],
  ])("is that error: %s", async (_name, body, kind) => {
    await script(refusal(200, body));
    const { error } = await ask();
    expect(error).toBeInstanceOf(kind);
    expect(errorMessage(error)).toContain(typeof body.error === "string" ? body.error : body.error.message);
  });

  it("is read however the bytes come", async () => {
    await script(replyWith({ bytesPerWrite: 1, headers: { "content-type": "application/json" } }, '{"error":"unexpected é 😀"}'));
    expect(errorMessage((await ask()).error)).toContain("unexpected é 😀");
  });
});

describe("quick retries before a response has begun (setting requestMaxRetries)", () => {
  const fine = reply(message("Hello"), completed());

  /** Asks, and lets each wait pass once it is there; gives the waits. */
  async function askWaiting(changes: Partial<ResponsesClientOptions>): Promise<Outcome & { waits: number[] }> {
    const waits: number[] = [];
    const watching = Object.assign(Object.create(clock) as FakeClock, {
      nowMs: () => clock.nowMs(),
      waitUntil: async (deadlineMs: number, signal: AbortSignal) => {
        const ms = deadlineMs - clock.nowMs();
        if (ms >= 100_000) return clock.waitUntil(deadlineMs, signal);
        waits.push(ms);
        const reached = clock.waitUntil(deadlineMs, signal);
        await clock.advance(ms);
        return reached;
      },
    });
    return { ...(await ask({ clock: watching, ...changes })), waits };
  }

  it("are none unless they are asked for", async () => {
    const { requests } = await script(refusal(500, ""));
    expect((await ask()).error).toBeInstanceOf(StreamDisconnected);
    expect(requests).toHaveLength(1);
  });

  it("follow a 5xx and a connection that closed before its headers, 200 ms × 2ⁿ ± 10 % apart, unseen", async () => {
    const { requests } = await script(refusal(500, ""), reply(cut), refusal(502, "bad gateway"), fine);
    const { events, error, waits } = await askWaiting({ requestMaxRetries: 3 });
    expect(error).toBeNull();
    expect(events.map(({ type }) => type)).toEqual(["itemStarted", "textDelta", "itemDone", "completed"]);
    expect(requests.map(({ body }) => body)).toEqual(Array.from({ length: 4 }, () => requests[0]?.body));
    expect(waits).toHaveLength(3);
    for (const [at, ms] of waits.entries()) {
      expect(ms).toBeGreaterThanOrEqual(180 * 2 ** at);
      expect(ms).toBeLessThanOrEqual(220 * 2 ** at);
    }
  });

  it("end with the last failure", async () => {
    const { requests } = await script(refusal(500, "first"), refusal(503, "second"), refusal(500, "third"));
    const { error } = await askWaiting({ requestMaxRetries: 2 });
    expect(error).toBeInstanceOf(StreamDisconnected);
    expect(errorMessage(error)).toContain("answered 500: third");
    expect(requests).toHaveLength(3);
  });

  it.each([
    ["a 429", refusal(429, ""), RateLimited],
    ["an overloaded server", refusal(503, { error: { code: "server_is_overloaded" } }), RateLimited],
    ["a 400", refusal(400, ""), RequestRejected],
    [
      "a full window that calls itself 500",
      refusal(500, { error: { message: "Context size has been exceeded." } }),
      RequestRejected,
    ],
    ["a stream that has begun", reply(created(), cut), StreamDisconnected],
    ["a stream that begins with a failure", reply(failed("server_error")), StreamDisconnected],
  ])("do not follow %s", async (_name, step, kind) => {
    const { requests } = await script(step);
    expect((await ask({ requestMaxRetries: 5 })).error).toBeInstanceOf(kind);
    expect(requests).toHaveLength(1);
  });

  it("do not follow a server that is not there", async () => {
    const { baseUrl, close } = await script();
    await close();
    model = null;
    expect((await ask({ baseUrl, requestMaxRetries: 5 })).error).toBeInstanceOf(ConnectionFailed);
  });

  it("do not follow silence, which was waited for long enough", async () => {
    const { requests, request: arrived } = await script(replyWith({ beforeHeaders: gate() }, completed()));
    const reading = ask({ requestMaxRetries: 5, idleTimeoutMs: 1000 });
    await arrived(0);
    await clock.advance(1000);
    expect(errorMessage((await reading).error)).toContain("nothing came");
    expect(requests).toHaveLength(1);
  });

  it.each(["the abort", "the reader who leaves"])("are over at once with %s", async (way) => {
    const { requests } = await script(refusal(500, ""));
    const controller = new AbortController();
    const stream = client(model?.baseUrl ?? "", { requestMaxRetries: 5 }).stream(request, controller.signal);
    const events = stream[Symbol.asyncIterator]();
    const next = events.next();
    await clock.whenPending(2);
    if (way === "the abort") controller.abort();
    else await events.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(requests).toHaveLength(1);
  });
});

describe("a refusal (runtime.md §11)", () => {
  it.each([
    [400, { error: { message: "Invalid value", code: "invalid_value" } }, "badRequest"],
    [400, { error: { message: "Too long", code: "context_length_exceeded" } }, "contextWindowExceeded"],
    [400, { error: { message: "Flagged", code: "content_policy_violation" } }, "contentPolicy"],
    [401, { error: { message: "Incorrect API key provided" } }, "unauthorized"],
    [403, { error: { message: "No access" } }, "unauthorized"],
    [404, { error: { message: "model not found" } }, "notFound"],
    [429, { error: { message: "Slow down", code: "rate_limit_exceeded" } }, "rateLimited"],
    [429, { error: { message: "Pay", code: "insufficient_quota" } }, "quotaExceeded"],
    [503, { error: { message: "Full", code: "server_is_overloaded" } }, "overloaded"],
    [404, "page not found", "notFound"],
    [404, "", "notFound"],
  ] as const)("status %i with %j is %o", async (status, body, code) => {
    await script(refusal(status, body));
    const { error } = await ask();
    expect(error).toMatchObject({ turnError: { code } });
    expect(errorMessage(error)).toContain(`${model?.baseUrl}/responses answered ${status}`);
  });

  it.each([
    ["seconds", {}, { "retry-after": "30" }, 30_000],
    ["a date", {}, { "retry-after": "Fri, 02 Jan 2026 03:05:05 GMT" }, 60_000],
    ["milliseconds", {}, { "retry-after": "1", "retry-after-ms": "250" }, 250],
    ["words, which win", { message: "Please try again in 1.5s." }, { "retry-after": "30" }, 1500],
    ["nothing", {}, {}, null],
  ])("a 429 is RateLimited with the advice in %s", async (_name, fields, headers, advisedMs) => {
    await script(refusal(429, { error: { message: "Slow down", ...fields } }, headers));
    const { error } = await ask();
    expect(error).toBeInstanceOf(RateLimited);
    const retryAtMs = advisedMs === null ? {} : { retryAtMs: clock.nowMs() + advisedMs };
    expect(error).toMatchObject({ advisedMs, turnError: { code: "rateLimited", ...retryAtMs } });
  });

  it("counts the advised wait from the answer, not from the question", async () => {
    const headers = gate();
    const { request: arrived } = await script({
      ...refusal(429, { error: { message: "Slow down" } }, { "retry-after": "30" }),
      options: { status: 429, headers: { "retry-after": "30" }, beforeHeaders: headers },
    });
    const reading = ask();
    await arrived(0);
    await clock.advance(10_000);
    headers.open();
    expect((await reading).error).toMatchObject({ turnError: { retryAtMs: clock.nowMs() + 30_000 } });
  });

  it("a limit in the stream is RateLimited after what was read, by its words or by the response's headers", async () => {
    const limit = (message: string) => failed("rate_limit_exceeded", message);
    await script(
      reply(message("Hal"), limit("Rate limit reached. Please try again in 1.5s.")),
      replyWith({ headers: { "retry-after": "7" } }, call("c1", "shell", {}), limit("Slow down.")),
      reply(failed("server_is_overloaded", "Full.")),
    );
    const outcomes = [await ask(), await ask(), await ask()];
    expect(outcomes.map(({ error }) => (error instanceof RateLimited ? [error.turnError.code, error.advisedMs] : error))).toEqual(
      [
        ["rateLimited", 1500],
        ["rateLimited", 7000],
        ["overloaded", null],
      ],
    );
    expect(outcomes.map(({ events }) => events.filter(({ type }) => type === "itemDone").length)).toEqual([1, 1, 0]);
  });

  it("of sealed reasoning is ReasoningRefused, also in the stream (bug 16)", async () => {
    const error = { message: "The encrypted content gAAA could not be verified.", code: "invalid_encrypted_content" };
    await script(refusal(400, { error }), reply(created(), failed(error.code, error.message)));
    expect((await ask()).error).toBeInstanceOf(ReasoningRefused);
    expect((await ask()).error).toBeInstanceOf(ReasoningRefused);
  });

  it("never shows the key, not even when the server does", async () => {
    await script(refusal(401, { error: { message: "Incorrect API key provided: sk-test-123456 (gateway gw-abcdef-99)" } }));
    const { error } = await ask({ apiKey: () => "sk-test-123456", headers: { "x-gateway": "gw-abcdef-99" } });
    expect(JSON.stringify(error)).toContain("[hidden]");
    expect(JSON.stringify(error) + errorMessage(error)).not.toMatch(/sk-test|gw-abc/);
  });

  it("reads 64 KiB of its words and no more", async () => {
    const { requests } = await script(replyWith({ status: 400 }, "x".repeat(100 * 1024), hang));
    const { error } = await ask();
    expect(error).toMatchObject({ turnError: { code: "badRequest" } });
    expect(errorMessage(error).length).toBeLessThan(400);
    await requests[0]?.closed;
  });

  it("is classified by its status when its words are cut off", async () => {
    await script(replyWith({ status: 401, headers: { "content-length": "1000" } }, '{"error":', cut));
    expect((await ask()).error).toMatchObject({ turnError: { code: "unauthorized" } });
  });

  it("does not follow a server that sends the request elsewhere", async () => {
    await script(refusal(307, "", { location: "http://127.0.0.1:1/other" }));
    const { error } = await ask();
    expect(error).toMatchObject({ turnError: { code: "notFound" } });
    expect(errorMessage(error)).toContain("http://127.0.0.1:1/other");
  });
});

describe("silence (runtime.md §3)", () => {
  const idleTimeoutMs = 300_000;

  it("is measured by our clock alone, from the request on, before the headers", async () => {
    const headers = gate();
    const { requests, request: arrived } = await script(replyWith({ beforeHeaders: headers }, completed()));
    const reading = ask({ idleTimeoutMs });
    await arrived(0);
    await clock.advance(idleTimeoutMs - 1);
    expect(requests[0]).toBeDefined();
    await clock.advance(1);
    const { error } = await reading;
    expect(error).toBeInstanceOf(StreamDisconnected);
    expect(errorMessage(error)).toContain("for 300 s");
    await requests[0]?.closed;
  });

  it("ends the attempt after what had come", async () => {
    const { requests } = await script(reply(created(), message("Hal"), hang));
    const seen = gate();
    const reading = read(
      client(model?.baseUrl ?? "", { idleTimeoutMs }).stream(request, new AbortController().signal),
      (event) => {
        if (event.type === "itemDone") seen.open();
      },
    );
    await seen.pass();
    await clock.advance(idleTimeoutMs * 2);
    const outcome = await reading;
    expect(outcome.error).toBeInstanceOf(StreamDisconnected);
    expect(text(outcome)).toBe("Hal");
    await requests[0]?.closed;
  });

  it("is broken by any byte: a comment, a keep-alive, a piece of an event (bug 106)", async () => {
    const pieces = [
      ": still here\n\n",
      "data: : keepalive\n\n",
      "data: {",
      '"type"',
      ':"response.output_text.delta","delta":"x"}\n\n',
    ];
    // The fetch is told byte by byte, so that the test knows when a piece has been read and time may go on.
    const body = (async function* () {
      for (const piece of pieces) {
        await clock.advance(idleTimeoutMs - 1);
        yield new TextEncoder().encode(piece);
      }
      await clock.advance(idleTimeoutMs - 1);
      yield new TextEncoder().encode(`data: ${JSON.stringify(completed())}\n\n`);
    })();
    const steady: Fetch = () => Promise.resolve({ ok: true, status: 200, statusText: "OK", headers: { get: () => null }, body });
    await script();
    const outcome = await ask({ idleTimeoutMs, fetch: steady });
    expect(outcome.error).toBeNull();
    expect(text(outcome)).toBe("x");
  });

  it("is not the server's while the reader is busy", async () => {
    const more = gate();
    await script(reply(created(), message("a b c"), more, completed()));
    const stream = client(model?.baseUrl ?? "", { idleTimeoutMs }).stream(request, new AbortController().signal);
    const seen: string[] = [];
    for await (const event of stream) {
      seen.push(event.type);
      await clock.advance(idleTimeoutMs * 3);
      if (event.type === "itemDone") more.open();
    }
    expect(seen.at(-1)).toBe("completed");
  });
});

describe("an abort (runtime.md §14 I14)", () => {
  /** A signal that counts who listens to it. */
  function abortable() {
    const controller = new AbortController();
    let listeners = 0;
    const add = controller.signal.addEventListener.bind(controller.signal);
    const remove = controller.signal.removeEventListener.bind(controller.signal);
    Object.assign(controller.signal, {
      addEventListener: (...args: Parameters<typeof add>) => {
        listeners += 1;
        add(...args);
      },
      removeEventListener: (...args: Parameters<typeof remove>) => {
        listeners -= 1;
        remove(...args);
      },
    });
    return { controller, signal: controller.signal, listeners: () => listeners };
  }

  it("before the request makes none", async () => {
    const { requests } = await script();
    const outcome = await read(client(model?.baseUrl ?? "").stream(request, AbortSignal.abort()));
    expect(outcome).toEqual({ events: [], error: null });
    expect(requests).toHaveLength(0);
  });

  it("before the headers ends at once and closes the connection", async () => {
    const { request: arrived } = await script(replyWith({ beforeHeaders: gate() }, completed()));
    const { controller, signal, listeners } = abortable();
    const reading = read(client(model?.baseUrl ?? "").stream(request, signal));
    const { closed } = await arrived(0);
    controller.abort();
    expect(await reading).toEqual({ events: [], error: null });
    await closed;
    expect(listeners()).toBe(0);
  });

  it("in silence ends at once and closes the connection", async () => {
    const silence = gate();
    const { request: arrived } = await script(reply(created(), message("Hal"), silence));
    const { controller, signal, listeners } = abortable();
    const reading = read(client(model?.baseUrl ?? "").stream(request, signal));
    const { closed } = await arrived(0);
    await silence.reached;
    controller.abort();
    expect((await reading).error).toBeNull();
    await closed;
    expect(listeners()).toBe(0);
  });

  it("in the words of a refusal ends at once", async () => {
    const silence = gate();
    const { request: arrived } = await script(replyWith({ status: 500 }, "half an", silence));
    const { controller, signal } = abortable();
    const reading = read(client(model?.baseUrl ?? "").stream(request, signal));
    const { closed } = await arrived(0);
    await silence.reached;
    controller.abort();
    expect(await reading).toEqual({ events: [], error: null });
    await closed;
  });

  it("tells nothing more, also of what had already come", async () => {
    await script(reply(created(), call("c1", "shell", {}), call("c2", "shell", {}), completed()));
    const { controller, signal, listeners } = abortable();
    const outcome = await read(client(model?.baseUrl ?? "").stream(request, signal), () => controller.abort());
    expect(outcome.events).toHaveLength(1);
    expect(outcome.error).toBeNull();
    expect(listeners()).toBe(0);
  });

  it("a reader that leaves closes the connection as well", async () => {
    const { requests } = await script(reply(created(), call("c1", "shell", {}), hang));
    const { signal, listeners } = abortable();
    for await (const event of client(model?.baseUrl ?? "").stream(request, signal)) {
      if (event.type === "itemDone") break;
    }
    await requests[0]?.closed;
    expect(listeners()).toBe(0);
  });
});

describe("a reader who leaves (runtime.md §4: mail preempts, an instant steer cuts)", () => {
  const leave = (events: AsyncIterator<ModelEvent>) => events.return?.();

  function open(): AsyncIterator<ModelEvent> {
    return client(model?.baseUrl ?? "")
      .stream(request, new AbortController().signal)
      [Symbol.asyncIterator]();
  }

  it("at an item closes the connection before the next byte, and what had come with it is not told", async () => {
    const { requests } = await script(reply(created(), reasoning("Hm."), call("c1", "shell", {}), hang));
    const events = open();
    let event = await events.next();
    while (event.done !== true && event.value.type !== "itemDone") event = await events.next();
    expect(await leave(events)).toEqual({ done: true, value: undefined });
    await requests[0]?.closed;
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(clock.pending).toBe(0);
  });

  it.each([
    ["before the headers", replyWith({ beforeHeaders: gate() }, completed())],
    ["in silence", reply(created(), hang)],
  ])("closes the connection also while an event is awaited: %s", async (_name, step) => {
    const { request: arrived } = await script(step);
    const events = open();
    const next = events.next();
    const { closed } = await arrived(0);
    expect(await leave(events)).toEqual({ done: true, value: undefined });
    expect(await next).toEqual({ done: true, value: undefined });
    await closed;
    expect(clock.pending).toBe(0);
  });

  it("before the first event was asked for makes no request", async () => {
    const { requests } = await script();
    const events = open();
    expect(await leave(events)).toEqual({ done: true, value: undefined });
    expect(requests).toHaveLength(0);
  });

  it("leaves the connection pool fit for the next request", async () => {
    await script(reply(created(), hang), reply(message("Hello"), completed()));
    const events = open();
    const next = events.next();
    await model?.request(0);
    await leave(events);
    await next;
    expect(text(await ask())).toBe("Hello");
  });
});

describe("text that no file can hold", () => {
  it("gives ids and items without unpaired surrogates, and leaves a delta its half of a character", async () => {
    const pieces = [textDelta("m\ud800", "a\ud83d"), textDelta("m\ud800", "\ude00b")];
    const { baseUrl } = await script(
      reply(messageAdded("m\ud800"), pieces, call("c\ud801", "shell", "\udc00"), message("\ud83d\ude00\ud800"), completed()),
    );
    const { events } = await read(client(baseUrl).stream(request, new AbortController().signal));
    expect(events.flatMap((event) => (event.type === "textDelta" ? [event.delta] : [])).slice(0, 2)).toEqual([
      "a\ud83d",
      "\ude00b",
    ]);
    expect(events.find((event) => event.type === "itemStarted")).toMatchObject({ id: "m\ufffd" });
    const done = events.flatMap((event) => (event.type === "itemDone" ? [event.item] : []));
    expect(done).toMatchObject([
      { call_id: "c\ufffd", arguments: "\ufffd" },
      { content: [{ text: "\ud83d\ude00\ufffd" }] },
      { id: "m\ufffd" },
    ]);
  });
});

describe("ModelClient", () => {
  it("has the limits it was given, or 5 retries and an unknown window", () => {
    expect(client("http://host/v1")).toMatchObject({ provider: "test", contextWindow: null, maxRetries: 5 });
    expect(client("http://host/v1", { contextWindow: 1000, maxRetries: 0 })).toMatchObject({
      contextWindow: 1000,
      maxRetries: 0,
    });
  });

  it("reads a compressed stream as it comes", async () => {
    const { createGzip, constants } = await import("node:zlib");
    const server = createServer((_incoming, response) => {
      response.writeHead(200, { "content-type": "text/event-stream", "content-encoding": "gzip" });
      const gzip = createGzip();
      gzip.pipe(response);
      gzip.write(`data: ${JSON.stringify(textDelta("msg_1", "Hal"))}\n\n`);
      gzip.flush(constants.Z_SYNC_FLUSH);
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    await script();
    for await (const event of client(`http://127.0.0.1:${port}`).stream(request, new AbortController().signal)) {
      if (event.type === "textDelta") {
        expect(event.delta).toBe("Hal");
        break;
      }
    }
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
