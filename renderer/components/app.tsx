// The window: sidebar, title strip, the page of the moment, and what lies over them.
import { ConnectCard } from "./connect-card";
import { DropOverlay } from "./drop-overlay";
import { FirstPage } from "./first-page";
import { ImportOffer } from "./import-offer";
import { ModelWindowCard } from "./model-window-card";
import { WindowNotices } from "./notices";
import { OverlayCard } from "./overlay-card";
import { SessionMenu } from "./session-menu";
import { Sidebar } from "./sidebar";
import { ThreadPage } from "./thread-page";
import { TitleStrip } from "./title-strip";
import { NARROW, useMediaQuery } from "./use-media-query";
import { useFileDrop } from "./use-file-drop";
import { useShortcuts } from "./use-shortcuts";
import { useUi, useWindow } from "./window-context";

export function App() {
  const { actions } = useWindow();
  useShortcuts();
  useFileDrop();
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
        <ImportOffer />
        {route.type === "new" ? <FirstPage /> : <ThreadPage threadId={route.threadId} />}
      </main>
      <ConnectCard />
      <ModelWindowCard />
      <OverlayCard />
      <SessionMenu />
      <DropOverlay />
      <LiveRegion />
    </div>
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
