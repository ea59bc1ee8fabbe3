// The sessions as a virtual list: pinned, folder by folder, and what is listed on request; the next page as the reader comes near it.
import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { VList, type VListHandle } from "virtua";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { type ListEntry, listEntries } from "../state/list-entries";
import { Icon, type IconName } from "./icon";
import { ListTail } from "./list-tail";
import { SessionRow } from "./session-row";
import { useKeptPlace } from "./use-kept-place";
import { useNow } from "./use-now";
import { useUi, useWindow } from "./window-context";

type Shown = ListEntry | { readonly type: "tail"; readonly key: string };

const TAIL: Shown = { type: "tail", key: "tail" };
const MINUTE_MS = 60_000;
const ROW_HEIGHT = 30;
const RENDERED_AROUND = 400;
const HEAD_ICONS: Record<Extract<ListEntry, { type: "head" }>["kind"], IconName> = {
  pinned: "pin",
  folder: "folder",
  hidden: "file",
};

export function SessionList() {
  const { state, actions } = useWindow();
  const list = useStore(state.threads);
  const route = useUi((ui) => ui.route);
  const renamingId = useUi((ui) => ui.renamingId);
  const asking = useStore(
    state.approvals,
    useShallow((approvals) => Object.values(approvals).map(({ approval }) => approval.threadId)),
  );
  const now = useNow(MINUTE_MS);
  const entries = useMemo((): readonly Shown[] => [...listEntries(list.threads), TAIL], [list.threads]);
  const keys = useMemo(() => entries.map(({ key }) => key), [entries]);
  const handle = useRef<VListHandle>(null);
  const keepPlace = useKeptPlace(handle, keys);
  const focus = useRowFocus(entries, handle);
  const currentId = route.type === "thread" ? route.threadId : null;
  const tabStop = [focus.key, currentId].find((key) => key !== null && keys.includes(key)) ?? firstSession(entries);

  useRenamedRow(handle, keys, renamingId);
  const loadIfNear = () => {
    const list = handle.current;
    if (list === null) return;
    if (list.scrollOffset + 3 * list.viewportSize > list.scrollSize) actions.listMore();
  };
  // A page that does not fill the window cannot be scrolled: ask for more at once. Only a page that has come asks again: one that fails does not.
  useEffect(() => {
    const shown = handle.current;
    if (list.nextCursor !== null && shown !== null && shown.scrollSize <= shown.viewportSize) actions.listMore();
  }, [actions, entries, list.nextCursor]);
  const kept = useMemo(
    () => [tabStop, renamingId].map((key) => (key === null ? -1 : keys.indexOf(key))).filter((index) => index !== -1),
    [keys, tabStop, renamingId],
  );
  return (
    <VList
      ref={handle}
      className="side-scroll"
      role="region"
      aria-label="Session list"
      aria-busy={!list.isLoaded}
      data={entries}
      itemSize={ROW_HEIGHT}
      bufferSize={RENDERED_AROUND}
      keepMounted={kept}
      onScroll={() => {
        keepPlace();
        loadIfNear();
      }}
      onKeyDown={focus.onKeyDown}
      onFocus={focus.onFocus}
    >
      {(entry) => {
        switch (entry.type) {
          case "head":
            return (
              <h2 key={entry.key} className="side-head" title={entry.kind === "folder" ? entry.path : undefined}>
                <Icon name={HEAD_ICONS[entry.kind]} />
                <span className="folder">{entry.name}</span>
                <span className="path">{entry.where}</span>
              </h2>
            );
          case "session":
            return (
              <SessionRow
                key={entry.key}
                thread={entry.thread}
                asking={asking.filter((id) => id === entry.thread.id).length}
                isCurrent={entry.key === currentId}
                isTabStop={entry.key === tabStop}
                focusWish={focus.wish?.key === entry.key ? focus.wish.count : null}
                now={now}
              />
            );
          case "tail":
            return <ListTail key={entry.key} list={list} />;
        }
      }}
    </VList>
  );
}

function firstSession(entries: readonly Shown[]): string | null {
  return entries.find(({ type }) => type === "session")?.key ?? null;
}

/** The arrows, Home and End lead from session to session; the one that was left last is where Tab comes back to. */
function useRowFocus(entries: readonly Shown[], handle: RefObject<VListHandle | null>) {
  const [key, setKey] = useState<string | null>(null);
  const [wish, setWish] = useState<{ readonly key: string; readonly count: number } | null>(null);
  const onFocus = ({ target }: FocusEvent) => {
    const row = target.closest(".side-item")?.querySelector<HTMLElement>("[data-session]");
    if (row) setKey(row.dataset["session"] ?? null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const focused = event.target instanceof HTMLElement ? event.target.dataset["session"] : undefined;
    if (focused === undefined) return;
    const sessions = entries.flatMap((entry) => (entry.type === "session" ? [entry.key] : []));
    const next = sessions[nextIndex(event.key, sessions.indexOf(focused), sessions.length) ?? -1];
    if (next === undefined) return;
    event.preventDefault();
    setKey(next);
    setWish((before) => ({ key: next, count: (before?.count ?? 0) + 1 }));
    // With its head, where it is the first of its group.
    const index = entries.findIndex((entry) => entry.key === next);
    handle.current?.scrollToIndex(entries[index - 1]?.type === "head" ? index - 1 : index, { align: "nearest" });
    handle.current?.scrollToIndex(index, { align: "nearest" });
  };
  return { key, wish, onFocus, onKeyDown };
}

function nextIndex(key: string, index: number, count: number): number | null {
  switch (key) {
    case "ArrowDown":
      return Math.min(index + 1, count - 1);
    case "ArrowUp":
      return Math.max(index - 1, 0);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return null;
  }
}

/** Brings the row whose name is being changed into sight. */
function useRenamedRow(handle: RefObject<VListHandle | null>, keys: readonly string[], id: string | null): void {
  const index = id === null ? -1 : keys.indexOf(id);
  useEffect(() => {
    if (index !== -1) handle.current?.scrollToIndex(index, { align: "nearest" });
  }, [handle, id, index]);
}
