// The sessions, by the folder they work in, newest first; below, who answers.
import { useStore } from "zustand";
import { modKey } from "../text/shown-keys";
import { Icon } from "./icon";
import { ListFilter } from "./list-filter";
import { RootsOffer } from "./roots-offer";
import { SessionList } from "./session-list";
import { useWindow } from "./window-context";

export function Sidebar() {
  const { actions, platform } = useWindow();
  return (
    <nav className="sidebar" aria-label="Sessions">
      <div className="bar">
        <button
          type="button"
          className="icon-btn"
          aria-label={`Hide sidebar (${modKey(platform, "B")})`}
          title={`Hide sidebar (${modKey(platform, "B")})`}
          onClick={actions.toggleSidebar}
        >
          <Icon name="sidebar" />
        </button>
      </div>
      <div className="side-actions">
        <button type="button" className="side-row" onClick={actions.newSession}>
          <Icon name="compose" />
          <span className="label">New session</span>
          <kbd>{modKey(platform, "N")}</kbd>
        </button>
        <button type="button" className="side-row" onClick={actions.showPalette}>
          <Icon name="search" />
          <span className="label">Search</span>
          <kbd>{modKey(platform, "K")}</kbd>
        </button>
      </div>
      <RootsOffer />
      <ListFilter />
      <SessionList />
      <Foot />
    </nav>
  );
}

function Foot() {
  const { state, actions, platform } = useWindow();
  const settings = useStore(state.settings, ({ current }) => current);
  if (settings === null) return <div className="side-foot" />;
  return (
    <div className="side-foot has-two">
      <button type="button" className="side-row" title="Connect a model" onClick={() => actions.showConnect(true)}>
        <Icon name="plug" />
        <span className="label">{settings.isDemo ? "Demo" : settings.provider}</span>
        <span className="meta">{settings.isDemo ? "offline" : settings.model}</span>
      </button>
      <button
        type="button"
        className="icon-btn"
        aria-label={`Settings (${modKey(platform, ",")})`}
        title={`Settings (${modKey(platform, ",")})`}
        onClick={actions.showSettings}
      >
        <Icon name="sliders" />
      </button>
    </div>
  );
}
