// The actions as components call them: each returns at once, and what goes wrong is told to the person.
import type { CommandParams } from "../../shared/protocol/command";
import type { ItemId, RequestId, ThreadId, TurnId } from "../../shared/protocol/ids";
import type { ExportFormat, SessionTarget } from "../../shared/protocol/past-session";
import type { CommandRule } from "../../shared/protocol/permission";
import type { Thread } from "../../shared/protocol/thread";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { MenuAction } from "../../shared/protocol/window-push";
import { type AnswerDraft, draftAnswer } from "../state/answer-drafts";
import type { DiffLayout } from "../state/diff-layout";
import { NEW_DRAFT, withText } from "../state/drafts";
import type { Urgency } from "../state/doors";
import { NO_OVERLAY } from "../state/overlay";
import { changeEdit, closeEdit } from "../state/queue-edits";
import type { SessionAct } from "../state/session-acts";
import type { ListFilter } from "../state/thread-list";
import { announce, cardKey, type SessionMenuPlace } from "../state/window-state";
import { type ActionContext, runDetached } from "./action-context";
import { allowAlways, decide, leaveUnanswered, sendAnswers } from "./approval";
import { DraftWriter } from "./draft-writer";
import { chooseFolder, NO_FOLDER_NOT_SENT, openFolder, showNew } from "./folder";
import { readOpenOutputs, readOutputAgain } from "./deferred-outputs";
import { compact, refreshModelWindow, showModelWindow } from "./model-window";
import { chooseFormat, replaceExport, saveExport } from "./export";
import { chooseRollout, importRollout, openDropped, openPath } from "./open-file";
import { jumpToEnd, openThread, type OpenOptions } from "./open-thread";
import { PaletteSearch } from "./palette";
import { copyMarkdown, forkThread } from "./past-session";
import { editQueued, moveQueued, type QueuePlace, removeQueued, resumeQueue, saveQueued, sendQueuedNow } from "./queue";
import { toggleSidebar } from "./sidebar";
import { addRule, removeRule } from "./rules";
import { changeSettings, refreshSettings, showConnect, showSettings } from "./settings";
import { actOnSession, deleteSession, rename } from "./session-acts";
import { SessionListReader } from "./session-list";
import { putOffRoot, useRoot } from "./session-roots";
import { startWindow } from "./start-window";
import { submit } from "./submit";
import { loadNewer, loadOlder } from "./thread-pages";
import { stopCall, stopTurn, wake } from "./turn";
import { askUndo, undoChanges } from "./undo";

const DEMO_SENTENCE = "List the files here";

export type WindowActions = ReturnType<typeof createWindowActions>;

