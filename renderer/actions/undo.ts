// Undoing what the patches of a turn did to files: asked about first, all or nothing, and what came of it in words.
import type { ThreadId, TurnId } from "../../shared/protocol/ids";
import { NO_OVERLAY, type OverlayOf, type UndoStep } from "../state/overlay";
import { changedPaths } from "../state/undoable";
import { addNotice, announce } from "../state/window-state";
import { countedFiles } from "../text/undo-words";
import type { ActionContext } from "./action-context";

export function askUndo({ state }: ActionContext, threadId: ThreadId, turnId: TurnId): void {
  const open = state.open.getState()[threadId];
  if (open?.type !== "shown") return;
  const paths = changedPaths(open.view.items, turnId);
  state.ui.setState({ overlay: { type: "undo", threadId, turnId, paths, step: { type: "asking", problem: null } } });
}

export async function undoChanges(context: ActionContext): Promise<void> {
  const { state, client } = context;
  const asked = shownUndo(context);
  if (asked === null || asked.step.type === "undoing") return;
  const { threadId, turnId } = asked;
  const show = (step: UndoStep): boolean => {
    const now = shownUndo(context);
    if (now?.turnId !== turnId || now.threadId !== threadId) return false;
    state.ui.setState({ overlay: { ...now, step } });
    return true;
  };
  show({ type: "undoing" });
  const reply = await client.invoke("turn/changes/undo", { threadId, turnId });
  if (!reply.ok) {
    const { message } = reply.error;
    if (!show({ type: "asking", problem: message })) addNotice(state, "error", `Nothing was undone: ${message}`);
    return;
  }
  const { result } = reply;
  switch (result.outcome) {
    case "undone":
      if (show({ type: "undoing" })) state.ui.setState({ overlay: NO_OVERLAY });
      announce(state, `Undone: ${countedFiles(result.changes.length)} as before the turn.`);
      return;
    case "changed":
      if (!show({ type: "changed", paths: result.paths }))
        addNotice(state, "warning", `Nothing was undone: changed since then: ${result.paths.join(", ")}`);
      return;
    case "nothing":
      if (!show({ type: "nothing", why: result.why })) addNotice(state, "warning", `Nothing was undone: ${result.why}`);
  }
}

function shownUndo({ state }: ActionContext): OverlayOf<"undo"> | null {
  const { overlay } = state.ui.getState();
  return overlay.type === "undo" ? overlay : null;
}
