// Calls and their outputs, paired as they come: every call ends with exactly one output, whatever the file says.
import { ItemId } from "../../../../shared/protocol/ids";
import type { ShownItem, ToolOutcome } from "../../../../shared/protocol/rollout-line";
import { COMMAND_TOOLS } from "../../../runtime/history/call-item";
import { parseTimestamp } from "../../../runtime/history/timestamp";
import { readOutcome } from "./call-outcome";
import type { Fields } from "./foreign-value";
import type { LineOutput } from "./line-output";
import { type ForeignCall, callItem, outputItem } from "./model-item";
import { hashOf, remember } from "./recent-hashes";
import { toldRun } from "./told-run";
import type { OpenCall, Origin } from "./translator-state";

const CLOSED_CALLS = 64;
/** Of calls without an output no more are kept open: every checkpoint of an index holds them. */
const OPEN_CALLS = 128;
const ABORTED = "aborted";

const COMMANDS: ReadonlySet<string> = new Set([...COMMAND_TOOLS, "write_stdin"]);

export class ForeignRuns {
  readonly #out: LineOutput;
  readonly #settle: () => void;

  /** `settle`: gives out the messages that wait, in front of an item of its own. */
  constructor(out: LineOutput, settle: () => void) {
    this.#out = out;
    this.#settle = settle;
  }

  get hasOpen(): boolean {
    return this.#out.calls.size > 0;
  }

  open(call: ForeignCall, at: Origin): void {
    const { calls } = this.#out;
    const key = this.#out.nextKey(at);
    const id = this.#out.idOr(call.callId, () => key);
    const kind = COMMANDS.has(call.name) ? "command" : call.name === "apply_patch" ? "patch" : "other";
    const fileId = call.callId ?? id;
    const before = calls.get(fileId);
    // Two calls of one id: the first one's output can never be told from the second's.
    if (before !== undefined) this.#abort(fileId, before, at);
    if (calls.size >= OPEN_CALLS) this.#giveUpOldest(at);
    calls.set(fileId, { id, kind, isCustom: call.isCustom, isTold: false });
    this.#out.putAs(key, { type: "response_item", payload: callItem(call, id) }, at);
  }

  close(callId: string | undefined, output: string, at: Origin): void {
    const call = callId === undefined ? undefined : this.#out.calls.get(callId);
    if (callId !== undefined && call !== undefined) {
      if (!call.isTold) this.#tell(call, readOutcome(call.kind, output), at);
      this.#output(callId, call, { output, at });
      return;
    }
    if (callId !== undefined && this.#isClosed(callId)) {
      this.#out.passNotice(
        {
          level: "info",
          code: "duplicateOutput",
          text: "The file holds a second output of a call that has one; it was left out.",
        },
        at,
      );
      return;
    }
    const { output: words, status, durationMs } = readOutcome("command", output);
    const duration = durationMs === undefined ? {} : { durationMs };
    const item: ShownItem = {
      type: "toolCall",
      tool: "unknown",
      arguments: "",
      status,
      recordedAtMs: parseTimestamp(at.timestamp),
      output: words,
      ...duration,
    };
    this.#settle();
    this.#out.putItem(item, at);
  }

  /** An event about a run. False: it is none. */
  told(event: Fields, at: Origin): boolean {
    const run = toldRun(event, parseTimestamp(at.timestamp));
    if (run === null) return false;
    const { callId, outcome, item } = run;
    const call = callId === undefined ? undefined : this.#out.calls.get(callId);
    if (callId !== undefined && call !== undefined) {
      if (!call.isTold && (outcome.output !== "" || outcome.changes !== undefined)) {
        this.#tell(call, outcome, at);
        this.#out.calls.set(callId, { ...call, isTold: true });
      }
      return true;
    }
    if (callId !== undefined && this.#isClosed(callId)) return true;
    // Told a second time it is known.
    if (callId !== undefined) remember(this.#out.state.closedCalls, hashOf(callId), CLOSED_CALLS);
    this.#settle();
    this.#out.putItem(item, at);
    return true;
  }

  /** The event of a sleep whose call is known. */
  slept(callId: string, sleptMs: number, at: Origin): void {
    const call = this.#out.calls.get(callId);
    if (call === undefined || call.isTold) return;
    this.#tell(call, { status: "completed", output: "", sleptMs, outcome: "elapsed" }, at);
    this.#out.calls.set(callId, { ...call, isTold: true });
  }

  isKnown(callId: string): boolean {
    return this.#out.calls.has(callId) || this.#isClosed(callId);
  }

  /** In a file that nobody writes no call runs: what has no output by now was aborted. */
  abortOpen(at: Origin): void {
    for (const [fileId, call] of [...this.#out.calls]) this.#abort(fileId, call, at);
  }

  /** Its output, should it come after all, is shown as one whose call is not known: it is not remembered as closed. */
  #giveUpOldest(at: Origin): void {
    const [oldest] = this.#out.calls;
    if (oldest === undefined) return;
    const [fileId, call] = oldest;
    const nowhere = { ...at, line: null };
    this.#out.calls.delete(fileId);
    if (!call.isTold) this.#tell(call, { status: "aborted", output: ABORTED }, nowhere);
    this.#out.put({ type: "response_item", payload: outputItem(call, ABORTED) }, nowhere);
  }

  #abort(fileId: string, call: OpenCall, at: Origin): void {
    if (!call.isTold) this.#tell(call, { status: "aborted", output: ABORTED }, at);
    this.#output(fileId, call, { output: ABORTED, at });
  }

  #tell(call: OpenCall, outcome: ToolOutcome, at: Origin): void {
    this.#out.put({ type: "cf_outcome", payload: { callId: ItemId.parse(call.id), ...outcome } }, at);
  }

  #output(fileId: string, call: OpenCall, { output, at }: { readonly output: string; readonly at: Origin }): void {
    this.#out.calls.delete(fileId);
    remember(this.#out.state.closedCalls, hashOf(fileId), CLOSED_CALLS);
    this.#out.put({ type: "response_item", payload: outputItem(call, output) }, at);
  }

  #isClosed(callId: string): boolean {
    return this.#out.state.closedCalls.includes(hashOf(callId));
  }
}
