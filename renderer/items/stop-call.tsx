// Stops a running call alone; its turn goes on.
import type { ToolItem } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { useUi, useWindow } from "../components/window-context";
import type { CounterfoilState } from "../state/tool-state";
import { cardKey } from "../state/window-state";
import type { CardFacts } from "./card-facts";

interface StopCallProps {
  readonly item: ToolItem;
  readonly facts: CardFacts;
  readonly state: CounterfoilState;
  /** An icon alone, for the closed card. */
  readonly isSmall?: boolean;
}

export function StopCall({ item, facts, state, isSmall = false }: StopCallProps) {
  const { actions } = useWindow();
  const isStopping = useUi((ui) => ui.stoppingCards.includes(cardKey(facts.threadId, item.id)));
  if (state !== "running") return null;
  const words = isStopping ? "Stopping this command" : "Stop this command";
  const stop = () => actions.stopCall(facts.threadId, item.id);
  return isSmall ? (
    <button
      type="button"
      className="icon-btn icon-btn-small"
      aria-label={words}
      title={words}
      aria-disabled={isStopping}
      onClick={stop}
    >
      <Icon name="stop" />
    </button>
  ) : (
    <button type="button" className="btn btn-small" aria-disabled={isStopping} onClick={stop}>
      <Icon name="stop" />
      {isStopping ? "Stopping…" : "Stop this command"}
    </button>
  );
}
