import { describe, expect, it } from "vitest";
import { errorOf, type Asked } from "../../../electron/adapters/model/error-mapping";
import type { Fault } from "../../../electron/adapters/model/fault";
import { RateLimited, ReasoningRefused, RequestRejected, StreamDisconnected } from "../../../electron/runtime/errors";

const NOW_MS = Date.UTC(2026, 0, 2);
const asked: Asked = {
  provider: "openai",
  url: "http://host/v1/responses",
  model: "m-1",
  hasKey: true,
  secrets: ["sk-secret-1234"],
};

function error(fault: Partial<Fault>, changes: Partial<Asked> = {}): ReturnType<typeof errorOf> {
  return errorOf({ status: null, codes: [], message: "", retryAfterMs: null, ...fault }, { ...asked, ...changes }, NOW_MS);
}

/** The error's class, and its code where it has one. */
function classOf(fault: Partial<Fault>): string {
  const found = error(fault);
  return "turnError" in found ? `${found.name} ${found.turnError.code}` : found.name;
}

describe("error-mapping: by status (runtime.md §11)", () => {
  it.each([
    [400, "RequestRejected badRequest"],
    [422, "RequestRejected badRequest"],
    [401, "RequestRejected unauthorized"],
    [403, "RequestRejected unauthorized"],
    [402, "RequestRejected quotaExceeded"],
    [404, "RequestRejected notFound"],
    [301, "RequestRejected notFound"],
    [429, "RateLimited rateLimited"],
    [408, "StreamDisconnected"],
    [500, "StreamDisconnected"],
    [502, "StreamDisconnected"],
    [503, "StreamDisconnected"],
    [529, "StreamDisconnected"],
  ])("%i is %s", (status, expected) => {
    expect(classOf({ status, message: "no" })).toBe(expected);
  });

  it("a server that is unavailable and says until when is overloaded", () => {
    expect(classOf({ status: 503, retryAfterMs: 1000 })).toBe("RateLimited overloaded");
    expect(classOf({ status: 529, retryAfterMs: 1000 })).toBe("RateLimited overloaded");
    expect(classOf({ status: 500, retryAfterMs: 1000 })).toBe("StreamDisconnected");
  });
});

describe("error-mapping: by code (runtime.md §11)", () => {
  it.each([
    ["context_length_exceeded", "RequestRejected contextWindowExceeded"],
    ["exceed_context_size_error", "RequestRejected contextWindowExceeded"],
    ["insufficient_quota", "RequestRejected quotaExceeded"],
    ["usage_limit_reached", "RequestRejected quotaExceeded"],
    ["content_filter", "RequestRejected contentPolicy"],
    ["cyber_policy", "RequestRejected contentPolicy"],
    ["max_output_tokens", "RequestRejected maxOutputTokens"],
    ["rate_limit_exceeded", "RateLimited rateLimited"],
    ["too_many_requests", "RateLimited rateLimited"],
    ["server_is_overloaded", "RateLimited overloaded"],
    ["slow_down", "RateLimited overloaded"],
    ["overloaded_error", "RateLimited overloaded"],
    ["invalid_api_key", "RequestRejected unauthorized"],
    ["model_not_found", "RequestRejected notFound"],
    ["invalid_encrypted_content", "ReasoningRefused"],
    ["server_error", "StreamDisconnected"],
    ["something_new", "StreamDisconnected"],
  ])("%s is %s, in the stream and with a status", (code, expected) => {
    expect(classOf({ codes: [code] })).toBe(expected);
    expect(classOf({ codes: [code], status: 503 })).toBe(expected);
  });

  it("invalid_prompt is what its words say: too long, flagged, or malformed", () => {
    const codes = ["invalid_prompt"];
    expect(classOf({ codes, message: "Input exceeds the maximum context length" })).toBe("RequestRejected contextWindowExceeded");
    expect(classOf({ codes, message: "your prompt was flagged as potentially violating our usage policy" })).toBe(
      "RequestRejected contentPolicy",
    );
    expect(classOf({ codes, message: "Invalid fields" })).toBe("RequestRejected badRequest");
  });
});

