// Invariants I1-I13 of runtime.md §14 over a thread's lines, events and requests. Each breach is said in words; an empty list is the pass.
import { isCall, isOutput, outputText, type ResponseItem } from "../../shared/protocol/response-item";
import type { RolloutLine } from "../../shared/protocol/rollout-line";
import type { Notification } from "../../shared/protocol/event";
import { compactionBreaches } from "./compaction-rules";
import { isFork } from "./is-fork";
import { orderBreaches, queueBreaches, startBreaches, wordBreaches } from "./queue-rules";

/** I1-I4, I7, I8, I13 over the lines of one file. `isOver`: no turn runs any more, so that everything must be closed. */
export function lineBreaches(lines: readonly RolloutLine[], isOver: boolean): string[] {
  return [
    ...pairing(lines, isOver),
    ...turns(lines, isOver),
    ...inputs(lines, isOver),
    ...outcomes(lines),
    // Windows of another program are not made by our rules, and only the last is copied.
    ...(isFork(lines) ? [] : compactionBreaches(lines)),
    ...queueBreaches(lines, isOver),
    ...orderBreaches(lines),
    ...startBreaches(lines),
    ...wordBreaches(lines),
  ];
}

/**
 * I1 an output only after its call · I2 exactly one output each · I3 in issue order · I4 no input, mail, hook prompt or context between a call and
 * its output.
 */
function pairing(lines: readonly RolloutLine[], isOver: boolean): string[] {
  const breaches: string[] = [];
  const open: string[] = [];
  const known = new Set<string>();
  for (const [index, line] of lines.entries()) {
    if (line.type !== "response_item") continue;
    const item = line.payload;
    const at = `line ${index + 1}`;
    if (isCall(item)) {
      if (known.has(item.call_id)) breaches.push(`${at}: call id ${item.call_id} is used twice`);
      known.add(item.call_id);
      open.push(item.call_id);
    } else if (isOutput(item)) {
      if (!open.includes(item.call_id)) breaches.push(`I1/I2 ${at}: output of ${item.call_id} without an open call`);
      else if (open[0] !== item.call_id) breaches.push(`I3 ${at}: output of ${item.call_id} before that of ${open[0]}`);
      open.splice(open.indexOf(item.call_id), 1);
    } else if (item.type === "message" && item.role !== "assistant" && open.length > 0) {
      breaches.push(`I4 ${at}: ${item.role === "user" ? "input" : "context"} between call ${open[0]} and its output`);
    }
  }
  if (isOver && open.length > 0) breaches.push(`I2: calls without an output: ${open.join(", ")}`);
  return breaches;
}

/** I7 nothing of a turn after its end line; turns do not overlap; every turn ends. An undo belongs to none, with what the model is told of it. */
function turns(lines: readonly RolloutLine[], isOver: boolean): string[] {
  const breaches: string[] = [];
  let active: string | null = null;
  const between: ReadonlySet<string> = new Set([
    "session_meta",
    "cf_input",
    "cf_input_end",
    "cf_notice",
    "cf_queue",
    "cf_mail",
    "cf_name",
    "cf_undo",
  ]);
  for (const [index, line] of lines.entries()) {
    const at = `line ${index + 1}`;
    if (line.type === "event_msg" && line.payload.type === "task_started") {
      if (active !== null) breaches.push(`${at}: turn ${line.payload.turn_id} starts inside ${active}`);
      active = line.payload.turn_id;
    } else if (line.type === "event_msg" && (line.payload.type === "task_complete" || line.payload.type === "turn_aborted")) {
      if (active !== line.payload.turn_id) breaches.push(`${at}: turn ${line.payload.turn_id} ends, active is ${active}`);
      active = null;
    } else if (active === null && !between.has(line.type) && lines[index - 1]?.type !== "cf_undo") {
      breaches.push(`I7 ${at}: ${line.type} outside a turn`);
    }
  }
  if (isOver && active !== null) breaches.push(`turn ${active} has no end line`);
  return breaches;
}

/**
 * I13 every accepted input ends at most once, nothing ends that was not accepted, and what is meant for a turn has ended when the turn has. What is
 * left in the end waits in the queue or as mail.
 */
