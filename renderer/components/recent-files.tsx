// Rollouts that were opened by their path, to be opened again.
import { useStore } from "zustand";
import { folderName } from "../text/folder-name";
import { homePath } from "../text/session-words";
import { Icon } from "./icon";
import { useWindow } from "./window-context";

const SHOWN = 5;

export function RecentFiles() {
  const { state, actions } = useWindow();
  const recent = useStore(state.past, (past) => past.recent);
  if (recent.length === 0) return null;
  return (
    <section className="recent" aria-labelledby="recent-head">
      <h3 id="recent-head">Opened before</h3>
      <ul>
        {recent.slice(0, SHOWN).map((path) => {
          const { name, parent } = folderName(path);
          return (
            <li key={path}>
              <button type="button" className="recent-row" title={path} onClick={() => actions.openRollout(path)}>
                <Icon name="file" />
                <span className="name">{name}</span>
                <span className="where" dir="ltr">
                  {homePath(parent)}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