describe("error-mapping: by words, where a server has no code", () => {
  it.each([
    [400, "This model's maximum context length is 4096 tokens.", "RequestRejected contextWindowExceeded"],
    [400, "the request exceeds the available context size", "RequestRejected contextWindowExceeded"],
    [400, "Cannot truncate prompt with n_keep (15028) >= n_ctx (7424)", "RequestRejected contextWindowExceeded"],
    [500, "Context size has been exceeded.", "RequestRejected contextWindowExceeded"],
    [null, "Context size has been exceeded.", "RequestRejected contextWindowExceeded"],
    [400, "The model `x` does not exist", "RequestRejected notFound"],
    [null, "Unexpected endpoint or method. (POST /responses)", "RequestRejected notFound"],
    [403, "moderation: your input was flagged", "RequestRejected contentPolicy"],
    [400, "filtered due to the prompt triggering the content management policy", "RequestRejected contentPolicy"],
    [429, "You exceeded your current quota, please check your plan and billing details", "RequestRejected quotaExceeded"],
    [429, "exceeded token rate limit. See https://host/quotaincrease", "RateLimited rateLimited"],
    [429, "Rate limit exceeded: per day. Add 10 credits for more", "RateLimited rateLimited"],
    [400, "The encrypted content gAAA...5IEt could not be verified.", "ReasoningRefused"],
    [400, "This model does not support image inputs.", "PicturesRefused"],
    [422, "Failed to deserialize: unknown variant `input_image`", "PicturesRefused"],
    [null, "Encrypted content could not be decrypted or parsed.", "ReasoningRefused"],
    [401, "The encrypted content could not be verified", "RequestRejected unauthorized"],
    [400, "encrypted_content is not a field that we know", "RequestRejected badRequest"],
    [400, "invalid value", "RequestRejected badRequest"],
  ])("%s %s is %s", (status, message, expected) => {
    expect(classOf({ status, message })).toBe(expected);
  });

  it("finds refused reasoning in the words of a gateway that calls it something else (bug 16)", () => {
    const message =
      'ContentPolicyViolationError: {"error": {"message": "The encrypted content gAAA\ncould not be verified.", "code": "invalid_encrypted_content"}}. Set content_policy_fallback';
    expect(classOf({ status: 400, codes: ["400"], message })).toBe("ReasoningRefused");
    expect(error({ status: 400, message })).toBeInstanceOf(ReasoningRefused);
  });
});

describe("error-mapping: what is said", () => {
  it("says what was asked and what to do", () => {
    const found = error({ status: 404, message: 'model "m-1" not found,\n  try pulling it first' });
    expect(found).toBeInstanceOf(RequestRejected);
    expect(found).toMatchObject({
      turnError: {
        code: "notFound",
        message: 'http://host/v1/responses answered 404: model "m-1" not found, try pulling it first (model m-1)',
        action:
          'Check the base URL and the model of provider "openai" in settings.json (or COUNTERFOIL_BASE_URL and COUNTERFOIL_MODEL).',
      },
    });
  });

  it("says that the next turn compacts when the context window is full", () => {
    expect(error({ codes: ["context_length_exceeded"] })).toMatchObject({
      turnError: { action: "Send again: the next turn compacts the session before it asks the model." },
    });
  });

  it("says where to set the key, and whether one was sent, without showing it", () => {
    const message = "Incorrect API key provided: sk-secret-1234.";
    for (const hasKey of [true, false]) {
      const found = error({ status: 401, message }, { hasKey });
      expect(found).toMatchObject({
        turnError: {
          code: "unauthorized",
          message: "http://host/v1/responses answered 401: Incorrect API key provided: [hidden].",
        },
      });
      const action = found instanceof RequestRejected ? found.turnError.action : "";
      expect(action).toContain("COUNTERFOIL_API_KEY");
      expect(action).toContain(hasKey ? "was refused" : "No key was sent");
    }
  });

  it("hides the piece of a key that an answer ends with which broke off", () => {
    const found = error({ status: 401, message: '{"error":{"message":"Incorrect API key provided: sk-secret-1' });
    expect(found.message).toBe(
      'http://host/v1/responses answered 401: {"error":{"message":"Incorrect API key provided: [hidden]',
    );
    expect(error({ status: 401, message: "a key is expected: sk-" }).message).toContain("a key is expected: sk-");
  });

  it("quotes shortly", () => {
    expect(error({ status: 500, message: "x".repeat(10_000) }).message.length).toBeLessThan(400);
  });

  it("gives advice as a wait and as an instant, the words before the headers", () => {
    const limited = (fault: Partial<Fault>) => {
      const found = error({ status: 429, ...fault });
      return found instanceof RateLimited ? [found.advisedMs, found.turnError.retryAtMs] : found;
    };
    expect(limited({})).toEqual([null, undefined]);
    expect(limited({ retryAfterMs: 2000 })).toEqual([2000, NOW_MS + 2000]);
    expect(limited({ retryAfterMs: 2000, message: "Please try again in 1.5s." })).toEqual([1500, NOW_MS + 1500]);
    expect(limited({ retryAfterMs: 0 })).toEqual([0, NOW_MS]);
  });

  it("says for a quota when to come back, if the server says so", () => {
    expect(error({ codes: ["usage_limit_reached"], message: "try again in 2h" })).toMatchObject({
      turnError: { code: "quotaExceeded", retryAtMs: NOW_MS + 7_200_000 },
    });
  });

  it("is asked again within the budget only as StreamDisconnected", () => {
    expect(error({ codes: ["server_error"], message: "x" })).toBeInstanceOf(StreamDisconnected);
  });
});
