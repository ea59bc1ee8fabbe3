// The store of edits in the queue. What was written outlives its entry: if that was started meanwhile, the text goes to the composer.
import type { ThreadId } from "../../shared/protocol/ids";
import { withTextBefore } from "./drafts";
import type { QueueEdit } from "./queue-edit";
import type { WindowState } from "./window-state";

/** Changes the open edit of the thread, if there is one. */
export function changeEdit(state: WindowState, threadId: ThreadId, changes: Partial<QueueEdit>): void {
  const edit = state.edits.getState()[threadId];
  if (edit !== undefined) state.edits.setState({ [threadId]: { ...edit, ...changes } });
}

export function closeEdit(state: WindowState, threadId: ThreadId): void {
  const { [threadId]: _closed, ...others } = state.edits.getState();
  state.edits.setState(others, true);
}

/** Closes an edit whose entry is no longer in the queue; words that were changed go to the front of the thread's draft. */
export function rescueEdit(state: WindowState, threadId: ThreadId): void {
  const edit = state.edits.getState()[threadId];
  const open = state.open.getState()[threadId];
  if (edit === undefined || edit.isSaving || open?.type !== "shown") return;
  if (open.view.queue.data.some(({ id }) => id === edit.id)) return;
  closeEdit(state, threadId);
  if (edit.text === edit.original || edit.text.trim() === "") return;
  state.drafts.setState((drafts) => withTextBefore(drafts, threadId, edit.text));
  const { route } = state.ui.getState();
  if (route.type === "thread" && route.threadId === threadId)
    state.ui.setState({
      composerNote: "That entry left the queue before your change was saved. What you wrote is here.",
    });
}
