// Rollout lines → the events a person sees. The only way from the file to the screen: live lines go through it as they are recorded,
// past ones as they are read, so both show the same (I11). Ephemeral facts (deltas, retries) have no line and are not here.
import type { RequestedApproval } from "../../../shared/protocol/approval";
import type { ThreadEvent } from "../../../shared/protocol/event";
import type { TurnId } from "../../../shared/protocol/ids";
import { ItemId, type RequestId } from "../../../shared/protocol/ids";
import { isCall, isOutput, messageText, type MessageItem, type ResponseItem } from "../../../shared/protocol/response-item";
import type { LinePayload, RolloutLine, ToolOutcome, UnknownLine } from "../../../shared/protocol/rollout-line";
import type { ThreadFlag, ThreadStatus, Turn } from "../../../shared/protocol/thread";
import type { TurnItem, TurnItemOf } from "../../../shared/protocol/turn-item";
import { assertNever } from "../errors";
import { CallProjection } from "./call-projection";
import { messageContextKind } from "./context-kind";
import { hookFragments } from "./hook-prompt";
import { InputProjection } from "./input-projection";
import type { LinePlace } from "./line-place";
import { parseTimestamp } from "./timestamp";
import { TurnProjection } from "./turn-projection";

interface OpenApproval {
  readonly item: TurnItemOf<"approval">;
  readonly asked: RequestedApproval;
}

export class ItemProjection {
  #cwd = "";
  #name = "";
  readonly #turns = new TurnProjection();
  readonly inputs = new InputProjection();
  readonly #calls = new CallProjection();
  readonly #approvals = new Map<RequestId, OpenApproval>();
  #held: (() => ThreadEvent[]) | null = null;

  /** What the person calls the thread; empty: nothing. */
  get name(): string {
    return this.#name;
  }

  /** The turn that has started and not ended, as far as the lines tell. */
  get activeTurn(): Turn | null {
    return this.#turns.active;
  }

