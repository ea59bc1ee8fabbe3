// How full the model's window is, with where the number comes from. It opens what the model sees now.
import type { ThreadId } from "../../shared/protocol/ids";
import type { ThreadTokenUsage } from "../../shared/protocol/thread";
import { fullness } from "../text/context-words";
import { useWindow } from "./window-context";

export function ContextRing({ threadId, tokens }: { threadId: ThreadId; tokens: ThreadTokenUsage | null }) {
  const { actions } = useWindow();
  const { short, words, percent } = fullness(tokens);
  return (
    <button
      type="button"
      className="pick"
      aria-label={`Context: ${words}. What the model sees now`}
      title={`Context: ${words}`}
      onClick={() => actions.showModelWindow(threadId)}
    >
      <svg className="ring" viewBox="0 0 18 18" aria-hidden="true">
        <circle className="track" cx="9" cy="9" r="6.75" />
        <circle className="used" cx="9" cy="9" r="6.75" pathLength={100} strokeDasharray={`${percent} 100`} />
      </svg>
      <span className="ring-text">{short}</span>
    </button>
  );
}
