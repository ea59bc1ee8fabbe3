// All stores of the window. Vanilla: nothing here knows React. Events get in through apply-batch.ts alone.
import { createStore, type StoreApi } from "zustand/vanilla";
import type { PendingApproval } from "../../shared/protocol/approval";
import type { CommandResult, RpcId } from "../../shared/protocol/command";
import type { ClientMessageId, InputId, ItemId, RequestId, ThreadId, TurnId } from "../../shared/protocol/ids";
import type { CommandRule } from "../../shared/protocol/permission";
import type { ModelWindow } from "../../shared/protocol/window-item";
import type { AnswerDrafts } from "./answer-drafts";
import type { DiffLayout } from "./diff-layout";
import type { Drafts } from "./drafts";
import type { OpenThread } from "./open-thread";
import type { QueueEdits } from "./queue-edit";
import type { SessionRoot } from "../../shared/protocol/past-session";
import { NO_OVERLAY, type Overlay } from "./overlay";
import { EMPTY_PALETTE, type Palette } from "./palette";
import { emptyThreadList, type ThreadList } from "./thread-list";

export type Route =
  { readonly type: "new"; readonly cwd: string | null } | { readonly type: "thread"; readonly threadId: ThreadId };

/** An approval request that waits. `isAnswered`: our answer is on its way. `problem`: why the last one had no effect. */
export interface WaitingApproval {
  readonly rpcId: RpcId;
  readonly approval: PendingApproval;
  readonly isAnswered: boolean;
  readonly problem: string | null;
}

/** A queued entry that was sent at once and may still stand in the queue: the same text goes out again under the same id. */
export interface SentNow {
  readonly clientId: ClientMessageId;
  readonly text: string;
  readonly isUnderWay: boolean;
}

/** What the model sees now, as far as it has been read. `readCount` tells an older answer from the newest. */
export interface ShownWindow {
  readonly threadId: ThreadId;
  readonly readCount: number;
  readonly window: ModelWindow | null;
  /** Why the last act on it failed. */
  readonly problem: string | null;
}

/** Where the menu of a session stands: at a point of the window. */
export interface SessionMenuPlace {
  readonly threadId: ThreadId;
  readonly x: number;
  readonly y: number;
}

/** What there is besides the sessions of the list. */
export interface PastPlaces {
  readonly roots: readonly SessionRoot[];
  /** Offers that were answered with Not now. */
  readonly putOff: readonly string[];
  /** Rollouts that were opened by path, newest first. */
  readonly recent: readonly string[];
}

/** An output that its page left out and that is being read, or could not be. */
export type OutputRead = { readonly type: "reading" } | { readonly type: "failed"; readonly message: string };

export interface WindowNotice {
  readonly id: number;
  readonly level: "warning" | "error";
  readonly text: string;
}

export interface UiState {
  readonly route: Route;
  readonly isSidebarShown: boolean;
  /** In a narrow window the sidebar lies over the thread. */
  readonly isSidebarOver: boolean;
  readonly isConnectShown: boolean;
  readonly overlay: Overlay;
  readonly menuPlace: SessionMenuPlace | null;
  /** Whose name is being changed in its row. */
  readonly renamingId: ThreadId | null;
  /** Files are being dragged over the window. */
  readonly isDropShown: boolean;
  /** What the person has opened or closed, by `cardKey`. */
  readonly cards: Readonly<Record<string, boolean>>;
  /** By `cardKey`; nothing stands here for an output that is there. */
  readonly outputReads: Readonly<Record<string, OutputRead>>;
  readonly diffLayout: DiffLayout;
  readonly stoppingTurnId: TurnId | null;
  /** Calls that are being stopped alone, by `cardKey`. */
  readonly stoppingCards: readonly string[];
  /** The session that a new one is being made of. */
  readonly forkingId: ThreadId | null;
  readonly sentNow: Readonly<Record<InputId, SentNow>>;
  /** Null: the height of the window decides. */
  readonly isQueueFolded: boolean | null;
  readonly shownWindow: ShownWindow | null;
  readonly notices: readonly WindowNotice[];
  /** What the composer says about the last act when it had no effect. */
  readonly composerNote: string | null;
  /** Read aloud once; `count` tells two equal texts apart. */
  readonly announcement: { readonly count: number; readonly text: string };
  /** Rises when the composer should take the focus. */
  readonly composerFocusCount: number;
  /** Rises when the first waiting approval of the shown thread should be scrolled to and take the focus. */
  readonly revealAskCount: number;
}

