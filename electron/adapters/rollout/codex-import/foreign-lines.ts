// Records of another program → lines of our own form, each as soon as it is sure what it is.
import { parseTimestamp } from "../../../runtime/history/timestamp";
import type { LineBody } from "../../../../shared/protocol/rollout-line";
import { ThreadId } from "../../../../shared/protocol/ids";
import type { FileRecord } from "../reading/file-record";
import { type Fields, asText, fields, given, isFields, list, number, text } from "./foreign-value";
import { ForeignMessages, answerText } from "./foreign-messages";
import { ForeignRuns } from "./foreign-runs";
import { ForeignTurns } from "./foreign-turns";
import { type LineOutput, unknownEntry } from "./line-output";
import { foreignCall, foreignOutput, windowItem } from "./model-item";
import { hashOf, remember, takeBack } from "./recent-hashes";
import type { PlacedLine } from "./placed-line";
import { SILENT } from "./silent-kinds";
import { shownItem, shownLines } from "./shown-event";
import type { Origin } from "./translator-state";

const SHOWN = 16;
/** So many lines wait for others at most: every checkpoint of an index holds them. */
const HELD = 256;
/** What Codex puts in front of a summary, for the model. */
const SUMMARY_LEAD = /^Another language model started to solve this problem and produced a summary[\s\S]*?analysis:\s*/;

export class ForeignLines {
  readonly #out: LineOutput;
  readonly #runs: ForeignRuns;
  readonly #turns: ForeignTurns;
  readonly #messages: ForeignMessages;

  constructor(out: LineOutput) {
    this.#out = out;
    this.#runs = new ForeignRuns(out, () => this.#messages.settle());
    this.#turns = new ForeignTurns(out, this.#runs);
    this.#messages = new ForeignMessages(out, this.#turns);
  }

  /** `tellsEvents`: of an era that has events beside its items. */
  apply(record: FileRecord, at: Origin, tellsEvents: boolean): void {
    const payload = fields(record.payload);
    if (record.type === "session_meta") return this.#header(payload, at);
    const ordinal = number(record.record["ordinal"]);
    const { hiddenBelow } = this.#out.state;
    if (ordinal !== undefined && hiddenBelow > 0 && ordinal < hiddenBelow) return;
    const isShown = this.#line(record.type, payload, { at, tellsEvents });
    this.#messages.settleBeyond(HELD);
    if (isShown) return;
    const kind = text(payload["type"]);
    const lineType = kind === undefined || kind === record.type ? record.type : `${record.type}/${kind}`;
    this.pass(this.#out.lineOf(unknownEntry(lineType, record.record, at), at));
  }

  /** A line that is nothing to pair; it keeps its place. */
  pass(line: PlacedLine): void {
    this.#out.pass(line);
    this.#messages.settleBeyond(HELD);
  }

  end(at: Origin): void {
    this.#messages.settle();
    this.#turns.endOpen(at);
  }

  /** A line in one of our own files that we did not write. */
  applyAppended(record: FileRecord, at: Origin): void {
    const kind = asText(fields(record.payload)["type"]);
    if (SILENT.has(record.type) || (record.type !== "cf_notice" && SILENT.has(kind))) return;
    this.pass(this.#out.lineOf(unknownEntry(record.type, record.record, at), at));
  }

  /** False: of a kind that is not known. */
  #line(type: string, payload: Fields, { at, tellsEvents }: { at: Origin; tellsEvents: boolean }): boolean {
    switch (type) {
      case "response_item":
        return this.#item(payload, at, tellsEvents);
      case "event_msg":
        return this.#event(payload, at);
      case "turn_context":
        this.#context(payload, at);
        return true;
      case "compacted":
        this.#messages.settle();
        this.#compacted(payload, at);
        return true;
      case "inter_agent_communication":
        return this.#shown({ ...payload, type }, at);
      default:
        return SILENT.has(type);
    }
  }

  #item(item: Fields, at: Origin, tellsEvents: boolean): boolean {
    if (item["type"] === "message") {
      this.#messages.item(item, at, tellsEvents);
      this.#folderOf(item, at, tellsEvents);
      return true;
    }
    if (item["type"] === "reasoning") {
      this.#messages.thoughtItem(item, at);
      return true;
    }
    const call = foreignCall(item);
    if (call !== null) {
      this.#messages.settle();
      this.#runs.open(call, at);
      return true;
    }
    const output = foreignOutput(item);
    if (output !== null) {
      this.#runs.close(output.callId, output.output, at);
      return true;
    }
    return this.#shown(item, at) || SILENT.has(asText(item["type"]));
  }

