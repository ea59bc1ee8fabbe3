// The lines that more than one place writes: a person's input entering the transcript, and the ways a Turn ends.
import { InputId, type ItemId, type TurnId } from "../../../shared/protocol/ids";
import type { MessageItem } from "../../../shared/protocol/response-item";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { TurnError } from "../../../shared/protocol/turn-error";
import type { FileChange } from "../../../shared/protocol/turn-item";
import { inputText, type UserInput } from "../../../shared/protocol/user-input";
import type { IdSource } from "../ports/id-source";
import type { WaitingMail } from "./input-projection";

/** An input of the person that is on disk, as far as lines need it. */
interface AcceptedWords {
  readonly inputId: InputId;
  readonly input: readonly UserInput[];
}

/** What the model reads after an interrupt (runtime.md §5). Failed turns record none. */
const INTERRUPTED = [
  "<turn_aborted>",
  "The person stopped the previous turn on purpose. Commands that were aborted may have run in part, and what they did still stands.",
  "</turn_aborted>",
].join("\n");

/** What the model reads as the output of a call that the app did not live to finish, or was told to leave (protocol.md §7). */
export const APP_STOPPED = "aborted: the app stopped before this call finished; effects may stand";

/** An accepted input becomes the person's message: the fact that it was sampled, the item, and its Codex twin, in one record. */
export function inputLines({ inputId, input }: AcceptedWords): LineBody[] {
  const content: MessageItem["content"] = input.map((part) =>
    part.type === "text" ? { type: "input_text", text: part.text } : { type: "input_image", image_url: part.url },
  );
  return [
    { type: "cf_input_end", payload: { inputId, how: "sampled" } },
    { type: "response_item", payload: { type: "message", id: inputId, role: "user", content } },
    {
      type: "event_msg",
      payload: { type: "user_message", message: inputText(input), images: [], local_images: [], text_elements: [] },
    },
  ];
}

/** Mail is delivered: the model reads it as words that come from elsewhere. */
export function mailLines({ mailId, author, text }: WaitingMail): LineBody[] {
  const words = `<mail from=${JSON.stringify(author)}>\n${text}\n</mail>`;
  return [
    { type: "cf_input_end", payload: { inputId: mailId, how: "sampled" } },
    {
      type: "response_item",
      payload: { type: "message", id: mailId, role: "user", content: [{ type: "input_text", text: words }] },
    },
  ];
}

/**
 * Input that was not sampled goes to the front of the queue, in its order, as entries of their own (runtime.md §8). The new entry stands first: a
 * crash between the lines loses nothing.
 */
export function requeueLines(inputs: readonly AcceptedWords[], ids: IdSource): LineBody[] {
  return inputs.flatMap(({ inputId, input }, index): LineBody[] => {
    const entryId = InputId.parse(ids.uuid());
    return [
      { type: "cf_input", payload: { inputId: entryId, via: "queue", input: [...input], returnedFrom: inputId } },
      { type: "cf_queue", payload: { op: "add", inputId: entryId, index } },
      { type: "cf_input_end", payload: { inputId, how: "returned" } },
    ];
  });
}

/** What the model is told besides, by a hook or the clock; no person said it. */
export function contextLine(text: string): LineBody {
  return {
    type: "response_item",
    payload: { type: "message", role: "developer", content: [{ type: "input_text", text }] },
  };
}

/** The person has put back what a turn's patches had changed; the model reads which files are not as it remembers them. */
export function undoLines(undo: {
  readonly itemId: ItemId;
  readonly undoOf: TurnId;
  readonly changes: readonly FileChange[];
}): LineBody[] {
  const { itemId, undoOf, changes } = undo;
  const words = [
    "<files_restored>",
    "The person has undone the patches of an earlier turn. These files are again as they were before it; what commands changed was left alone:",
    ...changes.map(({ path, kind }) => `${kind === "delete" ? "gone" : "as before"}: ${path}`),
    "</files_restored>",
  ];
  return [{ type: "cf_undo", payload: { itemId, undoOf, changes: [...changes] } }, contextLine(words.join("\n"))];
}

/** When a turn began and ended, in Unix milliseconds; Codex's lines hold seconds. */
export interface TurnTimes {
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

export function completedLine(
  turnId: TurnId,
  end: { readonly lastAgentMessage: string | null; readonly times: TurnTimes },
): LineBody {
  const { lastAgentMessage, times } = end;
  return {
    type: "event_msg",
    payload: { type: "task_complete", turn_id: turnId, last_agent_message: lastAgentMessage, ...spent(times) },
  };
}

export function failedLine(turnId: TurnId, end: { readonly error: TurnError; readonly times: TurnTimes }): LineBody {
  const error = { message: end.error.message, cf_error: end.error };
  return {
    type: "event_msg",
    payload: { type: "task_complete", turn_id: turnId, last_agent_message: null, error, ...spent(end.times) },
  };
}

export function interruptedLines(turnId: TurnId, times: TurnTimes): LineBody[] {
  return [
    {
      type: "response_item",
      payload: { type: "message", role: "user", content: [{ type: "input_text", text: INTERRUPTED }] },
    },
    { type: "event_msg", payload: { type: "turn_aborted", turn_id: turnId, reason: "interrupted", ...spent(times) } },
  ];
}

function spent({ startedAtMs, endedAtMs }: TurnTimes): { completed_at: number; duration_ms: number } {
  return { completed_at: Math.floor(endedAtMs / 1000), duration_ms: endedAtMs - startedAtMs };
}

/** For a Turn that ended because the app did. `times` are unknown when a later start closes it. No marker: nobody stopped it on purpose. */
export function appStoppedLine(turnId: TurnId, times: TurnTimes | null = null): LineBody {
  return {
    type: "event_msg",
    payload: {
      type: "turn_aborted",
      turn_id: turnId,
      reason: "interrupted",
      cf_app_stopped: true,
      ...(times === null ? {} : spent(times)),
    },
  };
}
