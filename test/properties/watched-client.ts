// A scripted model that writes down when it is asked and when it has answered.
import type { ModelEvent, ModelRequest } from "../../electron/runtime/ports/model-client";
import type { FakeClock } from "../support/fake-clock";
import { ScriptedClient, type ClientOptions } from "../support/scripted-client";
import type { Moment } from "./timeline";

export class WatchedClient extends ScriptedClient {
  /** A response is arriving. */
  isAnswering = false;
  readonly #moments: Moment[];

  constructor(clock: FakeClock, options: ClientOptions & { readonly moments: Moment[] }) {
    super(clock, options);
    this.#moments = options.moments;
  }

  override async *stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    this.#moments.push({ at: "request", request: structuredClone({ ...request }) });
    this.isAnswering = true;
    try {
      for await (const event of super.stream(request, signal)) {
        if (event.type === "completed") {
          this.isAnswering = false;
          this.#moments.push({ at: "completed", endTurn: event.endTurn, isSummary: request.tools.length === 0 });
        }
        yield event;
      }
    } finally {
      this.isAnswering = false;
    }
  }
}