  #event(event: Fields, at: Origin): boolean {
    switch (event["type"]) {
      case "user_message":
        this.#messages.toldUser(event, at);
        return true;
      case "agent_message":
        this.#messages.toldAnswer(text(event["message"]), event["phase"], at);
        return true;
      case "agent_reasoning":
      case "agent_reasoning_raw_content":
        this.#messages.toldThought(text(event["text"]), at);
        return true;
      case "task_started":
      case "turn_started":
        this.#messages.settleTurn();
        this.#turns.start(event, at);
        this.#messages.settleContexts();
        return true;
      case "task_complete":
      case "turn_complete":
        this.#messages.settle();
        this.#turns.complete(event, at);
        return true;
      case "turn_aborted":
        this.#messages.settleUsers();
        this.#turns.abort(event, at);
        return true;
      case "context_compacted":
        this.#toldCompaction(at);
        return true;
      case "item_completed":
        return this.#completed(fields(event["item"]), at);
      default: {
        if (this.#runs.told(event, at)) return true;
        const lines = shownLines(event);
        this.#lines(lines ?? [], at);
        return lines !== null || this.#shown(event, at) || SILENT.has(asText(event["type"]));
      }
    }
  }

  /** A turn's item, as newer files tell them. */
  #completed(item: Fields, at: Origin): boolean {
    switch (item["type"]) {
      case "UserMessage":
      case "userMessage":
        this.#messages.toldUser(item, at);
        return true;
      case "AgentMessage":
      case "agentMessage":
        this.#toldAnswer(item, at);
        return true;
      case "Reasoning":
      case "reasoning":
        for (const part of [...list(item["summary_text"]), ...list(item["raw_content"])])
          this.#messages.toldThought(text(part), at);
        return true;
      case "ContextCompaction":
      case "contextCompaction":
        this.#toldCompaction(at);
        return true;
      case "Sleep":
      case "sleep":
        this.#slept(item, at);
        return true;
      case "HookPrompt":
      case "hookPrompt":
      case "FunctionCallOutput":
        return true;
      default: {
        if (item["type"] === "Extension" && /sleep/i.test(asText(item["kind"]))) {
          this.#slept(item, at);
          return true;
        }
        if (this.#runs.told(item, at)) return true;
        const lines = shownLines(item);
        this.#lines(lines ?? [], at);
        return lines !== null || this.#shown(item, at);
      }
    }
  }

  /** Notices keep their place behind what waits; the others have none. */
  #lines(lines: readonly LineBody[], at: Origin): void {
    for (const line of lines) {
      if (line.type === "cf_notice") this.pass(this.#out.bodyOf(line, at));
      else this.#out.put(line, at);
    }
  }

