// The sessions, by the folder they work in, newest first; below, who answers.
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { groupByFolder } from "../state/thread-list";
import { folderName } from "../text/folder-name";
import { modKey } from "../text/shown-keys";
import { Icon } from "./icon";
import { SessionRow } from "./session-row";
import { useNow } from "./use-now";
import { useUi, useWindow } from "./window-context";

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
      </div>
      <SessionList />
      <Foot />
    </nav>
  );
}

const MINUTE_MS = 60_000;

function SessionList() {
  const { state, actions } = useWindow();
  const list = useStore(state.threads);
  const route = useUi((ui) => ui.route);
  const asking = useStore(
    state.approvals,
    useShallow((approvals) => Object.values(approvals).map(({ approval }) => approval.threadId)),
  );
  const now = useNow(MINUTE_MS);
  const hidden = Object.entries(list.hidden).filter(([, count]) => count > 0);
  return (
    <div className="side-scroll" tabIndex={0} role="region" aria-label="Session list">
      {list.isLoaded && list.threads.length === 0 ? (
        <p className="side-empty">
          No sessions yet. They are plain files, one per session, and this list is only a view of them.
        </p>
      ) : null}
      {groupByFolder(list.threads).map(({ cwd, threads }) => {
        const { name, parent } = folderName(cwd);
        return (
          <section key={cwd} className="side-group">
            <h2 title={cwd}>
              <Icon name="folder" />
              <span className="folder">{name}</span>
              <span className="path">{parent}</span>
            </h2>
            <ul>
              {threads.map((thread) => (
                <SessionRow
                  key={thread.id}
                  thread={thread}
                  asking={asking.filter((id) => id === thread.id).length}
                  isCurrent={route.type === "thread" && route.threadId === thread.id}
                  now={now}
                />
              ))}
            </ul>
          </section>
        );
      })}
      {list.nextCursor === null ? null : (
        <p className="side-more">
          <button type="button" className="btn btn-small btn-quiet" onClick={actions.listMore}>
            Show older sessions
          </button>
        </p>
      )}
      {hidden.length === 0 ? null : (
        <p className="side-empty">{`Not shown: ${hidden.map(([reason, count]) => `${count} ${reason}`).join(", ")}`}</p>
      )}
    </div>
  );
}

function Foot() {
  const { state, actions } = useWindow();
  const settings = useStore(state.settings, ({ current }) => current);
  if (settings === null) return <div className="side-foot" />;
  return (
    <div className="side-foot">
      <button type="button" className="side-row" title="Connect a model" onClick={() => actions.showConnect(true)}>
        <Icon name="plug" />
        <span className="label">{settings.isDemo ? "Demo" : settings.provider}</span>
        <span className="meta">{settings.isDemo ? "offline" : settings.model}</span>
      </button>
    </div>
  );
}
