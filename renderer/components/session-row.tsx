// One session in the list: its state, its name, how long ago; its menu, or the field in which its name is changed.
import { type KeyboardEvent, type MouseEvent, type RefObject, useId, useLayoutEffect, useRef } from "react";
import type { Thread } from "../../shared/protocol/thread";
import { threadGlyph, type ThreadGlyph } from "../state/selectors";
import { relativeTime } from "../text/duration";
import { sessionTitle, sourceName } from "../text/session-words";
import { Icon, type IconName } from "./icon";
import { SessionNameField } from "./session-name-field";
import { useFocusWhenVisible } from "./use-focus-when-visible";
import { useUi, useWindow } from "./window-context";

const GLYPHS: Record<Exclude<ThreadGlyph, "none">, { icon: IconName; word: string }> = {
  waiting: { icon: "sign", word: "Waiting for you. " },
  sleeping: { icon: "clock", word: "Sleeping. " },
  working: { icon: "dots", word: "Working. " },
  failed: { icon: "x", word: "Failed. " },
  interrupted: { icon: "stop", word: "Interrupted. " },
  unfinished: { icon: "torn", word: "Stopped with the app. " },
  broken: { icon: "warning", word: "Cannot be read. " },
  readOnly: { icon: "book", word: "Read-only. " },
};

export interface SessionRowProps {
  readonly thread: Thread;
  /** Approvals of this session that wait. */
  readonly asking: number;
  readonly isCurrent: boolean;
  /** Whether the Tab key stops here; the arrows lead to the others. */
  readonly isTabStop: boolean;
  /** Another number each time that the focus should come here; null: it is not wanted here. */
  readonly focusWish: number | null;
  readonly now: number;
}

export function SessionRow(props: SessionRowProps) {
  const { thread } = props;
  const { actions } = useWindow();
  const isRenaming = useUi((ui) => ui.renamingId === thread.id);
  const row = useRef<HTMLButtonElement>(null);
  const wasRenaming = useRef(false);
  useLayoutEffect(() => {
    // The field has gone, and the focus with it, unless the person had moved on already.
    if (wasRenaming.current && !isRenaming && document.activeElement === document.body)
      row.current?.focus({ preventScroll: true });
    wasRenaming.current = isRenaming;
  }, [isRenaming]);
  return isRenaming ? (
    <div className="side-row is-renaming">
      <span className="glyph" />
      <SessionNameField thread={thread} onLeave={actions.leaveRename} keepsOnBlur />
    </div>
  ) : (
    <RowButton {...props} row={row} />
  );
}

type RowButtonProps = SessionRowProps & { readonly row: RefObject<HTMLButtonElement | null> };

function RowButton({ thread, asking, isCurrent, isTabStop, focusWish, now, row }: RowButtonProps) {
  const { actions } = useWindow();
  const labelId = useId();
  const isMenuOpen = useUi((ui) => ui.menuPlace?.threadId === thread.id);
  useFocusWhenVisible(row, focusWish);
  const glyph = threadGlyph(thread, asking > 0);
  const title = sessionTitle(thread);
  const openMenu = (x: number, y: number) => actions.showSessionMenu({ threadId: thread.id, x, y });
  const menuAt = (element: Element) => {
    const { left, bottom } = element.getBoundingClientRect();
    openMenu(left, bottom);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) menuAt(event.currentTarget);
    else if (event.key === "F2") actions.actOnSession(thread.id, "rename");
    else if (event.key === "Delete") actions.actOnSession(thread.id, "delete");
    else return;
    event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent) => {
    event.preventDefault();
    openMenu(event.clientX, event.clientY);
  };
  return (
    <div className={isMenuOpen ? "side-item is-menu-open" : "side-item"} onContextMenu={onContextMenu}>
      <button
        ref={row}
        type="button"
        className="side-row"
        data-session={thread.id}
        tabIndex={isTabStop ? 0 : -1}
        aria-current={isCurrent ? "page" : undefined}
        title={`${title}\n${thread.cwd || thread.path}\n${sourceName(thread.source)}${thread.readOnly ? ", read-only" : ""}`}
        onClick={() => actions.openThread(thread.id)}
        onKeyDown={onKeyDown}
      >
        <span className={`glyph glyph-${glyph}`}>
          {glyph === "none" ? null : (
            <>
              <Icon name={GLYPHS[glyph].icon} />
              <span className="sr">{GLYPHS[glyph].word}</span>
            </>
          )}
        </span>
        <span className="label" dir="auto" id={labelId}>
          {title}
        </span>
        <span className={asking > 0 ? "meta is-waiting" : "meta"}>
          {asking > 0 ? asking : relativeTime(thread.updatedAtMs, now)}
        </span>
        {thread.problem === undefined ? null : (
          <span className="problem" dir="auto">
            {thread.problem}
          </span>
        )}
      </button>
      <button
        type="button"
        className="icon-btn icon-btn-small side-more-btn"
        tabIndex={isTabStop ? 0 : -1}
        aria-label="Actions"
        aria-describedby={labelId}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        title="Actions (Shift F10)"
        onClick={(event) => menuAt(event.currentTarget)}
      >
        <Icon name="more" />
      </button>
    </div>
  );
}