export type SettingsState = CommandResult<"settings/read"> | null;

/** `problem`: why the last change was not made. */
export interface SettingsShown {
  readonly current: SettingsState;
  readonly problem: string | null;
}

/** `list`: null until it has been read; `readProblem`: why it could not be. `problem`: why the last change was not made. */
export interface RulesShown {
  readonly list: readonly CommandRule[] | null;
  readonly readProblem: string | null;
  readonly problem: string | null;
}

export interface WindowState {
  readonly threads: StoreApi<ThreadList>;
  readonly open: StoreApi<Readonly<Record<ThreadId, OpenThread>>>;
  readonly approvals: StoreApi<Readonly<Record<RequestId, WaitingApproval>>>;
  readonly drafts: StoreApi<Drafts>;
  readonly edits: StoreApi<QueueEdits>;
  readonly answerDrafts: StoreApi<AnswerDrafts>;
  readonly settings: StoreApi<SettingsShown>;
  readonly rules: StoreApi<RulesShown>;
  readonly palette: StoreApi<Palette>;
  readonly past: StoreApi<PastPlaces>;
  readonly ui: StoreApi<UiState>;
}

export function createWindowState(): WindowState {
  return {
    threads: createStore<ThreadList>(emptyThreadList),
    open: createStore<Readonly<Record<ThreadId, OpenThread>>>(() => ({})),
    approvals: createStore<Readonly<Record<RequestId, WaitingApproval>>>(() => ({})),
    drafts: createStore<Drafts>(() => ({})),
    edits: createStore<QueueEdits>(() => ({})),
    answerDrafts: createStore<AnswerDrafts>(() => ({})),
    settings: createStore<SettingsShown>(() => ({ current: null, problem: null })),
    rules: createStore<RulesShown>(() => ({ list: null, readProblem: null, problem: null })),
    palette: createStore<Palette>(() => EMPTY_PALETTE),
    past: createStore<PastPlaces>(() => ({ roots: [], putOff: [], recent: [] })),
    ui: createStore<UiState>(() => ({
      route: { type: "new", cwd: null },
      isSidebarShown: true,
      isSidebarOver: false,
      isConnectShown: false,
      overlay: NO_OVERLAY,
      menuPlace: null,
      renamingId: null,
      isDropShown: false,
      cards: {},
      outputReads: {},
      diffLayout: "unified",
      stoppingTurnId: null,
      stoppingCards: [],
      forkingId: null,
      sentNow: {},
      isQueueFolded: null,
      shownWindow: null,
      notices: [],
      composerNote: null,
      announcement: { count: 0, text: "" },
      composerFocusCount: 0,
      revealAskCount: 0,
    })),
  };
}

/** Call ids are unique within a thread only. */
export function cardKey(threadId: ThreadId, itemId: ItemId): string {
  return `${threadId}/${itemId}`;
}

export function announce(state: WindowState, text: string): void {
  state.ui.setState(({ announcement }) => ({ announcement: { count: announcement.count + 1, text } }));
}

export function addNotice(state: WindowState, level: WindowNotice["level"], text: string): void {
  state.ui.setState(({ notices }) => {
    if (notices.some((notice) => notice.text === text)) return {};
    return { notices: [...notices, { id: (notices.at(-1)?.id ?? 0) + 1, level, text }] };
  });
}
