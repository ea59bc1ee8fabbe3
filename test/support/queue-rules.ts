// What must hold of the queue and of what waits for the model (runtime.md §8), read off the lines of one file by a fold of its own: order, pause,
// and nothing sent behind the person's back. Each breach is said in words.
import type { RolloutLine } from "../../shared/protocol/rollout-line";
import { isFork } from "./is-fork";
import { inputText } from "../../shared/protocol/user-input";

interface QueueFold {
  queue: string[];
  isPaused: boolean;
  /** Entries that stood first in an unpaused queue since a turn ended last: only these may be sent. */
  mayStart: Set<string>;
}

/** `isOver`: no turn runs any more. */
export function queueBreaches(lines: readonly RolloutLine[], isOver: boolean): string[] {
  const { breaches, queue, isPaused } = foldQueue(lines);
  const isStuck = isOver && queue.length > 0 && !isPaused;
  return isStuck ? [...breaches, `§8: ${queue.join(", ")} wait in a queue that is not paused, and nothing runs`] : breaches;
}

/** The queue that the lines add up to, and what is wrong on the way there. */
export function foldQueue(lines: readonly RolloutLine[]): { breaches: string[]; queue: readonly string[]; isPaused: boolean } {
  const breaches: string[] = [];
  const state: QueueFold = { queue: [], isPaused: false, mayStart: new Set() };
  const queueInputs = new Set<string>();
  const returned = new Set<string>();
  const deleted = new Set<string>();
  for (const [index, line] of lines.entries()) {
    const at = `line ${index + 1}`;
    switch (line.type) {
      case "cf_input":
        if (line.payload.via !== "queue") break;
        // What came back as this entry is not in the queue beside it, though a torn record may not say so.
        state.queue = state.queue.filter((id) => id !== line.payload.returnedFrom);
        queueInputs.add(line.payload.inputId);
        if (line.payload.returnedFrom !== undefined) returned.add(line.payload.inputId);
        state.queue.push(line.payload.inputId);
        break;
      case "cf_input_end": {
        const { inputId, how } = line.payload;
        if (how === "deleted") deleted.add(inputId);
        if (how === "sampled" && queueInputs.has(inputId)) {
          if (!state.queue.includes(inputId)) breaches.push(`§8 ${at}: ${inputId} is sent and was not in the queue`);
          else if (!state.mayStart.has(inputId)) breaches.push(`§8 ${at}: ${inputId} is sent out of turn or while it was paused`);
        }
        state.queue = state.queue.filter((id) => id !== inputId);
        break;
      }
      case "cf_queue":
        if (line.payload.op === "add" && returned.has(line.payload.inputId) && line.payload.index === undefined)
          breaches.push(`§8 ${at}: ${line.payload.inputId} comes back behind what is queued`);
        breaches.push(...change(state, line.payload, deleted).map((breach) => `§8 ${at}: ${breach}`));
        break;
      case "event_msg":
        if (line.payload.type === "task_complete" || line.payload.type === "turn_aborted") state.mayStart.clear();
        break;
      default:
        break;
    }
    if (state.queue.length === 0) state.isPaused = false;
    if (!state.isPaused && state.queue[0] !== undefined) state.mayStart.add(state.queue[0]);
  }
  return { breaches, queue: state.queue, isPaused: state.isPaused };
}

function change(
  state: QueueFold,
  payload: Extract<RolloutLine, { type: "cf_queue" }>["payload"],
  deleted: ReadonlySet<string>,
): string[] {
  const missing = (id: string): string[] => (state.queue.includes(id) ? [] : [`${payload.op} of ${id}, which is not queued`]);
  switch (payload.op) {
    case "add": {
      const { inputId, index } = payload;
      if (!state.queue.includes(inputId)) return missing(inputId);
      if (index !== undefined) state.queue = state.queue.filter((id) => id !== inputId).toSpliced(index, 0, inputId);
      return [];
    }
    case "update":
      return missing(payload.inputId);
    case "delete":
      state.queue = state.queue.filter((id) => id !== payload.inputId);
      return deleted.has(payload.inputId) ? [] : [`${payload.inputId} leaves the queue without an end`];
    case "reorder":
      state.queue = [...payload.inputIds, ...state.queue.filter((id) => !payload.inputIds.some((named) => named === id))];
      return payload.inputIds.flatMap(missing);
    case "pause":
      state.isPaused = state.queue.length > 0;
      state.mayStart.clear();
      return [];
    case "resume":
      state.isPaused = false;
      return [];
  }
}

