// A compaction: a boundary across the thread. What is above it stays readable; the model goes on with the summary.
import { useStore } from "zustand";
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { useWindow } from "../components/window-context";
import { StreamedMarkdown } from "../markdown/streamed-markdown";
import { compactionWords } from "../text/compaction-words";
import type { CardFacts } from "./card-facts";
import { useFold } from "./use-card";

type CompactionItem = TurnItemOf<"contextCompaction">;

export function ContextCompaction({ item, facts }: { item: CompactionItem; facts: CardFacts }) {
  const { actions, state: stores } = useWindow();
  // Of a thread that is only read no window is built.
  const isReadOnly = useStore(stores.open, (open) => {
    const thread = open[facts.threadId];
    return thread?.type === "shown" && thread.isReadOnly;
  });
  const state = compactionState(item, facts);
  const { title, detail } = compactionWords(item, state);
  // The turn that failed by it says why, and what to do, in the line below.
  const error = item.error?.message === facts.turn?.error?.message ? undefined : item.error;
  return (
    <>
      <div className={`boundary is-${state}`}>
        <span>
          <Icon name={state === "failed" ? "x" : state === "aborted" ? "stop" : "compress"} />
          <strong>{title}</strong>
          {detail === "" ? null : <span>{detail}</span>}
        </span>
      </div>
      {state === "failed" && error !== undefined ? (
        <p className="boundary-why">
          <span dir="auto">{error.message}</span>
          {error.action === undefined ? null : (
            <span className="next" dir="auto">
              {error.action}
            </span>
          )}
        </p>
      ) : null}
      {item.summary === undefined ? null : <Summary summary={item.summary} item={item} facts={facts} />}
      {state === "inProgress" || isReadOnly ? null : (
        <p className="boundary-act">
          <button type="button" className="btn btn-small" onClick={() => actions.showModelWindow(facts.threadId)}>
            What the model sees now
          </button>
        </p>
      )}
    </>
  );
}

function Summary({ summary, item, facts }: { summary: string; item: CompactionItem; facts: CardFacts }) {
  const [isOpen, toggle] = useFold(facts.threadId, item.id, false);
  return (
    <div className="summary">
      <button type="button" className="fold-head" aria-expanded={isOpen} onClick={toggle}>
        <Icon name="right" isSmall />
        <span>Summary the model went on with</span>
        <span className="push faint">older turns stay readable above</span>
      </button>
      {isOpen ? <StreamedMarkdown text={summary} isStreaming={false} isSmall /> : null}
    </div>
  );
}

/** One that never ended, because its turn is over, was stopped. */
function compactionState({ status }: CompactionItem, { isTurnOver }: CardFacts): CompactionItem["status"] {
  return status === "inProgress" && isTurnOver ? "aborted" : status;
}
