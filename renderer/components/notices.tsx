// Notices across the top: what the settings file says wrong, what went wrong here.
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { Icon } from "./icon";
import { useUi, useWindow } from "./window-context";

export function WindowNotices() {
  const { state, actions } = useWindow();
  const problem = useStore(state.settings, ({ current }) => current?.problem ?? null);
  const file = useStore(state.settings, ({ current }) => current?.settingsFile ?? "");
  const notices = useUi((ui) => ui.notices);
  return (
    <>
      {problem === null ? null : (
        <Notice level="warning">
          <p>
            <strong>Your settings are not in force.</strong> {problem}
          </p>
          <p>
            <code>{file}</code>
          </p>
        </Notice>
      )}
      {notices.map((notice) => (
        <Notice key={notice.id} level={notice.level} onDismiss={() => actions.dismissNotice(notice.id)}>
          <p dir="auto">{notice.text}</p>
        </Notice>
      ))}
    </>
  );
}

function Notice({ level, onDismiss, children }: { level: "warning" | "error"; onDismiss?: () => void; children: ReactNode }) {
  return (
    <div className={`notice is-${level}`} role="status">
      <Icon name={level === "error" ? "x" : "warning"} />
      <div className="notice-text">{children}</div>
      {onDismiss === undefined ? null : (
        <button type="button" className="btn btn-small btn-quiet" onClick={onDismiss}>
          Dismiss
        </button>
      )}
    </div>
  );
}
