// Sessions of another program that were found on this computer: offered once, quietly.
import { useStore } from "zustand";
import { homePath } from "../text/session-words";
import { useWindow } from "./window-context";

export function RootsOffer() {
  const { state, actions } = useWindow();
  const { roots, putOff } = useStore(state.past);
  const offered = roots.find(({ isOffered, path }) => isOffered && !putOff.includes(path));
  if (offered === undefined) return null;
  const { path, kind, sessions } = offered;
  return (
    <section className="offer" aria-label="Sessions found">
      <p>
        {`${kind === "codexHome" ? "Codex sessions" : "Sessions"} found in `}
        <span title={path}>{homePath(path)}</span>
        {sessions === undefined ? "" : ` (${sessions})`}
      </p>
      <p className="offer-acts">
        <button type="button" className="btn btn-small" onClick={() => actions.useRoot(path, true)}>
          Show them
        </button>
        <button type="button" className="btn btn-small btn-quiet" onClick={() => actions.putOffRoot(path)}>
          Not now
        </button>
      </p>
    </section>
  );
}