function inputs(lines: readonly RolloutLine[], isOver: boolean): string[] {
  const breaches: string[] = [];
  const turnOf = new Map<string, string | undefined>();
  const open = new Set<string>();
  const queued = new Set<string>();
  const mail = new Set<string>();
  const returned = new Set(lines.flatMap((line) => (line.type === "cf_input" ? (line.payload.returnedFrom ?? []) : [])));
  const clientIds = new Set<string>();
  for (const line of lines) {
    if (line.type === "cf_input") {
      const { inputId, turnId, clientId } = line.payload;
      open.add(inputId);
      // Whatever a crash has kept from the file: the entry is queued, and the steer it came from is back.
      if (line.payload.via === "queue") queued.add(inputId);
      if (line.payload.returnedFrom !== undefined) open.delete(line.payload.returnedFrom);
      turnOf.set(inputId, turnId);
      if (clientId !== undefined && clientIds.has(clientId)) breaches.push(`I13: client id ${clientId} was accepted twice`);
      if (clientId !== undefined) clientIds.add(clientId);
    }
    if (line.type === "cf_mail") mail.add(line.payload.mailId);
    if (line.type === "cf_queue" && line.payload.op === "add") {
      if (!open.has(line.payload.inputId)) breaches.push(`I13: ${line.payload.inputId} is queued and was never accepted`);
      queued.add(line.payload.inputId);
    }
    if (line.type === "cf_input_end") {
      const { inputId, how } = line.payload;
      if (!open.delete(inputId) && !(how === "returned" && returned.delete(inputId)))
        breaches.push(`I13: input ${inputId} ends twice or was never accepted`);
      queued.delete(inputId);
      mail.delete(inputId);
      // A torn record is made whole when the thread is continued.
      const said = how === "sampled" ? lines.filter((other) => isItemOf(other, inputId)).length : 1;
      if (said > 1 || (said === 0 && isOver)) breaches.push(`I13: ${inputId} was said to the model ${said} times`);
    }
    if (line.type === "event_msg" && (line.payload.type === "task_complete" || line.payload.type === "turn_aborted")) {
      const ended = line.payload.turn_id;
      const left = [...open].filter((inputId) => turnOf.get(inputId) === ended);
      if (left.length > 0) breaches.push(`I13: turn ${ended} ends before its inputs ${left.join(", ")}`);
    }
  }
  const lost = [...open].filter((inputId) => !queued.has(inputId) && !mail.has(inputId));
  if (isOver && lost.length > 0) breaches.push(`I13: inputs neither sampled nor kept: ${lost.join(", ")}`);
  return breaches;
}

function isItemOf(line: RolloutLine, inputId: string): boolean {
  return line.type === "response_item" && "id" in line.payload && line.payload.id === inputId;
}

/**
 * What is said of a call comes after it and before its output; a run begins and ends once, in this order, and what the model reads is what the
 * run said. Runs begin in the order their calls were issued; only those that a person was asked about let others pass (runtime.md §6, gate).
 */
function outcomes(lines: readonly RolloutLine[]): string[] {
  const breaches: string[] = [];
  const open = new Set<string>();
  const running = new Set<string>();
  const asked = new Set<string>();
  const outcomeOf = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const at = `line ${index + 1}`;
    if (
      line.type === "cf_running" ||
      line.type === "cf_outcome" ||
      line.type === "cf_approval_requested" ||
      line.type === "cf_approval_decided"
    ) {
      const { callId } = line.payload;
      if (!open.has(callId)) breaches.push(`${at}: ${line.type} of ${callId}, which is not open`);
      if (outcomeOf.has(callId) && line.type !== "cf_approval_decided")
        breaches.push(`${at}: ${line.type} of ${callId} after its outcome`);
      if (line.type === "cf_running" && running.has(callId)) breaches.push(`${at}: ${callId} runs twice`);
      if (line.type === "cf_running") {
        const issued = [...open];
        const ahead = issued.slice(issued.indexOf(callId) + 1).find((id) => running.has(id));
        if (ahead !== undefined && !asked.has(callId))
          breaches.push(`${at}: ${callId} runs after ${ahead}, which was issued after it`);
        running.add(callId);
      }
      if (line.type === "cf_approval_requested") asked.add(callId);
      if (line.type === "cf_outcome") outcomeOf.set(callId, line.payload.output);
    }
    if (line.type !== "response_item") continue;
    if (isCall(line.payload)) open.add(line.payload.call_id);
    if (isOutput(line.payload)) {
      open.delete(line.payload.call_id);
      const said = outcomeOf.get(line.payload.call_id);
      // Other programs put facts about the run around its output, for the model alone.
      if (isFork(lines) ? said === undefined : said !== outputText(line.payload.output))
        breaches.push(`output of ${line.payload.call_id} is not its run's outcome`);
    }
  }
  return breaches;
}

