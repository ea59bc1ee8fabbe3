// Calls of the source and what became of them: each gets exactly one output, in the order in which they were issued, whatever its file says.
import { ItemId } from "../../../../shared/protocol/ids";
import { outputText, type CallItem, type CallOutput, type OutputItem } from "../../../../shared/protocol/response-item";
import type { LineBody, LinePayload, ToolOutcome } from "../../../../shared/protocol/rollout-line";
import { type OutputPlace, outputLines } from "../../../runtime/history/output-lines";
import { outputFor } from "../../../runtime/history/prompt";

/** Lines about a call that has no output yet. */
export type CallFact = Extract<LineBody, { type: "cf_running" | "cf_outcome" | "cf_approval_requested" | "cf_approval_decided" }>;

interface OpenCall {
  readonly sourceId: string;
  readonly call: CallItem;
  isRunning: boolean;
  outcome: ToolOutcome | null;
  /** What the model read; null while it is not known. */
  output: CallOutput | null;
  question: LinePayload<"cf_approval_requested"> | null;
}

const ABORTED: ToolOutcome = { status: "aborted", output: "aborted" };

export class CallPairs {
  #open: OpenCall[] = [];

  get hasOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Nothing more has to be known of those that are open. */
  get haveAllEnded(): boolean {
    return this.#open.every(({ outcome, output }) => outcome !== null || output !== null);
  }

  /** `call`: as it is called here. A second call of the same name closes the first. */
  open(call: CallItem, { sourceId, place }: { readonly sourceId: string; readonly place: OutputPlace }): LineBody[] {
    const closed = this.#open.some((known) => known.sourceId === sourceId) ? this.closeAll(place) : [];
    this.#open.push({ sourceId, call, isRunning: false, outcome: null, output: null, question: null });
    return [...closed, { type: "response_item", payload: call }];
  }

  /** Nothing of a call that is not open, and nothing behind its outcome. */
  fact(fact: CallFact): LineBody[] {
    const open = this.#open.find(({ sourceId }) => sourceId === fact.payload.callId);
    if (open === undefined || (open.outcome !== null && fact.type !== "cf_approval_decided")) return [];
    const callId = ItemId.parse(open.call.call_id);
    switch (fact.type) {
      case "cf_running":
        if (open.isRunning) return [];
        open.isRunning = true;
        return [{ ...fact, payload: { ...fact.payload, callId } }];
      case "cf_outcome": {
        const { callId: _callId, ...outcome } = fact.payload;
        open.outcome = outcome;
        return [{ ...fact, payload: { ...fact.payload, callId } }];
      }
      case "cf_approval_requested":
        open.question = fact.payload;
        return [{ ...fact, payload: { ...fact.payload, callId } }];
      case "cf_approval_decided":
        open.question = null;
        return [{ ...fact, payload: { ...fact.payload, callId } }];
    }
  }

  /** An output of no open call, or a second one, is left out. Given out are those that nothing before them is missing of. */
  close({ call_id: sourceId, output }: OutputItem, place: OutputPlace): LineBody[] {
    const open = this.#open.find((known) => known.sourceId === sourceId && known.output === null);
    if (open === undefined) return [];
    open.output = output;
    const lines: LineBody[] = [];
    for (let [first] = this.#open; first !== undefined && first.output !== null; [first] = this.#open) {
      lines.push(...ended(first, place));
      this.#open.shift();
    }
    return lines;
  }

  /** What has no output by now was aborted. */
  closeAll(place: OutputPlace): LineBody[] {
    const open = this.#open;
    this.#open = [];
    return open.flatMap((call) => ended(call, place));
  }
}

function ended(open: OpenCall, place: OutputPlace): LineBody[] {
  const { call, question, output } = open;
  const callId = ItemId.parse(call.call_id);
  const outcome = open.outcome ?? (output === null ? ABORTED : { status: "completed", output: outputText(output) });
  const read = output ?? outcome.output;
  const twins = outputLines({ call, outcome }, place).slice(1);
  return [
    ...(question === null ? [] : [withdrawn(question, callId)]),
    ...(open.outcome === null ? [{ type: "cf_outcome" as const, payload: { callId, ...outcome } }] : []),
    { type: "response_item", payload: outputFor(call, read) },
    ...twins,
  ];
}

function withdrawn({ requestId }: LinePayload<"cf_approval_requested">, callId: ItemId): LineBody {
  return { type: "cf_approval_decided", payload: { requestId, callId, decision: "cancel", decidedBy: "policy" } };
}
