// A session of ours that was opened as a file from elsewhere: it can become one of the sessions again.
import { useStore } from "zustand";
import { shownThread } from "../state/selectors";
import { Icon } from "./icon";
import { useUi, useWindow } from "./window-context";

export function ImportOffer() {
  const { state, actions } = useWindow();
  const route = useUi((ui) => ui.route);
  const thread = useStore(state.open, (open) => shownThread(open, route)?.thread);
  if (thread?.origin !== "file" || thread.source !== "counterfoil") return null;
  return (
    <div className="notice" role="status">
      <Icon name="book" />
      <p className="notice-text">
        <strong>An exported session of Counterfoil.</strong> Imported, it is one of your sessions and can go on.
      </p>
      <button type="button" className="btn btn-small" onClick={() => actions.importRollout(thread.path)}>
        Import as a session
      </button>
    </div>
  );
}