/** Whether a question waits for its answer. */
export function hasOpenQuestion(lines: readonly RolloutLine[]): boolean {
  const open = new Set<string>();
  for (const line of lines) {
    if (line.type === "cf_approval_requested") open.add(line.payload.requestId);
    if (line.type === "cf_approval_decided") open.delete(line.payload.requestId);
  }
  return open.size > 0;
}

export interface EventFacts {
  /** Items that a snapshot showed as open before the first event. */
  readonly openBefore?: readonly string[];
  /** A fault of the disk may have made the thread be opened anew: a client sees a gap in `seq` and looks again. */
  readonly mayReopen?: boolean;
  /** The program has ended while a question was open: the turn is left as it was, to go on with the answer. */
  readonly isLeftOpen?: boolean;
}

/** I9 every started item is completed exactly once, before its turn's end; seq rises by one; turns do not overlap and all end. */
export function eventBreaches(
  events: readonly Notification[],
  { openBefore = [], mayReopen = false, isLeftOpen = false }: EventFacts = {},
): string[] {
  const breaches: string[] = [];
  const open = new Set<string>(openBefore);
  const completed = new Set<string>();
  let seq: number | null = null;
  let turn: string | null = null;
  let isAnew = false;
  for (const { method, params } of events) {
    const isGap = seq !== null && params.seq !== seq + 1;
    if (isGap && !mayReopen) breaches.push(`seq ${params.seq} after ${seq}`);
    if (isGap) {
      open.clear();
      completed.clear();
      turn = null;
      isAnew = true;
    }
    seq = params.seq;
    switch (method) {
      case "turn/started":
        if (turn !== null) breaches.push(`turn ${params.turn.id} started inside ${turn}`);
        turn = params.turn.id;
        break;
      case "turn/completed":
        if (open.size > 0) breaches.push(`I9: open at the end of the turn: ${[...open].join(", ")}`);
        open.clear();
        turn = null;
        break;
      case "item/started":
        if (open.has(params.item.id) || completed.has(params.item.id)) breaches.push(`I9: ${params.item.id} started twice`);
        open.add(params.item.id);
        break;
      case "item/completed":
        if (completed.has(params.item.id)) breaches.push(`I9: ${params.item.id} completed twice`);
        if (!open.delete(params.item.id) && !isAnew) breaches.push(`I9: ${params.item.id} completed without a start`);
        completed.add(params.item.id);
        break;
      default:
        break;
    }
  }
  if (turn !== null && !isLeftOpen) breaches.push(`turn ${turn} was never told to have ended`);
  return breaches;
}

/** What a strict model server refuses: a call without output, an output without call, somebody speaking in between, a repeated id, odd text. */
export function requestBreaches(input: readonly ResponseItem[]): string[] {
  const breaches: string[] = [];
  const open = new Set<string>();
  const seen = new Set<string>();
  if (!isWellFormed(input)) breaches.push("request: an unpaired surrogate");
  for (const item of input) {
    if (item.type === "message" && item.role !== "assistant" && open.size > 0)
      breaches.push(`request: somebody speaks before the output of ${[...open].join(", ")}`);
    if ((item.type === "message" || item.type === "reasoning") && item.id !== undefined) {
      if (seen.has(item.id)) breaches.push(`request: item id ${item.id} twice`);
      seen.add(item.id);
    }
    if (isCall(item)) {
      if (seen.has(item.call_id)) breaches.push(`request: call id ${item.call_id} twice`);
      seen.add(item.call_id);
      open.add(item.call_id);
    } else if (isOutput(item) && !open.delete(item.call_id)) breaches.push(`request: output of ${item.call_id} without call`);
    if (item.type === "message" && item.role !== "user" && item.content.length === 0) breaches.push("request: empty message");
  }
  if (open.size > 0) breaches.push(`request: calls without output: ${[...open].join(", ")}`);
  return breaches;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === "string") return !/\p{Surrogate}/u.test(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isWellFormed);
}
