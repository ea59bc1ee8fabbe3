// Choosing the folder a new session works in.
import { addNotice } from "../state/window-state";
import type { ActionContext } from "./action-context";
import { leaveThread } from "./open-thread";

const NO_FOLDER = "No folder was chosen.";
/** For an act that needed a folder in order to send. */
export const NO_FOLDER_NOT_SENT = "No folder was chosen, so nothing was sent.";

/** Asks for a folder; the choice becomes the new session's. Null: the person changed their mind, and the composer says `unchosen`. */
export async function chooseFolder({ client, state }: ActionContext, unchosen = NO_FOLDER): Promise<string | null> {
  state.ui.setState({ composerNote: null });
  const reply = await client.invoke("folder/choose", {});
  if (!reply.ok) {
    addNotice(state, "error", `A folder could not be chosen: ${reply.error.message}`);
    return null;
  }
  const { path } = reply.result;
  if (path === null) state.ui.setState({ composerNote: unchosen });
  else if (state.ui.getState().route.type === "new") state.ui.setState({ route: { type: "new", cwd: path } });
  return path;
}

/** Open a folder: a new session in it. */
export async function openFolder(context: ActionContext): Promise<void> {
  const path = await chooseFolder(context);
  if (path !== null) showNew(context, path);
}

/** The new session page, in the given folder or in the one that was looked at last. */
export function showNew(context: ActionContext, cwd?: string): void {
  const { state } = context;
  const { route } = state.ui.getState();
  const open = route.type === "thread" ? state.open.getState()[route.threadId] : undefined;
  const kept = route.type === "new" ? route.cwd : open?.type === "shown" ? open.thread.cwd : null;
  if (route.type === "thread") leaveThread(context, route.threadId);
  state.ui.setState(({ composerFocusCount }) => ({
    route: { type: "new", cwd: cwd ?? kept },
    isSidebarOver: false,
    composerNote: null,
    composerFocusCount: composerFocusCount + 1,
  }));
}
