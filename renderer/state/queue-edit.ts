// A queued entry while the person changes it, one per thread.
import type { InputId, ThreadId } from "../../shared/protocol/ids";
import type { QueuedInput } from "../../shared/protocol/queue";
import { inputText } from "../../shared/protocol/user-input";

export interface QueueEdit {
  readonly id: InputId;
  readonly original: string;
  readonly text: string;
  /** The new text is on its way; until it is answered, the entry may leave the queue with either text. */
  readonly isSaving: boolean;
  /** Why the last attempt to save was refused. */
  readonly why: string | null;
}

export type QueueEdits = Readonly<Record<ThreadId, QueueEdit>>;

export function editOf({ id, input }: QueuedInput): QueueEdit {
  const text = inputText(input);
  return { id, original: text, text, isSaving: false, why: null };
}
