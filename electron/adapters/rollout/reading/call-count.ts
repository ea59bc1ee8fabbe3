// Calls and their outputs, paired by id wherever they stand in the file.
import { isJsonObject } from "./decode-line";
import type { FileRecord } from "./file-record";

/** Those that get an output line; a search of the web or an image that the provider makes never does. */
const CALLS: ReadonlySet<unknown> = new Set(["function_call", "custom_tool_call", "local_shell_call", "tool_search_call"]);
const OUTPUTS: ReadonlySet<unknown> = new Set(["function_call_output", "custom_tool_call_output", "tool_search_output"]);

export interface CallCounts {
  readonly calls: number;
  /** Without any output. */
  readonly openCalls: number;
  /** Outputs of a call that does not exist; a second output of one that does is none. */
  readonly orphanOutputs: number;
}

export class CallCount {
  #calls = 0;
  readonly #called = new Set<string>();
  readonly #answered = new Set<string>();
  readonly #uncalled = new Map<string, number>();

  take({ type, payload }: FileRecord): void {
    if (type !== "response_item" || !isJsonObject(payload)) return;
    const { call_id: id, type: kind } = payload;
    if (CALLS.has(kind)) {
      this.#calls += 1;
      if (typeof id === "string") this.#call(id);
    } else if (OUTPUTS.has(kind) && typeof id === "string") this.#answer(id);
  }

  end(): CallCounts {
    const open = [...this.#called].filter((id) => !this.#answered.has(id));
    const orphans = [...this.#uncalled.values()].reduce((sum, count) => sum + count, 0);
    return { calls: this.#calls, openCalls: open.length, orphanOutputs: orphans };
  }

  #call(id: string): void {
    this.#called.add(id);
    if (this.#uncalled.delete(id)) this.#answered.add(id);
  }

  #answer(id: string): void {
    if (this.#called.has(id)) this.#answered.add(id);
    else this.#uncalled.set(id, (this.#uncalled.get(id) ?? 0) + 1);
  }
}
