// What stands below the sessions: that there are none yet, that more are being looked for, what is not listed, and whose sessions are listed too.
import { useStore } from "zustand";
import { HIDDEN_ORDER, hiddenWords, homePath } from "../text/session-words";
import type { ThreadList } from "../state/thread-list";
import { useWindow } from "./window-context";

export function ListTail({ list }: { list: ThreadList }) {
  return (
    <div className="side-tail">
      <p className="side-note" role="status">
        {stateWords(list)}
      </p>
      <HiddenFiles list={list} />
      <Roots />
    </div>
  );
}

function stateWords({ threads, isLoaded, isComplete, nextCursor, filter }: ThreadList): string {
  if (!isLoaded || !isComplete) return "Still looking…";
  if (nextCursor !== null) return "More as you scroll";
  if (threads.length > 0) return "";
  if (filter.isArchive) return "Nothing is archived.";
  if (filter.origin !== null) return "No sessions of this kind.";
  return "No sessions yet. They are plain files, one per session, and this list is only a view of them.";
}

function HiddenFiles({ list }: { list: ThreadList }) {
  const { actions } = useWindow();
  const words = hiddenWords(list.hidden);
  if (list.filter.show.length > 0)
    return (
      <p className="side-note">
        Files that are no sessions are listed too.{" "}
        <button type="button" className="text-btn" onClick={() => actions.filterList({ show: [] })}>
          Hide
        </button>
      </p>
    );
  if (words === null) return null;
  return (
    <p className="side-note">
      {words}{" "}
      <button type="button" className="text-btn" onClick={() => actions.filterList({ show: HIDDEN_ORDER })}>
        Show
      </button>
    </p>
  );
}

/** The folders that are listed beside our own, each with a way to let it go; those that were put off, with a way to take them up. */
function Roots() {
  const { state, actions } = useWindow();
  const { roots, putOff } = useStore(state.past);
  const shown = roots.filter(({ kind }) => kind !== "own");
  return shown.map(({ path, isOffered, sessions }) => (
    // What the card above the list offers has its line here where there is no room for the card.
    <p key={path} className={isOffered && !putOff.includes(path) ? "side-note only-low" : "side-note"} title={path}>
      {`${isOffered ? "Not listed" : "Also listed"}: ${homePath(path)}${sessions === undefined ? "" : ` (${sessions})`} `}
      <button
        type="button"
        className="text-btn"
        aria-label={`${isOffered ? "Show" : "Let go"} ${homePath(path)}`}
        onClick={() => actions.useRoot(path, isOffered)}
      >
        {isOffered ? "Show" : "Let go"}
      </button>
    </p>
  ));
}
