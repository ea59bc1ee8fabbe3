// Which sessions are listed: of every origin or of one, and whether the archived ones.
import { useStore } from "zustand";
import type { ThreadOrigin } from "../../shared/protocol/thread";
import type { ThreadList } from "../state/thread-list";
import { originName } from "../text/session-words";
import { Icon } from "./icon";
import { useWindow } from "./window-context";

const ORDER: readonly ThreadOrigin[] = ["own", "root", "file"];

export function ListFilter() {
  const { state, actions } = useWindow();
  const list = useStore(state.threads);
  const roots = useStore(state.past, (past) => past.roots);
  const { origin, isArchive } = list.filter;
  const counts = countsOf(list);
  const shown = ORDER.filter((kind) => (counts[kind] ?? 0) > 0 || kind === origin);
  const total = ORDER.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  const hasChips = shown.length > 1 || origin !== null;
  return (
    <div className="chips" role="group" aria-label="Which sessions are listed">
      {!hasChips ? null : (
        <>
          <Chip name="All" count={total} isOn={origin === null} onPress={() => actions.filterList({ origin: null })} />
          {shown.map((kind) => (
            <Chip
              key={kind}
              name={originName(kind, roots)}
              count={counts[kind]}
              isOn={origin === kind}
              onPress={() => actions.filterList({ origin: kind })}
            />
          ))}
        </>
      )}
      <button
        type="button"
        className="chip push"
        aria-pressed={isArchive}
        aria-label="Archived"
        title={isArchive ? "Back to the sessions" : "Show archived sessions"}
        onClick={() => actions.filterList({ isArchive: !isArchive })}
      >
        <Icon name="archive" isSmall />
        {hasChips ? null : "Archived"}
      </button>
    </div>
  );
}

/** As the runtime counts them, else as far as they are listed. */
function countsOf({ origins, threads, filter }: ThreadList): ThreadList["origins"] {
  if (Object.keys(origins).length > 0 || filter.origin !== null) return origins;
  const counts: Partial<Record<ThreadOrigin, number>> = {};
  for (const { origin } of threads) counts[origin] = (counts[origin] ?? 0) + 1;
  return counts;
}

interface ChipProps {
  readonly name: string;
  readonly count: number | undefined;
  readonly isOn: boolean;
  readonly onPress: () => void;
}

function Chip({ name, count, isOn, onPress }: ChipProps) {
  return (
    <button type="button" className="chip" aria-pressed={isOn} onClick={onPress}>
      {name}
      {count === undefined ? null : <span className="count">{count}</span>}
    </button>
  );
}