  /** What tells itself twice, as an item and as an event, is shown once. */
  #shown(event: Fields, at: Origin): boolean {
    const shown = shownItem(event);
    if (shown === null) return false;
    const callId = text(event["call_id"]) ?? text(event["id"]);
    // The call of this look at an image is an item already.
    if (shown.item.type === "imageView" && callId !== undefined && this.#runs.isKnown(callId)) return true;
    const hash = hashOf(shown.twin);
    if (takeBack(this.#out.state.shown, hash)) return true;
    remember(this.#out.state.shown, hash, SHOWN);
    this.#messages.settle();
    this.#out.putItem(shown.item, at);
    return true;
  }

  /** Where its item was shown it is known by its id, whatever damage has made of the words. */
  #toldAnswer(item: Fields, at: Origin): void {
    const words = answerText(item);
    if (this.#out.isUsed(text(item["id"]))) takeBack(this.#out.state.shown, hashOf(words?.trim() ?? "", "a"));
    else this.#messages.toldAnswer(words, item["phase"], at);
  }

  #slept(item: Fields, at: Origin): void {
    const id = text(item["id"]);
    const ms = number(item["duration_ms"]) ?? number(item["durationMs"]) ?? 0;
    if (id !== undefined && this.#runs.isKnown(id)) return this.#runs.slept(id, ms, at);
    this.#messages.settle();
    this.#out.putItem(
      {
        type: "sleep",
        status: "completed",
        seconds: ms / 1000,
        sleptMs: ms,
        outcome: "elapsed",
        recordedAtMs: parseTimestamp(at.timestamp),
      },
      at,
    );
  }

  #toldCompaction(at: Origin): void {
    const { state } = this.#out;
    if (state.untoldCompactions > 0) state.untoldCompactions -= 1;
    else {
      this.#messages.settle();
      this.#out.putItem({ type: "contextCompaction", status: "completed" }, at);
    }
  }

  #compacted(payload: Fields, at: Origin): void {
    this.#out.state.untoldCompactions = 1;
    const { replacement_history: history } = payload;
    const window = Array.isArray(history) ? { replacement_history: history.flatMap(windowItem) } : {};
    const message = asText(payload["message"]).replace(SUMMARY_LEAD, "");
    this.#out.put({ type: "compacted", payload: { message, ...window } }, at);
  }

  /** Of several headers the first is the thread's; the others were copied with what it was forked from. */
  #header(payload: Fields, at: Origin): void {
    const { state } = this.#out;
    state.hiddenBelow = Math.max(state.hiddenBelow, number(payload["subagent_history_start_ordinal"]) ?? 0);
    if (state.hasHeader) return;
    state.hasHeader = true;
    const id = ThreadId.parse(text(payload["id"]) ?? text(payload["session_id"]) ?? "unknown");
    const kept = {
      timestamp: text(payload["timestamp"]) ?? at.timestamp,
      cwd: asText(payload["cwd"]),
      originator: text(payload["originator"]) ?? "codex",
      cli_version: asText(payload["cli_version"]),
      source: payload["source"] ?? "unknown",
      ...given("model_provider", text(payload["model_provider"])),
    };
    this.#out.put({ type: "session_meta", payload: { id, ...kept } }, at);
  }

  #context(payload: Fields, at: Origin): void {
    const cwd = text(payload["cwd"]);
    if (cwd === undefined) return;
    const { approval_policy, sandbox_policy, model, summary } = payload;
    const kept = {
      cwd,
      approval_policy: asText(approval_policy),
      model: asText(model),
      sandbox_policy: sandbox_policy ?? null,
      summary: summary ?? null,
    };
    this.#out.put({ type: "turn_context", payload: kept }, at);
  }

  /** The first files have no folder but in what they told the model. */
  #folderOf(item: Fields, at: Origin, tellsEvents: boolean): void {
    if (tellsEvents || item["role"] !== "user") return;
    const words = list(item["content"])
      .map((part) => (isFields(part) ? asText(part["text"]) : ""))
      .join("");
    if (!words.trimStart().startsWith("<environment_context")) return;
    const cwd = /<cwd>([^<]+)<\/cwd>/.exec(words)?.[1]?.trim() ?? /^Current working directory: (.+)$/m.exec(words)?.[1];
    if (cwd !== undefined) this.#context({ cwd }, at);
  }
}
