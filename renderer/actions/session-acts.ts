// What a person does to a session as a file: its name, its pin, its place, its end.
import type { Thread } from "../../shared/protocol/thread";
import type { ThreadId } from "../../shared/protocol/ids";
import { NO_OVERLAY, type OverlayOf } from "../state/overlay";
import { type SessionAct, sessionActs, sessionLink } from "../state/session-acts";
import { withChange, withName, withoutThread } from "../state/thread-list";
import { addNotice, announce } from "../state/window-state";
import { sessionTitle } from "../text/session-words";
import type { ActionContext } from "./action-context";
import { checkExport } from "./export";
import { showNew } from "./folder";
import { openThread } from "./open-thread";
import { copyMarkdown, forkThread } from "./past-session";

/** The thread as the list or the open thread knows it. */
export function knownThread({ state }: ActionContext, threadId: ThreadId): Thread | null {
  const listed = state.threads.getState().threads.find(({ id }) => id === threadId);
  const open = state.open.getState()[threadId];
  return listed ?? (open?.type === "shown" ? open.thread : null);
}

/** One entry of the session's menu. What cannot be done says why instead. */
export async function actOnSession(context: ActionContext, threadId: ThreadId, act: SessionAct): Promise<void> {
  const { state } = context;
  const thread = knownThread(context, threadId);
  if (thread === null) return;
  const why = sessionActs(thread).find((entry) => entry.act === act)?.why ?? null;
  if (why !== null) {
    addNotice(state, "warning", why);
    return;
  }
  switch (act) {
    case "open":
      return openThread(context, threadId);
    case "rename":
      return startRename(context, thread);
    case "pin":
      return pin(context, thread);
    case "archive":
      return archive(context, thread);
    case "fork":
      return forkThread(context, threadId);
    case "markdown":
      return copyMarkdown(context, threadId);
    case "link":
      await context.writeClipboard(sessionLink(thread));
      announce(state, "Link copied.");
      return;
    case "export":
      state.ui.setState({
        overlay: {
          type: "export",
          thread,
          format: "markdown",
          check: { type: "checking" },
          step: { type: "choosing", problem: null },
        },
      });
      return checkExport(context);
    case "delete":
      state.ui.setState({ overlay: { type: "delete", thread, step: { type: "asking", problem: null } } });
  }
}

/** In its row where that can be seen, else in a card of its own. */
function startRename({ state, isNarrow }: ActionContext, thread: Thread): void {
  const { isSidebarShown, isSidebarOver } = state.ui.getState();
  const isListed = state.threads.getState().threads.some(({ id }) => id === thread.id);
  const isVisible = isNarrow() ? isSidebarOver : isSidebarShown;
  if (isListed && isVisible) state.ui.setState({ renamingId: thread.id, overlay: NO_OVERLAY });
  else state.ui.setState({ overlay: { type: "rename", thread }, renamingId: null });
}

export async function rename(context: ActionContext, thread: Thread, text: string): Promise<void> {
  const { state, client } = context;
  const { overlay, renamingId } = state.ui.getState();
  state.ui.setState({
    ...(renamingId === thread.id ? { renamingId: null } : {}),
    ...(overlay.type === "rename" ? { overlay: NO_OVERLAY } : {}),
  });
  const name = text.trim();
  if (name === (thread.name ?? "")) return;
  const reply = await client.invoke("thread/name/set", { threadId: thread.id, name });
  if (!reply.ok) {
    addNotice(state, "error", `“${sessionTitle(thread)}” could not be renamed: ${reply.error.message}`);
    return;
  }
  state.threads.setState((list) => withChange(list, thread.id, (known) => withName(known, name)));
  const open = state.open.getState()[thread.id];
  if (open?.type === "shown") state.open.setState({ [thread.id]: { ...open, thread: withName(open.thread, name) } });
  announce(state, name === "" ? "Name taken away." : `Renamed to ${name}.`);
}

async function pin({ state, client }: ActionContext, thread: Thread): Promise<void> {
  const pinned = !thread.pinned;
  const reply = await client.invoke("thread/pin/set", { threadId: thread.id, isPinned: pinned });
  if (!reply.ok) {
    addNotice(state, "error", `“${sessionTitle(thread)}” could not be ${pinned ? "pinned" : "unpinned"}: ${reply.error.message}`);
    return;
  }
  state.threads.setState((list) => withChange(list, thread.id, (known) => ({ ...known, pinned })));
  announce(state, pinned ? "Pinned." : "Unpinned.");
}

async function archive({ state, client }: ActionContext, thread: Thread): Promise<void> {
  const { archived, id: threadId } = thread;
  const reply = await client.invoke(archived ? "thread/unarchive" : "thread/archive", { threadId });
  if (!reply.ok) {
    const words = archived ? "brought back from the archive" : "archived";
    addNotice(state, "error", `“${sessionTitle(thread)}” could not be ${words}: ${reply.error.message}`);
    return;
  }
  state.threads.setState((list) => (list.filter.isArchive === archived ? withoutThread(list, threadId) : list));
  announce(state, archived ? "Back among the sessions." : "Archived.");
}

/** First into the bin; for good only where the person was told that there is none. */
export async function deleteSession(context: ActionContext): Promise<void> {
  const { state, client } = context;
  const asked = shownDeletion(context);
  if (asked === null || asked.step.type === "deleting") return;
  const { thread, step } = asked;
  const isForGood = step.type === "askingForGood";
  state.ui.setState({ overlay: { type: "delete", thread, step: { type: "deleting" } } });
  const reply = await client.invoke("thread/delete", { threadId: thread.id, ...(isForGood ? { isForGood } : {}) });
  const now = shownDeletion(context);
  const isStillShown = now?.thread.id === thread.id;
  if (!reply.ok) {
    const step = { type: "asking", problem: reply.error.message } as const;
    if (isStillShown) state.ui.setState({ overlay: { type: "delete", thread, step } });
    else addNotice(state, "error", `“${sessionTitle(thread)}” was not deleted: ${reply.error.message}`);
    return;
  }
  if (reply.result.where === "noBin") {
    if (isStillShown)
      state.ui.setState({ overlay: { type: "delete", thread, step: { type: "askingForGood", why: reply.result.why } } });
    return;
  }
  if (isStillShown) state.ui.setState({ overlay: NO_OVERLAY });
  const { route } = state.ui.getState();
  if (route.type === "thread" && route.threadId === thread.id) showNew(context, thread.cwd);
  state.threads.setState((list) => withoutThread(list, thread.id));
  announce(state, reply.result.where === "bin" ? "Moved to the bin." : "Deleted for good.");
}

function shownDeletion({ state }: ActionContext): OverlayOf<"delete"> | null {
  const { overlay } = state.ui.getState();
  return overlay.type === "delete" ? overlay : null;
}
