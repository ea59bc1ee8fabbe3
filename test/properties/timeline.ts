// What happened in one life, in order: lines written, the model asked and answering, hooks asked. Rules that tie these together are checked here.
import { isDeepStrictEqual } from "node:util";
import type { HookEvent } from "../../shared/protocol/settings";
import { isCall, messageText, type ResponseItem } from "../../shared/protocol/response-item";
import type { RolloutLine } from "../../shared/protocol/rollout-line";
import type { ModelRequest } from "../../electron/runtime/ports/model-client";
import { foldWindow } from "../support/compaction-rules";
import type { PlannedAnswer } from "./plan";

export type Moment =
  | { readonly at: "line"; readonly line: RolloutLine }
  | { readonly at: "request"; readonly request: ModelRequest }
  /** A response that came to its end. Of compactions too: `isSummary`. */
  | { readonly at: "completed"; readonly endTurn: boolean; readonly isSummary: boolean }
  | {
      readonly at: "hook";
      readonly event: HookEvent;
      readonly turnId: string;
      readonly prompt: string | null;
      readonly answer: PlannedAnswer["type"];
    };

interface Asked {
  /** Sampling requests of the turn when its stop hooks were asked last. */
  readonly requests: number;
  readonly answers: PlannedAnswer["type"][];
}

export interface TimelineFacts {
  /** The lines that the life found. */
  readonly before: readonly RolloutLine[];
  readonly hooks: readonly HookEvent[];
  /** Tokens at which the window is compacted. */
  readonly limit: number;
}

export function timelineBreaches(moments: readonly Moment[], { before, hooks, limit }: TimelineFacts): string[] {
  return [
    ...requestsAreTheFile(moments, before),
    ...hookBreaches(moments, hooks),
    ...safePoints(moments, hooks),
    ...mailPhases(moments, before),
    ...compactionsInTime(moments, limit),
  ];
}

/** I5: what the model is sent is what the lines add up to; nothing that a hook holds back is in it. */
function requestsAreTheFile(moments: readonly Moment[], before: readonly RolloutLine[]): string[] {
  const breaches: string[] = [];
  const lines = [...before];
  const held = new Set<string>();
  for (const [index, moment] of moments.entries()) {
    if (moment.at === "line") lines.push(moment.line);
    if (moment.at === "hook" && moment.prompt !== null) {
      // Hooks of one event are called together; the first one begins a new question.
      const last = moments[index - 1];
      if (last?.at !== "hook" || last.prompt !== moment.prompt) held.delete(moment.prompt);
      if (moment.answer === "block" || moment.answer === "stop") held.add(moment.prompt);
    }
    if (moment.at !== "request") continue;
    const { input, tools } = moment.request;
    // Reasoning that the server has refused is left out from then on.
    const recorded = foldWindow(lines).filter(isReadable);
    const sent = input.filter(isReadable);
    const isSame = tools.length === 0 ? isPartOf(sent.slice(0, -1), recorded) : isDeepStrictEqual(sent, recorded);
    if (!isSame) breaches.push(`I5: request ${JSON.stringify(sent)} is not the file's ${JSON.stringify(recorded)}`);
    const told = sent.find((item) => item.type === "message" && item.role === "user" && held.has(messageText(item)));
    if (told !== undefined) breaches.push(`§7: the model is sent what a hook held back: ${JSON.stringify(told)}`);
  }
  return breaches;
}

function isReadable(item: ResponseItem): boolean {
  return item.type !== "reasoning";
}

/** The items in their order, with gaps. */
function isPartOf(part: readonly ResponseItem[], whole: readonly ResponseItem[]): boolean {
  let from = 0;
  return part.every((item) => {
    const found = whole.findIndex((other, index) => index >= from && isDeepStrictEqual(item, other));
    from = found + 1;
    return found !== -1;
  });
}