  get openApprovals(): readonly TurnItemOf<"approval">[] {
    return [...this.#approvals.values()].map(({ item }) => item);
  }

  /** What those ask, as it was recorded. */
  get openRequests(): readonly RequestedApproval[] {
    return [...this.#approvals.values()].map(({ asked }) => asked);
  }

  /** The recorded outcome of a call whose output is not yet recorded. */
  outcomeOf(callId: string): ToolOutcome | null {
    return this.#calls.outcomeOf(callId);
  }

  status(): ThreadStatus {
    if (this.#turns.active === null) return { type: "idle" };
    const flags: ThreadFlag[] = [];
    if (this.#approvals.size > 0) flags.push("waitingOnApproval");
    if (this.#calls.isSleeping) flags.push("sleeping");
    return { type: "active", flags };
  }

  /** The line is told in front of the next one, and not at all where none follows: zeros at the end of a file are no loss. */
  hold(entry: RolloutLine | UnknownLine, place: LinePlace): void {
    this.#held = () => this.#told(entry, place);
  }

  /** What the line tells, in order. An item that has no id of its own is named by `place.key`. */
  apply(entry: RolloutLine | UnknownLine, place: LinePlace): ThreadEvent[] {
    const held = this.#held;
    if (held === null) return this.#told(entry, place);
    this.#held = null;
    return [...held(), ...this.#told(entry, place)];
  }

  #told(entry: RolloutLine | UnknownLine, place: LinePlace): ThreadEvent[] {
    const isQueueChanged = this.inputs.apply(entry);
    switch (entry.type) {
      case "session_meta":
        this.#cwd ||= entry.payload.cwd;
        return [];
      case "turn_context":
        this.#cwd = entry.payload.cwd === "" ? this.#cwd : entry.payload.cwd;
        return [];
      case "response_item":
        return this.#responseItem(entry.payload, place, entry.timestamp);
      case "event_msg":
        return this.#turns.apply(entry.payload, { line: place.line, atMs: parseTimestamp(entry.timestamp) });
      case "compacted":
        return this.#compacted(entry.payload, place);
      case "cf_input":
      case "cf_mail":
        return [];
      case "cf_input_end":
      case "cf_queue":
        return isQueueChanged ? [{ method: "thread/queue/changed", params: { queue: this.inputs.queue } }] : [];
      case "cf_running":
        return this.#calls.running(entry.payload);
      case "cf_outcome":
        return this.#calls.returned(entry.payload);
      case "cf_approval_requested":
        return this.#approvalRequested(entry.payload, place, parseTimestamp(entry.timestamp));
      case "cf_approval_decided":
        return this.#approvalDecided(entry.payload, place, parseTimestamp(entry.timestamp));
      case "cf_superseded":
        return this.#superseded(entry.payload, place);
      case "cf_notice":
        return this.#notice(entry.payload, place);
      case "cf_item":
        return this.#whole({ ...this.#base(itemId(entry.payload.itemId, place), place), ...entry.payload.item });
      case "cf_undo":
        return this.#undone(entry.payload, place, parseTimestamp(entry.timestamp));
      case "cf_name":
        this.#name = entry.payload.name;
        return [{ method: "thread/name/updated", params: { name: entry.payload.name } }];
      case "unknown":
        return this.#whole({
          ...this.#base(ItemId.parse(place.key), place),
          type: "raw",
          lineType: entry.lineType,
          json: entry.json,
        });
      default:
        return assertNever(entry);
    }
  }

  #responseItem(item: ResponseItem, place: LinePlace, timestamp: string): ThreadEvent[] {
    if (item.type === "message") return this.#messageItem(item, place);
    if (item.type === "reasoning") {
      const summary = item.summary.map((part) => part.text);
      const content = (item.content ?? []).map((part) => part.text);
      return this.#whole({ ...this.#base(itemId(item.id, place), place), type: "reasoning", summary, content });
    }
    if (isCall(item)) {
      const recordedAtMs = parseTimestamp(timestamp);
      return this.#calls.called({ call: item, turnId: this.#turns.turnId, cwd: this.#cwd, line: place.line, recordedAtMs });
    }
    if (isOutput(item)) return this.#calls.output(item, place.line);
    return assertNever(item);
  }

  #messageItem(item: MessageItem, place: LinePlace): ThreadEvent[] {
    if (item.role === "assistant") {
      const phase = item.phase === undefined ? null : item.phase === "commentary" ? "commentary" : "finalAnswer";
      const cut = item.status === "incomplete" ? { incomplete: true } : {};
      return this.#whole({
        ...this.#base(itemId(item.id, place), place),
        type: "agentMessage",
        text: messageText(item),
        phase,
        ...cut,
      });
    }
    return item.role === "user" ? this.#userItem(item, place) : this.#context(item, place);
  }

  #context(item: MessageItem, place: LinePlace): ThreadEvent[] {
    const base = this.#base(itemId(item.id, place), place);
    return this.#whole({ ...base, type: "context", kind: messageContextKind(item), text: messageText(item) });
  }

  // A person's words carry the id of their accepted input, mail its own; whatever else has the user's role is context for the model.
  #userItem(item: MessageItem, place: LinePlace): ThreadEvent[] {
    const base = this.#base(itemId(item.id, place), place);
    const mail = item.id === undefined ? undefined : this.inputs.mail(item.id);
    if (mail !== undefined) {
      const { author, text, triggerTurn } = mail;
      this.inputs.letGo(mail.mailId);
      return this.#whole({ ...base, type: "mail", author, text, triggerTurn });
    }
    const input = item.id === undefined ? undefined : this.inputs.input(item.id);
    if (input === undefined || input.via === "mail") {
      const fragments = hookFragments(item);
      return fragments === null ? this.#context(item, place) : this.#whole({ ...base, type: "hookPrompt", fragments });
    }
    const clientId = this.inputs.clientIdOf(input);
    this.inputs.letGo(input.inputId);
    return this.#whole({
      ...base,
      type: "userMessage",
      content: input.input,
      via: input.via,
      ...(clientId === undefined ? {} : { clientId }),
    });
  }

  #approvalRequested(asked: LinePayload<"cf_approval_requested">, place: LinePlace, atMs: number): ThreadEvent[] {
    const item = this.#approval(asked, place, atMs);
    this.#approvals.set(asked.requestId, { item, asked });
    return [{ method: "item/started", params: { turnId: item.turnId, item } }];
  }

  // An answer without a question is one that the session or a rule gave: both events come at once.
  #approvalDecided(
    { requestId, callId, kind = "command", decision, decidedBy, rule, answers }: LinePayload<"cf_approval_decided">,
    place: LinePlace,
    atMs: number,
  ): ThreadEvent[] {
    const asked = this.#approvals.get(requestId)?.item;
    this.#approvals.delete(requestId);
    const item: TurnItem = {
      ...(asked ?? this.#approval({ requestId, callId, kind }, place, atMs)),
      decision,
      decidedBy,
      ...(rule === undefined ? {} : { rule }),
      ...(answers === undefined ? {} : { answers }),
    };
    const completed: ThreadEvent = { method: "item/completed", params: { turnId: item.turnId, item } };
    return asked === undefined ? [{ method: "item/started", params: { turnId: item.turnId, item } }, completed] : [completed];
  }

  #approval(
    { requestId, callId, kind }: Pick<TurnItemOf<"approval">, "requestId" | "callId" | "kind">,
    place: LinePlace,
    atMs: number,
  ): TurnItemOf<"approval"> {
    return { ...this.#base(ItemId.parse(requestId), place), type: "approval", requestId, callId, kind, requestedAtMs: atMs };
  }

  #superseded({ itemId: id, text, kind }: LinePayload<"cf_superseded">, place: LinePlace): ThreadEvent[] {
    const base = this.#base(id, place);
    const item: TurnItem =
      kind === "reasoning"
        ? { ...base, type: "reasoning", summary: [text], content: [] }
        : { ...base, type: "agentMessage", text, phase: null, incomplete: true, superseded: true };
    const [started, completed] = this.#whole(item);
    return [started, { method: "item/superseded", params: { turnId: item.turnId, itemId: id } }, completed];
  }

  #compacted(payload: LinePayload<"compacted">, place: LinePlace): ThreadEvent[] {
    const { message, cf_item_id, cf_trigger, cf_tokens_before, cf_tokens_after } = payload;
    return this.#whole({
      ...this.#base(itemId(cf_item_id, place), place),
      type: "contextCompaction",
      status: "completed",
      summary: message,
      ...(cf_trigger === undefined ? {} : { trigger: cf_trigger }),
      ...(cf_tokens_before === undefined ? {} : { tokensBefore: cf_tokens_before }),
      ...(cf_tokens_after === undefined ? {} : { tokensAfter: cf_tokens_after }),
    });
  }

  #notice({ level, code, text, itemId: noticeId, compaction }: LinePayload<"cf_notice">, place: LinePlace): ThreadEvent[] {
    if (compaction === undefined)
      return this.#whole({ ...this.#base(itemId(noticeId, place), place), type: "notice", level, code, text });
    const { itemId: id, ...facts } = compaction;
    return this.#whole({ ...this.#base(id, place), type: "contextCompaction", ...facts });
  }

  #undone({ itemId: id, undoOf, changes }: LinePayload<"cf_undo">, place: LinePlace, atMs: number): ThreadEvent[] {
    return this.#whole({
      ...this.#base(id, place),
      type: "fileChange",
      status: "completed",
      recordedAtMs: atMs,
      ...(place.line === null ? {} : { outputLine: place.line }),
      changes,
      undoOf,
    });
  }

  #base(id: ItemId, { line }: LinePlace): { id: ItemId; turnId: TurnId; line?: number } {
    return { id, turnId: this.#turns.turnId, ...(line === null ? {} : { line }) };
  }

  #whole(item: TurnItem): [ThreadEvent, ThreadEvent] {
    const { turnId } = item;
    return [
      { method: "item/started", params: { turnId, item } },
      { method: "item/completed", params: { turnId, item } },
    ];
  }
}

function itemId(id: string | undefined, place: LinePlace): ItemId {
  return ItemId.parse(id ?? place.key);
}
