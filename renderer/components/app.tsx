// The window: sidebar, title strip, the page of the moment, and what lies over them.
import { useStore } from "zustand";
import { shownThread } from "../state/selectors";
import { modKey } from "../text/shown-keys";
import { ConnectCard } from "./connect-card";
import { FirstPage } from "./first-page";
import { Icon } from "./icon";
import { WindowNotices } from "./notices";
import { sessionTitle } from "./session-row";
import { Sidebar } from "./sidebar";
import { ThreadPage } from "./thread-page";
import { NARROW, useMediaQuery } from "./use-media-query";
import { useShortcuts } from "./use-shortcuts";
import { useUi, useWindow } from "./window-context";

export function App() {
  const { actions } = useWindow();
  useShortcuts();
  const route = useUi((ui) => ui.route);
  const isNarrow = useMediaQuery(NARROW);
  const isSidebarVisible = useUi((ui) => (isNarrow ? ui.isSidebarOver : ui.isSidebarShown));
  return (
    <div className={isSidebarVisible && !isNarrow ? "app" : "app is-wide"}>
      {isSidebarVisible ? <Sidebar /> : null}
      {isNarrow && isSidebarVisible ? (
        <button type="button" className="side-veil" aria-label="Hide sidebar" onClick={actions.closeSidebarOver} />
      ) : null}
      <main className="main" inert={isNarrow && isSidebarVisible}>
        <TitleStrip isSidebarVisible={isSidebarVisible} />
        <WindowNotices />
        {route.type === "new" ? <FirstPage /> : <ThreadPage threadId={route.threadId} />}
      </main>
      <ConnectCard />
      <LiveRegion />
    </div>
  );
}

function TitleStrip({ isSidebarVisible }: { isSidebarVisible: boolean }) {
  const { state, actions, platform } = useWindow();
  const route = useUi((ui) => ui.route);
  const thread = useStore(state.threads, ({ threads }) =>
    route.type === "thread" ? threads.find(({ id }) => id === route.threadId) : undefined,
  );
  const opened = useStore(state.open, (open) => shownThread(open, route)?.thread);
  const current = thread ?? opened;
  const where = route.type === "new" ? (route.cwd ?? "no folder chosen") : (current?.cwd ?? "");
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
    </header>
  );
}

/** Says each change of state once; two equal sentences in a row are two changes. */
function LiveRegion() {
  const { count, text } = useUi((ui) => ui.announcement);
  return (
    <div className="sr" role="status" aria-live="polite">
      {text === "" ? null : <p key={count}>{text}</p>}
    </div>
  );
}