export function createWindowActions(context: ActionContext) {
  const { state } = context;
  const drafts = new DraftWriter(context);
  const list = new SessionListReader(context);
  const palette = new PaletteSearch(context);
  const run = (name: string, task: () => Promise<void>) => runDetached(context, name, task);
  const actOnShown = (act: SessionAct) => {
    const { route } = state.ui.getState();
    if (route.type === "thread") run("This", () => actOnSession(context, route.threadId, act));
  };
  const onMenu = (action: MenuAction) => {
    switch (action) {
      case "newSession":
        return showNew(context);
      case "openFolder":
        return run("Open a folder", () => openFolder(context));
      case "openRollout":
        return run("Opening a file", () => chooseRollout(context));
      case "toggleSidebar":
        return toggleSidebar(context);
      case "showSettings":
        return showSettings(context);
      case "showPalette":
        return palette.show();
      case "renameSession":
        return actOnShown("rename");
      case "exportSession":
        return actOnShown("export");
      case "archiveSession":
        return actOnShown("archive");
    }
  };
  const onOpen = (target: SessionTarget) =>
    "path" in target
      ? run("Opening the file", () => openPath(context, target.path))
      : run("Opening the session", () => openThread(context, target.threadId));
  return {
    start: () => run("Starting", () => startWindow(context, { drafts, list, onMenu, onOpen })),
    refreshSettings: () => refreshSettings(context),
    flushDrafts: () => drafts.flush(),
    newSession: () => showNew(context),
    openFolder: () => run("Open a folder", () => openFolder(context)),
    chooseFolder: () => run("Choosing a folder", async () => void (await chooseFolder(context))),
    openThread: (threadId: ThreadId, options?: OpenOptions) =>
      run("Opening the session", () => openThread(context, threadId, options)),
    openRollout: (path: string) => run("Opening the file", () => openPath(context, path)),
    chooseRollout: () => run("Opening a file", () => chooseRollout(context)),
    openDropped: (files: readonly File[]) => run("Opening what was dropped", () => openDropped(context, files)),
    showDrop: (isDropShown: boolean) => state.ui.setState({ isDropShown }),
    importRollout: (path: string) => run("Importing", () => importRollout(context, path)),
    forkThread: (threadId: ThreadId, throughTurnId?: TurnId) =>
      run("Continuing as a new session", () => forkThread(context, threadId, throughTurnId)),
    copyMarkdown: (threadId: ThreadId, turnId?: TurnId) =>
      run("Copying as Markdown", () => copyMarkdown(context, threadId, turnId)),
    jumpToEnd: (threadId: ThreadId) => run("Reading the end", () => jumpToEnd(context, threadId)),
    loadNewer: (threadId: ThreadId) => run("Reading newer entries", () => loadNewer(context, threadId)),
    loadOlder: (threadId: ThreadId) => run("Reading older entries", () => loadOlder(context, threadId)),
    listMore: () => run("Listing sessions", () => list.more()),
    filterList: (change: Partial<ListFilter>) => run("Listing sessions", () => list.filter(change)),
    useRoot: (path: string, isUsed: boolean) => run("Changing the session folders", () => useRoot(context, path, isUsed)),
    putOffRoot: (path: string) => putOffRoot(context, path),
    actOnSession: (threadId: ThreadId, act: SessionAct) => run("This", () => actOnSession(context, threadId, act)),
    actOnShown: (act: SessionAct) => actOnShown(act),
    showSessionMenu: (menuPlace: SessionMenuPlace | null) => state.ui.setState({ menuPlace }),
    rename: (thread: Thread, name: string) => run("Renaming", () => rename(context, thread, name)),
    leaveRename: () => state.ui.setState({ renamingId: null }),
    closeOverlay: () => state.ui.setState({ overlay: NO_OVERLAY }),
    deleteSession: () => run("Deleting", () => deleteSession(context)),
    askUndo: (threadId: ThreadId, turnId: TurnId) => askUndo(context, threadId, turnId),
    undoChanges: () => run("Undoing", () => undoChanges(context)),
    chooseFormat: (format: ExportFormat) => chooseFormat(context, format),
    saveExport: () => run("Exporting", () => saveExport(context)),
    replaceExport: () => run("Exporting", () => replaceExport(context)),
    showPalette: () => palette.show(),
    closePalette: () => palette.close(),
    seek: (query: string) => palette.write(query),
    toggleSidebar: () => toggleSidebar(context),
    closeSidebarOver: () => state.ui.setState({ isSidebarOver: false }),
    showSettings: () => showSettings(context),
    changeSettings: (change: CommandParams<"settings/write">) =>
      run("Changing the settings", () => changeSettings(context, change)),
    addRule: (rule: CommandRule, onAdded: () => void) =>
      run("Adding the rule", async () => {
        if (await addRule(context, rule)) onAdded();
      }),
    removeRule: (rule: CommandRule) => run("Removing the rule", () => removeRule(context, rule)),
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
    stopCall: (threadId: ThreadId, itemId: ItemId) => run("Stopping this call", () => stopCall(context, threadId, itemId)),
    decide: (requestId: RequestId, decision: ApprovalDecision) => run("Answering", () => decide(context, requestId, decision)),
    allowAlways: (requestId: RequestId) => run("Answering", () => allowAlways(context, requestId)),
    draftAnswer: (requestId: RequestId, change: Readonly<Record<string, AnswerDraft>>) => draftAnswer(state, requestId, change),
    sendAnswers: (requestId: RequestId) => run("Answering", () => sendAnswers(context, requestId)),
    leaveUnanswered: (requestId: RequestId) => run("Answering", () => leaveUnanswered(context, requestId)),
    toggleCard: (threadId: ThreadId, itemId: ItemId, isOpen: boolean) => {
      state.ui.setState(({ cards }) => ({ cards: { ...cards, [cardKey(threadId, itemId)]: isOpen } }));
      readOpenOutputs(context, threadId);
    },
    readOutputAgain: (threadId: ThreadId, itemId: ItemId) => readOutputAgain(context, threadId, itemId),
    chooseDiffLayout: (diffLayout: DiffLayout) => state.ui.setState({ diffLayout }),
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
