import { describe, expect, it } from "vitest";
import {
  errorOf,
  readFault,
  readFaultText,
  retryAfterMs,
  type Asked,
  type Fault,
} from "../../../electron/adapters/model/error-mapping";
import { RequestRejected, StreamDisconnected } from "../../../electron/runtime/errors";

const NOW_MS = Date.UTC(2026, 0, 2);
const asked: Asked = {
  provider: "openai",
  url: "http://host/v1/responses",
  model: "m-1",
  hasKey: true,
  secrets: ["sk-secret-1234"],
  nowMs: NOW_MS,
};

function classOf(fault: Partial<Fault>): string {
  const error = errorOf({ status: null, codes: [], message: "", retryAfterMs: null, ...fault }, asked);
  return error instanceof RequestRejected ? error.turnError.code : error.name;
}

describe("error-mapping (runtime.md §11)", () => {
  it.each([
    [400, "badRequest"],
    [422, "badRequest"],
    [401, "unauthorized"],
    [403, "unauthorized"],
    [402, "quotaExceeded"],
    [404, "notFound"],
    [301, "notFound"],
    [429, "rateLimited"],
    [408, "StreamDisconnected"],
    [500, "StreamDisconnected"],
    [502, "StreamDisconnected"],
    [503, "StreamDisconnected"],
    [529, "StreamDisconnected"],
  ])("status %i is %s", (status, expected) => {
    expect(classOf({ status, message: "no" })).toBe(expected);
  });

  it.each([
    ["context_length_exceeded", "contextWindowExceeded"],
    ["insufficient_quota", "quotaExceeded"],
    ["usage_limit_reached", "quotaExceeded"],
    ["content_filter", "contentPolicy"],
    ["cyber_policy", "contentPolicy"],
    ["max_output_tokens", "maxOutputTokens"],
    ["rate_limit_exceeded", "rateLimited"],
    ["server_is_overloaded", "overloaded"],
    ["slow_down", "overloaded"],
    ["invalid_api_key", "unauthorized"],
    ["model_not_found", "notFound"],
    ["server_error", "StreamDisconnected"],
    ["something_new", "StreamDisconnected"],
  ])("code %s is %s, in the stream and with a status", (code, expected) => {
    expect(classOf({ codes: [code] })).toBe(expected);
    expect(classOf({ codes: [code], status: 503 })).toBe(expected);
  });

  it("reads the words where a server has no code", () => {
    const words = (message: string, status = 400) => classOf({ status, message });
    expect(words("This model's maximum context length is 4096 tokens.")).toBe("contextWindowExceeded");
    expect(words("the request exceeds the available context size")).toBe("contextWindowExceeded");
    expect(words("The model `x` does not exist")).toBe("notFound");
    expect(words("You exceeded your current quota", 429)).toBe("quotaExceeded");
    expect(words("invalid value")).toBe("badRequest");
  });

  it("says what was asked and what to do", () => {
    const error = errorOf(
      { status: 404, codes: [], message: 'model "m-1" not found,\n  try pulling it first', retryAfterMs: null },
      asked,
    );
    expect(error).toBeInstanceOf(RequestRejected);
    expect(error).toMatchObject({
      turnError: {
        code: "notFound",
        message: 'http://host/v1/responses answered 404: model "m-1" not found, try pulling it first (model m-1)',
        action:
          'Check the base URL and the model of provider "openai" in settings.json (or COUNTERFOIL_BASE_URL and COUNTERFOIL_MODEL).',
      },
    });
  });

  it("says where to set the key, and whether one was sent, without showing it", () => {
    const fault: Fault = { status: 401, codes: [], message: "Incorrect API key provided: sk-secret-1234.", retryAfterMs: null };
    for (const hasKey of [true, false]) {
      const error = errorOf(fault, { ...asked, hasKey });
      expect(error).toMatchObject({
        turnError: {
          code: "unauthorized",
          message: "http://host/v1/responses answered 401: Incorrect API key provided: [hidden].",
        },
      });
      const action = error instanceof RequestRejected ? error.turnError.action : "";
      expect(action).toContain("COUNTERFOIL_API_KEY");
      expect(action).toContain(hasKey ? "was refused" : "No key was sent");
    }
  });

  it("quotes shortly", () => {
    expect(
      errorOf({ status: 500, codes: [], message: "x".repeat(10_000), retryAfterMs: null }, asked).message.length,
    ).toBeLessThan(400);
  });

  it("knows when to come back", () => {
    const back = (fault: Partial<Fault>) => {
      const error = errorOf({ status: 429, codes: [], message: "", retryAfterMs: null, ...fault }, asked);
      return error instanceof RequestRejected && error.turnError.retryAtMs !== undefined
        ? error.turnError.retryAtMs - NOW_MS
        : null;
    };
    expect(back({})).toBeNull();
    expect(back({ retryAfterMs: 2000 })).toBe(2000);
    expect(back({ message: "Please try again in 1.5s." })).toBe(1500);
    expect(back({ message: "Please try again in 20ms." })).toBe(20);
    expect(back({ message: "try again in 7m12.5s" })).toBe(432_500);
    expect(back({ message: "Try again in 35 seconds" })).toBe(35_000);
    expect(retryAfterMs("2", NOW_MS)).toBe(2000);
    expect(retryAfterMs(new Date(NOW_MS + 60_000).toUTCString(), NOW_MS)).toBe(60_000);
    expect(retryAfterMs("soon", NOW_MS)).toBeNull();
    expect(retryAfterMs(null, NOW_MS)).toBeNull();
  });

  it("reads the forms in which servers put an error", () => {
    const http = { status: 400, retryAfterMs: null };
    expect(readFault({ error: { message: "m", code: "c", type: "t" } }, http)).toEqual({
      ...http,
      codes: ["c", "t"],
      message: "m",
    });
    expect(readFault({ error: "m" }, http)).toMatchObject({ message: "m" });
    expect(readFault({ object: "error", message: "m", type: "BadRequestError", code: 400 }, http)).toMatchObject({
      message: "m",
    });
    expect(readFault({ detail: [{ loc: ["body"], msg: "m" }] }, http)).toMatchObject({ message: '[{"loc":["body"],"msg":"m"}]' });
    expect(readFault({ error: { message: 5, code: {}, type: [] } }, http)).toEqual({ ...http, codes: [], message: "" });
    expect(readFaultText('{"unknown":1}', http)).toMatchObject({ message: '{"unknown":1}' });
    expect(readFaultText("plain words", http)).toMatchObject({ message: "plain words" });
    expect(readFaultText("<!DOCTYPE html><html><title>Bad gateway</title><body>…", http)).toMatchObject({
      message: 'an HTML page "Bad gateway"',
    });
    expect(readFault({ error: { message: "m", code: 429 } }, { status: null, retryAfterMs: null })).toMatchObject({
      status: 429,
    });
  });

  it("is retryable only as StreamDisconnected", () => {
    expect(errorOf({ status: null, codes: ["server_error"], message: "x", retryAfterMs: null }, asked)).toBeInstanceOf(
      StreamDisconnected,
    );
  });
});
