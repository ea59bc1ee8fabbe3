// The actions as components call them: each returns at once, and what goes wrong is told to the person.
import type { ItemId, RequestId, ThreadId, TurnId } from "../../shared/protocol/ids";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import { NEW_DRAFT, withText } from "../state/drafts";
import type { Urgency } from "../state/doors";
import { changeEdit, closeEdit } from "../state/queue-edits";
import { announce, cardKey } from "../state/window-state";
import { type ActionContext, runDetached } from "./action-context";
import { DraftWriter } from "./draft-writer";
import { chooseFolder, NO_FOLDER_NOT_SENT, openFolder, showNew } from "./folder";
import { compact, refreshModelWindow, showModelWindow } from "./model-window";
import { jumpToEnd, openRollout, openThread, type OpenOptions } from "./open-thread";
import { copyMarkdown, forkThread } from "./past-session";
import { editQueued, moveQueued, type QueuePlace, removeQueued, resumeQueue, saveQueued, sendQueuedNow } from "./queue";
import { toggleSidebar } from "./sidebar";
import { refreshSettings, showConnect } from "./settings";
import { listMore, startWindow } from "./start-window";
import { submit } from "./submit";
import { loadNewer, loadOlder } from "./thread-pages";
import { answerApproval, stopTurn, wake } from "./turn";

const DEMO_SENTENCE = "List the files here";

export type WindowActions = ReturnType<typeof createWindowActions>;

export function createWindowActions(context: ActionContext) {
  const { state } = context;
  const drafts = new DraftWriter(context);
  const run = (name: string, task: () => Promise<void>) => runDetached(context, name, task);
  return {
    start: () => run("Starting", () => startWindow(context, drafts)),
    refreshSettings: () => refreshSettings(context),
    flushDrafts: () => drafts.flush(),
    newSession: () => showNew(context),
    openFolder: () => run("Open a folder", () => openFolder(context)),
    chooseFolder: () => run("Choosing a folder", async () => void (await chooseFolder(context))),
    openThread: (threadId: ThreadId, options?: OpenOptions) =>
      run("Opening the session", () => openThread(context, threadId, options)),
    openRollout: (path: string) => run("Opening the file", () => openRollout(context, path)),
    forkThread: (threadId: ThreadId, throughTurnId?: TurnId) =>
      run("Continuing as a new session", () => forkThread(context, threadId, throughTurnId)),
    copyMarkdown: (threadId: ThreadId, turnId?: TurnId) =>
      run("Copying as Markdown", () => copyMarkdown(context, threadId, turnId)),
    jumpToEnd: (threadId: ThreadId) => run("Reading the end", () => jumpToEnd(context, threadId)),
    loadNewer: (threadId: ThreadId) => run("Reading newer entries", () => loadNewer(context, threadId)),
    loadOlder: (threadId: ThreadId) => run("Reading older entries", () => loadOlder(context, threadId)),
    listMore: () => run("Listing sessions", () => listMore(context)),
    toggleSidebar: () => toggleSidebar(context),
    closeSidebarOver: () => state.ui.setState({ isSidebarOver: false }),
    showConnect: (isShown: boolean) => showConnect(context, isShown),
    write: (key: string, text: string) => state.drafts.setState((known) => withText(known, key, text)),
    submit: (urgency: Urgency) => run("Sending", () => submit(context, urgency)),
    resumeQueue: (threadId: ThreadId) => run("Resume", () => resumeQueue(context, threadId)),
    sendQueuedNow: (place: QueuePlace) => run("Send now", () => sendQueuedNow(context, place)),
    moveQueued: (place: QueuePlace, by: -1 | 1) => run("Move", () => moveQueued(context, place, by)),
    removeQueued: (place: QueuePlace) => run("Remove", () => removeQueued(context, place)),
    editQueued: (place: QueuePlace) => editQueued(context, place),
    writeQueued: (threadId: ThreadId, text: string) => changeEdit(state, threadId, { text }),
    saveQueued: (threadId: ThreadId) => run("Saving", () => saveQueued(context, threadId)),
    leaveQueued: (threadId: ThreadId) => closeEdit(state, threadId),
    foldQueue: (isQueueFolded: boolean) => state.ui.setState({ isQueueFolded }),
    showModelWindow: (threadId: ThreadId | null) => showModelWindow(context, threadId),
    readModelWindow: () => refreshModelWindow(context),
    compact: (threadId: ThreadId) => run("Compacting", () => compact(context, threadId)),
    stop: (threadId: ThreadId) => run("Stop", () => stopTurn(context, threadId)),
    wake: (threadId: ThreadId, itemId: ItemId) => run("Wake now", () => wake(context, threadId, itemId)),
    answer: (requestId: RequestId, decision: ApprovalDecision) =>
      run("Answering", () => answerApproval(context, requestId, decision)),
    toggleCard: (threadId: ThreadId, itemId: ItemId, isOpen: boolean) =>
      state.ui.setState(({ cards }) => ({ cards: { ...cards, [cardKey(threadId, itemId)]: isOpen } })),
    revealAsk: () => state.ui.setState(({ revealAskCount }) => ({ revealAskCount: revealAskCount + 1 })),
    dismissNotice: (id: number) =>
      state.ui.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) })),
    openLink: (url: string) =>
      run("Opening the link", async () => {
        const reply = await context.client.invoke("link/open", { url });
        if (!reply.ok) throw new Error(reply.error.message);
      }),
    copy: (text: string) =>
      run("Copying", async () => {
        await context.writeClipboard(text);
        announce(state, "Copied.");
      }),
    tryDemo: () =>
      run("Trying the demo", async () => {
        const { route } = state.ui.getState();
        if (route.type !== "new") return;
        if (route.cwd === null && (await chooseFolder(context, NO_FOLDER_NOT_SENT)) === null) return;
        state.drafts.setState((known) =>
          (known[NEW_DRAFT]?.text ?? "") === "" ? withText(known, NEW_DRAFT, DEMO_SENTENCE) : known,
        );
        state.ui.setState(({ composerFocusCount }) => ({ composerFocusCount: composerFocusCount + 1 }));
      }),
  };
}
