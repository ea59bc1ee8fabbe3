// The menu of one session. The arrows choose, Enter does, Esc leaves; the focus goes back to where it came from. What cannot be done says why.
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Thread } from "../../shared/protocol/thread";
import { type SessionAct, sessionActs } from "../state/session-acts";
import type { SessionMenuPlace } from "../state/window-state";
import { sessionTitle } from "../text/session-words";
import { Icon, type IconName } from "./icon";
import { onMenuKey } from "./menu-keys";
import { useUi, useWindow } from "./window-context";

const ICONS: Record<SessionAct, IconName> = {
  open: "right",
  rename: "edit",
  pin: "pin",
  archive: "archive",
  fork: "fork",
  markdown: "copy",
  link: "link",
  export: "export",
  delete: "bin",
};
const KEYS: Partial<Record<SessionAct, string>> = { open: "Enter", rename: "F2", delete: "Del" };
const MARGIN = 8;

export function SessionMenu() {
  const { state } = useWindow();
  const place = useUi((ui) => ui.menuPlace);
  const listed = useStore(state.threads, ({ threads }) => threads.find(({ id }) => id === place?.threadId));
  const opened = useStore(state.open, (open) => {
    const thread = place === null ? undefined : open[place.threadId];
    return thread?.type === "shown" ? thread.thread : undefined;
  });
  const thread = listed ?? opened;
  if (place === null || thread === undefined) return null;
  return (
    <aside aria-label="Session menu">
      <Menu key={place.threadId} place={place} thread={thread} />
    </aside>
  );
}

function Menu({ place, thread }: { place: SessionMenuPlace; thread: Thread }) {
  const { actions } = useWindow();
  const menu = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const isDone = useRef(false);
  useLayoutEffect(() => {
    const element = menu.current;
    if (element === null) return;
    before.current = document.activeElement;
    element.showPopover();
    const { width, height } = element.getBoundingClientRect();
    element.style.left = `${Math.max(MARGIN, Math.min(place.x, window.innerWidth - width - MARGIN))}px`;
    element.style.top = `${Math.max(MARGIN, Math.min(place.y, window.innerHeight - height - MARGIN))}px`;
    items(element)[0]?.focus();
  }, [place]);
  // What lies under it moves when the window does.
  useEffect(() => {
    const close = () => actions.showSessionMenu(null);
    window.addEventListener("resize", close);
    window.addEventListener("blur", close);
    return () => {
      window.removeEventListener("resize", close);
      window.removeEventListener("blur", close);
    };
  }, [actions]);
  const close = () => {
    isDone.current = true;
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    actions.showSessionMenu(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const all = menu.current === null ? [] : items(menu.current);
    onMenuKey(event, all, close);
  };
  return (
    <div
      ref={menu}
      className="menu"
      popover="auto"
      role="menu"
      aria-label={`Actions for ${sessionTitle(thread)}`}
      onKeyDown={onKeyDown}
      onToggle={(event) => {
        if (event.newState === "closed" && !isDone.current) actions.showSessionMenu(null);
      }}
    >
      {sessionActs(thread).map(({ act, words, why }) => (
        <button
          key={act}
          type="button"
          role="menuitem"
          className={act === "delete" ? "menu-item is-apart" : "menu-item"}
          tabIndex={-1}
          aria-disabled={why !== null}
          onClick={() => {
            if (why !== null) return;
            close();
            actions.actOnSession(thread.id, act);
          }}
        >
          <Icon name={ICONS[act]} />
          <span>{words}</span>
          {KEYS[act] === undefined ? null : <kbd>{KEYS[act]}</kbd>}
          {why === null ? null : <span className="why">{why}</span>}
        </button>
      ))}
    </div>
  );
}

function items(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[role="menuitem"]')];
}