/** §7: the stop hooks are asked before every end of a turn that has asked the model; one that stops wins, one that blocks makes it go on. */
function hookBreaches(moments: readonly Moment[], hooks: readonly HookEvent[]): string[] {
  const breaches: string[] = [];
  const requests = new Map<string, number>();
  const asked = new Map<string, Asked>();
  const after = new Map<string, number>();
  for (const moment of moments) {
    if (moment.at === "request" && moment.request.tools.length > 0)
      requests.set(moment.request.turnId, (requests.get(moment.request.turnId) ?? 0) + 1);
    if (moment.at === "hook" && moment.event === "stop") {
      const now = requests.get(moment.turnId) ?? 0;
      const last = asked.get(moment.turnId);
      if (last?.requests === now) last.answers.push(moment.answer);
      else asked.set(moment.turnId, { requests: now, answers: [moment.answer] });
    }
    if (moment.at === "hook" && moment.event === "afterTurn") after.set(moment.turnId, requests.get(moment.turnId) ?? 0);
    if (moment.at !== "line" || moment.line.type !== "event_msg" || moment.line.payload.type !== "task_complete") continue;
    const { turn_id: turnId, error } = moment.line.payload;
    const count = requests.get(turnId) ?? 0;
    if ((error ?? null) !== null || count === 0) continue;
    const last = asked.get(turnId);
    if (hooks.includes("stop") && last?.requests !== count)
      breaches.push(`§7: turn ${turnId} ended without asking its stop hooks`);
    const isStopped = last?.answers.includes("stop") ?? false;
    if (!isStopped && (last?.answers.includes("block") ?? false))
      breaches.push(`§7: turn ${turnId} ended though a stop hook blocked`);
    if (hooks.includes("afterTurn") && isStopped !== (after.get(turnId) !== count))
      breaches.push(`§7: the after-turn hook of ${turnId} was ${isStopped ? "run though a hook stopped it" : "not run"}`);
  }
  return breaches;
}

/** §7: a steer that was there when a step ended is said before the next one, except that the model's own continuation goes first after a compaction. */
function safePoints(moments: readonly Moment[], hooks: readonly HookEvent[]): string[] {
  const breaches: string[] = [];
  const persons = new Set<string>();
  let waiting: string[] = [];
  let left: string[] = [];
  let due: readonly string[] = [];
  let isOwed = false;
  let isCompacted = false;
  let isPrompted = false;
  for (const moment of moments) {
    switch (moment.at) {
      case "request":
        if (moment.request.tools.length === 0) break;
        isPrompted = false;
        if (!isCompacted && due.some((id) => waiting.includes(id)))
          breaches.push(`§7: ${due.join(", ")} waited and the model was asked without it`);
        due = [];
        isOwed = false;
        isCompacted = false;
        break;
      case "completed":
        if (moment.isSummary) break;
        due = [...waiting];
        isOwed ||= !moment.endTurn;
        break;
      case "line":
        if (moment.line.type === "cf_input" && moment.line.payload.via === "steer") waiting.push(moment.line.payload.inputId);
        if (moment.line.type === "cf_input_end") {
          const { inputId, how } = moment.line.payload;
          if (isCompacted && isOwed && how === "sampled") breaches.push(`§7: ${inputId} is said before the model could go on`);
          const isSteer = waiting.includes(inputId);
          // Without a hook that may hold it back it is left to a turn that ends in another way.
          if (how === "returned" && due.includes(inputId) && !hooks.includes("userPromptSubmit")) left.push(inputId);
          if (how === "sampled" && isSteer && isPrompted)
            breaches.push(`§7: ${inputId} is said before the turn's own input was answered`);
          if (how === "sampled" && persons.has(inputId) && !isSteer) isPrompted = true;
          waiting = waiting.filter((id) => id !== inputId);
        }
        if (moment.line.type === "cf_input" && moment.line.payload.via !== "mail") persons.add(moment.line.payload.inputId);
        if (moment.line.type === "response_item" && isCall(moment.line.payload)) isOwed = true;
        if (moment.line.type === "compacted")
          isCompacted = moment.line.payload.cf_trigger === "midTurn" || moment.line.payload.cf_trigger === "newContext";
        if (isGoodEnd(moment.line) && left.length > 0)
          breaches.push(`§7: the turn ended well though ${left.join(", ")} waited for it`);
        if (moment.line.type === "event_msg" && moment.line.payload.type === "task_started") {
          left = [];
          due = [];
          isOwed = false;
          isCompacted = false;
          isPrompted = false;
        }
        break;
      case "hook":
        break;
    }
  }
  return breaches;
}

function isGoodEnd({ type, payload }: RolloutLine): boolean {
  return type === "event_msg" && payload.type === "task_complete" && (payload.error ?? null) === null;
}

