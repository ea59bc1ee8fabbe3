// For the quirks of providers: their streams word for word over real HTTP, and what our client makes of them. Nothing is numbered or mended
// on the way, as the scripted model's own events would be.
import { createHttpClient } from "../../../../electron/adapters/model/http-client";
import { createResponsesClient, type ResponsesClientOptions } from "../../../../electron/adapters/model/responses-client";
import type { ModelEvent, ModelRequest } from "../../../../electron/runtime/ports/model-client";
import type { ResponseItem } from "../../../../shared/protocol/response-item";
import { FakeClock } from "../../../support/fake-clock";
import { createCountingIds } from "../../../support/ids";
import { startScriptedModel, type ScriptedModel, type Step } from "../../../support/scripted-model";

type WireEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Events as they stand, each with its `event:` line. */
export function wire(...events: readonly WireEvent[]): string {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

/** Data without an event's name. */
export function data(value: unknown): string {
  return `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
}

export interface Answer {
  readonly events: readonly ModelEvent[];
  /** The items alone, in the order in which they ended. */
  readonly items: readonly ResponseItem[];
  readonly error: unknown;
}

export class ProviderBench {
  readonly clock = new FakeClock();
  readonly #http = createHttpClient();
  #model: ScriptedModel | null = null;

  get requests(): ScriptedModel["requests"] {
    return this.#model?.requests ?? [];
  }

  /** Asks a server that answers with this step. `path`: of the base URL. */
  async ask(
    step: Step,
    changes: Partial<ResponsesClientOptions> & { request?: Partial<ModelRequest>; path?: string } = {},
  ): Promise<Answer> {
    await this.#model?.close();
    this.#model = await startScriptedModel([step]);
    const { request, path = "/v1", ...options } = changes;
    const client = createResponsesClient({
      provider: "test",
      baseUrl: `${new URL(this.#model.baseUrl).origin}${path}`,
      fetch: this.#http.fetch,
      clock: this.clock,
      ids: createCountingIds(),
      ...options,
    });
    const events: ModelEvent[] = [];
    try {
      for await (const event of client.stream({ ...plainRequest, ...request }, new AbortController().signal)) events.push(event);
      return { events, items: itemsOf(events), error: null };
    } catch (error) {
      return { events, items: itemsOf(events), error };
    }
  }

  async close(): Promise<void> {
    this.#http.close();
    await this.#model?.close();
  }
}

const plainRequest: ModelRequest = {
  model: "m-1",
  instructions: "Be exact.",
  input: [{ type: "message", role: "user", content: [{ type: "input_text", text: "hi" }] }],
  tools: [{ name: "shell", description: "Runs a command.", parameters: { type: "object", properties: {} } }],
  threadId: "thread-1",
  turnId: "turn-1",
};

function itemsOf(events: readonly ModelEvent[]): ResponseItem[] {
  return events.flatMap((event) => (event.type === "itemDone" ? [event.item] : []));
}
