// The head of an opened card's kept half: state, time, where the output stands in the file, and copying it.
import type { ReactNode } from "react";
import type { ToolItem } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { useWindow } from "../components/window-context";
import { plainOutput } from "../text/ansi";
import type { CardFacts } from "./card-facts";
import { StateTime, StateWord, stateWord } from "./state-words";
import type { Card } from "./use-card";

interface KeptHeadProps {
  readonly item: ToolItem;
  readonly facts: CardFacts;
  readonly card: Card;
  readonly output: string;
  /** What can be done to the call while it runs. */
  readonly act?: ReactNode;
}

export function KeptHead({ item, facts, card, output, act }: KeptHeadProps) {
  const { actions } = useWindow();
  const isLive = card.state === "running" || card.state === "returned";
  return (
    <div className="kept-head">
      <StateWord state={card.state}>{stateWord(card.state, item)}</StateWord>
      <span className="quiet">
        <StateTime state={card.state} item={item} facts={facts} />
      </span>
      <span className="faint">
        {isLive ? "live, not recorded yet" : item.outputLine === undefined ? "" : `recorded · line ${item.outputLine}`}
      </span>
      <span className="push kept-acts">
        {act}
        {output === "" ? null : (
          <button
            type="button"
            className="icon-btn icon-btn-small"
            aria-label="Copy output"
            title="Copy output"
            onClick={() => actions.copy(plainOutput(output))}
          >
            <Icon name="copy" />
          </button>
        )}
      </span>
    </div>
  );
}