/** §4, §8: between thoughts waiting mail preempts the answer; after a final answer new mail waits for the next turn until something reopens delivery. */
function mailPhases(moments: readonly Moment[], before: readonly RolloutLine[]): string[] {
  const breaches: string[] = [];
  const announced = new Map<string, boolean>();
  const mail = new Map<string, boolean>();
  const steers = new Set<string>();
  let deferred: string[] | null = null;
  let isPreempted = false;
  let hasCall = false;
  let due: readonly string[] = [];
  const onLine = (line: RolloutLine): void => {
    // Half a record of mail was never accepted.
    if (line.type === "cf_mail") announced.set(line.payload.mailId, line.payload.triggerTurn);
    if (line.type === "cf_input" && line.payload.via === "mail")
      mail.set(line.payload.inputId, announced.get(line.payload.inputId) ?? false);
    if (line.type === "cf_input" && line.payload.via === "steer") {
      steers.add(line.payload.inputId);
      deferred = null;
    }
    if (line.type === "cf_input_end") {
      const { inputId, how } = line.payload;
      if (how === "sampled" && deferred !== null && mail.has(inputId))
        breaches.push(`§8: mail ${inputId} is delivered after the final answer`);
      mail.delete(inputId);
      steers.delete(inputId);
    }
    if (line.type === "event_msg" && line.payload.type === "task_started") [deferred, due] = [null, []];
    // The model's own continuation goes first then.
    if (line.type === "compacted") due = [];
    const late = due.filter((id) => mail.has(id));
    if (isGoodEnd(line) && late.length > 0)
      breaches.push(`§8: the turn ended well though mail ${late.join(", ")} could be delivered`);
    if (line.type === "response_item") onItem(line.payload);
  };
  const onItem = (item: ResponseItem): void => {
    const isOfModel = item.type === "reasoning" || isCall(item) || (item.type === "message" && item.role === "assistant");
    const isWhole = item.type !== "message" || item.status !== "incomplete";
    if (isPreempted && isOfModel && isWhole) breaches.push("§4: the answer goes on though mail waited between thoughts");
    if (isCall(item)) hasCall = true;
    const isHookPrompt = item.type === "message" && item.role === "user" && messageText(item).startsWith("<hook_prompt");
    if (isHookPrompt) due = [...mail.keys()];
    if (isCall(item) || isHookPrompt) deferred = null;
    if (!isOfModel || isCall(item) || !isWhole) return;
    const isFinal = item.type === "message" && item.phase !== "commentary" && messageText(item).trim() !== "";
    // What one final answer has deferred a second one does not bring back.
    if (isFinal) deferred ??= steers.size > 0 || [...mail.values()].includes(true) ? null : [...mail.keys()];
    // An empty one may have been streamed and is kept all the same; it is neither thought nor answer.
    else if (mail.size > 0) [isPreempted, deferred, due] = [true, null, [...mail.keys()]];
  };
  for (const line of before) onLine(line);
  breaches.length = 0;
  isPreempted = false;
  deferred = null;
  due = [];
  for (const moment of moments) {
    if (moment.at === "line") onLine(moment.line);
    if (moment.at === "request" && moment.request.tools.length > 0) {
      const late = due.filter((id) => mail.has(id));
      if (late.length > 0) breaches.push(`§8: mail ${late.join(", ")} could be delivered and the model was asked without it`);
      [isPreempted, hasCall, due] = [false, false, []];
    }
    if (moment.at !== "completed" || moment.isSummary) continue;
    if (hasCall || !moment.endTurn) deferred = null;
    if (deferred === null) due = [...mail.keys()];
  }
  return breaches;
}

/** §7, §10: nothing more is asked of a window that was reported as full, nor after a new one was asked for; only a stop hook's prompt goes first. */
function compactionsInTime(moments: readonly Moment[], limit: number): string[] {
  const breaches: string[] = [];
  let isFull = false;
  let isWanted = false;
  let isStepOver = false;
  let isHookPrompt = false;
  for (const moment of moments) {
    if (moment.at === "request" && moment.request.tools.length > 0) {
      if (!isHookPrompt && (isFull || (isWanted && isStepOver)))
        breaches.push(`§10: the model is asked though ${isFull ? "its window is full" : "it has asked for a new window"}`);
      isStepOver = false;
    }
    // Until then the prompt's step may be tried again.
    if (moment.at === "completed" && !moment.isSummary) [isStepOver, isHookPrompt] = [true, false];
    if (moment.at !== "line") continue;
    const { line } = moment;
    if (line.type === "compacted") [isFull, isWanted] = [false, false];
    if (line.type === "cf_outcome" && line.payload.output.startsWith("A new context window")) isWanted = true;
    if (line.type === "event_msg" && line.payload.type === "task_started") isWanted = false;
    if (line.type === "event_msg" && line.payload.type === "token_count") {
      const { info, cf_source: source } = line.payload;
      if (info !== null && source !== "estimated") isFull = info.last_token_usage.total_tokens >= limit;
    }
    if (line.type === "response_item" && line.payload.type === "message" && messageText(line.payload).startsWith("<hook_prompt"))
      isHookPrompt = true;
  }
  return breaches;
}
