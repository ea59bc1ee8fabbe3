// The strip across the top: what is shown, in which folder, and where its file is.
import { useStore } from "zustand";
import type { Thread } from "../../shared/protocol/thread";
import { recordedPathOf, shownThread } from "../state/selectors";
import { calendarDay } from "../text/duration";
import { sessionTitle } from "../text/session-words";
import { modKey } from "../text/shown-keys";
import { Icon } from "./icon";
import { useUi, useWindow } from "./window-context";

export function TitleStrip({ isSidebarVisible }: { isSidebarVisible: boolean }) {
  const { state, actions, platform } = useWindow();
  const route = useUi((ui) => ui.route);
  const thread = useStore(state.threads, ({ threads }) =>
    route.type === "thread" ? threads.find(({ id }) => id === route.threadId) : undefined,
  );
  const opened = useStore(state.open, (open) => shownThread(open, route)?.thread);
  const recordedPath = useStore(state.open, (open) => recordedPathOf(shownThread(open, route)));
  const current = thread ?? opened;
  const where = route.type === "new" ? (route.cwd ?? "no folder chosen") : whereOf(current);
  return (
    <header className="bar">
      {isSidebarVisible ? null : (
        <button
          type="button"
          className="icon-btn"
          aria-label={`Show sidebar (${modKey(platform, "B")})`}
          title={`Show sidebar (${modKey(platform, "B")})`}
          onClick={actions.toggleSidebar}
        >
          <Icon name="sidebar" />
        </button>
      )}
      <div className="title">
        <h1 dir="auto">{current === undefined ? "New session" : sessionTitle(current)}</h1>
        <span className="where" title={where}>
          {where}
        </span>
      </div>
      {current === undefined ? null : (
        <button
          type="button"
          className="icon-btn"
          aria-label="Actions for this session"
          aria-haspopup="menu"
          title="Actions for this session"
          onClick={(event) => {
            const { left, bottom } = event.currentTarget.getBoundingClientRect();
            actions.showSessionMenu({ threadId: current.id, x: left, y: bottom });
          }}
        >
          <Icon name="more" />
        </button>
      )}
      {recordedPath === null ? null : (
        <button
          type="button"
          className="icon-btn"
          aria-label="Copy the path of the session's file"
          title={recordedPath}
          onClick={() => actions.copy(recordedPath)}
        >
          <Icon name="copy" />
        </button>
      )}
    </header>
  );
}

/** The folder it works in; of a past session of another program also the day it began. */
function whereOf(thread: Thread | undefined): string {
  if (thread === undefined) return "";
  if (thread.origin === "own" || thread.createdAtMs <= 0) return thread.cwd;
  return [calendarDay(thread.createdAtMs), thread.cwd].filter((part) => part !== "").join(" · ");
}