/** Sampled order is accepted order, per door: steers and mail each in the order in which they came. */
export function orderBreaches(lines: readonly RolloutLine[]): string[] {
  const breaches: string[] = [];
  const doorOf = new Map<string, string>();
  const waiting = new Map<string, string[]>();
  const leave = (id: string): void => {
    const door = doorOf.get(id) ?? "";
    waiting.set(door, waiting.get(door)?.filter((other) => other !== id) ?? []);
  };
  for (const [index, line] of lines.entries()) {
    // Of a torn record this may be all that says so.
    if (line.type === "cf_input" && line.payload.returnedFrom !== undefined) leave(line.payload.returnedFrom);
    if (line.type === "cf_input" && (line.payload.via === "steer" || line.payload.via === "mail")) {
      const { inputId, via } = line.payload;
      doorOf.set(inputId, via);
      waiting.set(via, [...(waiting.get(via) ?? []), inputId]);
    }
    if (line.type !== "cf_input_end") continue;
    const { inputId, how } = line.payload;
    const door = doorOf.get(inputId);
    if (door === undefined) continue;
    const before = waiting.get(door) ?? [];
    if (how === "sampled" && before[0] !== inputId)
      breaches.push(`§8 line ${index + 1}: ${door} ${inputId} is sampled before ${before[0] ?? "itself was accepted"}`);
    leave(inputId);
  }
  return breaches;
}

/** After a turn that did not end well nothing starts by itself: something the person did, or new trigger mail, stands in between. */
export function startBreaches(lines: readonly RolloutLine[]): string[] {
  const breaches: string[] = [];
  let needsReason = false;
  /** Turns that the person asked for, while the one before was still writing its end perhaps. */
  const askedFor = new Set<string>();
  const triggers = new Set(
    lines.flatMap((line) => (line.type === "cf_mail" && line.payload.triggerTurn ? [line.payload.mailId] : [])),
  );
  for (const [index, line] of lines.entries()) {
    if (line.type === "cf_input" && line.payload.returnedFrom === undefined)
      needsReason &&= line.payload.via === "mail" && !triggers.has(line.payload.inputId);
    if (line.type === "cf_input" && line.payload.via === "start") askedFor.add(line.payload.turnId ?? "");
    if (line.type === "cf_queue" && line.payload.op === "resume") needsReason = false;
    if (line.type !== "event_msg") continue;
    const { payload } = line;
    if (payload.type === "turn_aborted" || (payload.type === "task_complete" && (payload.error ?? null) !== null))
      needsReason = true;
    if (payload.type !== "task_started") continue;
    if (needsReason && !askedFor.has(payload.turn_id) && !isManualCompaction(lines.slice(index + 1)))
      breaches.push(`§8 line ${index + 1}: a turn starts by itself after one that did not end well`);
    needsReason = false;
  }
  return breaches;
}

/** Nothing is written of the person's wish to compact; the turn, in which nothing is said, shows it. `rest`: what follows the turn's first line. */
function isManualCompaction(rest: readonly RolloutLine[]): boolean {
  const second = rest.findIndex(({ type, payload }) => type === "event_msg" && payload.type === "task_started");
  const turn = second === -1 ? rest : rest.slice(0, second);
  const hasInput = turn.some((line) => line.type === "cf_input_end" && line.payload.how === "sampled");
  return !hasInput || turn.some(isOfManual);
}

function isOfManual(line: RolloutLine): boolean {
  if (line.type === "compacted") return line.payload.cf_trigger === "manual";
  return line.type === "cf_notice" && line.payload.compaction?.trigger === "manual";
}

/** What was accepted is what is said: an input's item holds its words as they were changed last, and what comes back keeps them. */
export function wordBreaches(lines: readonly RolloutLine[]): string[] {
  const breaches: string[] = [];
  const wordsOf = new Map<string, string>();
  for (const [index, line] of lines.entries()) {
    const at = `§8 line ${index + 1}`;
    if (line.type === "cf_input") {
      const { inputId, input, returnedFrom } = line.payload;
      const words = inputText(input);
      if (returnedFrom !== undefined && wordsOf.get(returnedFrom) !== words)
        breaches.push(`${at}: ${returnedFrom} comes back with other words`);
      if (line.payload.via !== "mail") wordsOf.set(inputId, words);
    }
    if (line.type === "cf_queue" && line.payload.op === "update")
      wordsOf.set(line.payload.inputId, inputText(line.payload.input));
    if (line.type !== "response_item" || line.payload.type !== "message") continue;
    const words = line.payload.id === undefined ? undefined : wordsOf.get(line.payload.id);
    const said = line.payload.content.flatMap((part) => (part.type === "input_text" ? [part.text] : [])).join("\n");
    // An editor may have put what was open around them.
    if (words !== undefined && words !== said && !(isFork(lines) && said.includes(words)))
      breaches.push(`${at}: ${line.payload.id} is said in other words`);
  }
  return breaches;
}
