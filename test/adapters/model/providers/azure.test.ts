// Azure OpenAI's Responses API. Sources: Microsoft's documentation (the address with its api-version, the api-key header);
// earendil-works/pi issue 7983 (a failure without reasons, then an error with them, Retry-After in the headers of a response with status 200);
// openai/codex issues 11653, 8100 and 9045 (sealed reasoning refused, also behind a gateway), 17615 (incomplete for a content filter);
// openai/openai-dotnet issue 55 (a filtered prompt); jasonacox/TinyLLM issue 17 (a limit's words); ayunis-core/ayunis-core pull request 1610
// (retry-after-ms); Azure/azure-rest-api-specs pull request 42141 (content_filters); langgenius/dify-plugin-sdks issue 264.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { RateLimited, ReasoningRefused, RequestRejected } from "../../../../electron/runtime/errors";
import { refusal, reply, replyWith } from "../../../support/scripted-model";
import { ProviderBench, wire } from "./provider-bench";

let bench: ProviderBench;
beforeEach(() => {
  bench = new ProviderBench();
});
afterEach(() => bench.close());

const done = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  content: [{ type: "output_text", text: "Whole.", annotations: [] }],
};
const itemDone = wire({ type: "response.output_item.done", output_index: 0, item: done });

describe("Azure", () => {
  it("is asked with its api-version and its own key header, and what it says of its filters is no matter", async () => {
    const content_filters = [
      { blocked: false, source_type: "prompt", content_filter_results: { hate: { filtered: false, severity: "safe" } } },
    ];
    const { events, error } = await bench.ask(
      reply(itemDone, wire({ type: "response.completed", response: { status: "completed", content_filters, output: [done] } })),
      { path: "/openai/v1?api-version=preview", headers: { "api-key": "azure-key-1" } },
    );
    expect(error).toBeNull();
    expect(events).toEqual([
      { type: "itemStarted", key: "item-0", id: "msg_1", kind: "message", phase: null },
      { type: "itemDone", key: "item-0", item: done },
      { type: "completed", usage: null, endTurn: true },
    ]);
    expect(bench.requests[0]?.path).toBe("/openai/v1/responses?api-version=preview");
    expect(bench.requests[0]?.headers).toMatchObject({ "api-key": "azure-key-1" });
    expect(bench.requests[0]?.headers["authorization"]).toBeUndefined();
  });

  it("fails without reasons and gives them in an error behind it; the headers of its response say when to come back", async () => {
    const { error } = await bench.ask(
      replyWith(
        { headers: { "retry-after": "9" } },
        wire(
          {
            type: "response.failed",
            sequence_number: 1,
            response: { status: "failed", error: null, incomplete_details: null, output: [] },
          },
          {
            type: "error",
            sequence_number: 2,
            error: {
              type: "too_many_requests",
              code: "rate_limit_exceeded",
              headers: { "x-ms-fe-error": "true" },
              message: "Your requests to the deployment have exceeded rate limit.",
              param: null,
            },
          },
        ),
      ),
    );
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({
      advisedMs: 9000,
      turnError: { code: "rateLimited", message: expect.stringContaining("have exceeded rate limit") as string },
    });
  });

  it("limits with words that name a help page about quotas, which is not the matter", async () => {
    const message =
      "Requests to the Responses Operation under Azure OpenAI API have exceeded token rate limit of your current OpenAI S0 pricing tier. " +
      "Please retry after 26 seconds. Please go here: https://aka.ms/oai/quotaincrease if you would like to further increase the default rate limit.";
    const { error } = await bench.ask(refusal(429, { error: { code: "429", message } }));
    expect(error).toBeInstanceOf(RateLimited);
    expect(error).toMatchObject({ advisedMs: 26_000 });
  });

  it("says in milliseconds when to come back", async () => {
    const { error } = await bench.ask(
      refusal(429, { error: { code: "429", message: "Busy" } }, { "retry-after": "1", "retry-after-ms": "420" }),
    );
    expect(error).toMatchObject({ advisedMs: 420 });
  });

  it.each([
    [
      "itself",
      {
        message: "The encrypted content gAAA...5IEt could not be verified.",
        type: "invalid_request_error",
        code: "invalid_encrypted_content",
      },
    ],
    [
      "behind a gateway that takes it for something else",
      {
        message:
          'litellm.BadRequestError: litellm.ContentPolicyViolationError: AzureException - {\n "error": {\n "message": "The encrypted content gAAA...ehIc\ncould not be verified.",\n "code": "invalid_encrypted_content"}}. Fallbacks=None',
        type: null,
        code: "400",
      },
    ],
  ])("refuses sealed reasoning, %s (bug 16)", async (_name, error) => {
    expect((await bench.ask(refusal(400, { error }))).error).toBeInstanceOf(ReasoningRefused);
  });

  it("filters a prompt with status 400, and an answer as incomplete behind what was whole", async () => {
    const message = "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.";
    const innererror = {
      code: "ResponsibleAIPolicyViolation",
      content_filter_result: { sexual: { filtered: true, severity: "high" } },
    };
    const prompt = await bench.ask(
      refusal(400, { error: { message, type: null, param: "prompt", code: "content_filter", status: 400, innererror } }),
    );
    expect(prompt.error).toMatchObject({ turnError: { code: "contentPolicy" } });
    const incomplete_details = { reason: "content_filter" };
    const answer = await bench.ask(
      reply(itemDone, wire({ type: "response.incomplete", response: { status: "incomplete", incomplete_details, output: [] } })),
    );
    expect(answer.items).toEqual([done]);
    expect(answer.error).toBeInstanceOf(RequestRejected);
    expect(answer.error).toMatchObject({ turnError: { code: "contentPolicy" } });
  });

  it("does not know the operation for the model", async () => {
    const error = { code: "OperationNotSupported", message: "The operation does not work with the specified model, m-1." };
    expect((await bench.ask(refusal(400, { error }))).error).toMatchObject({ turnError: { code: "badRequest" } });
  });
});
