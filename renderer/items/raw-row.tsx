// A record of a kind this version does not know: never dropped, shown as it stands, set out over lines when opened.
import { beginningOf } from "../../shared/text/beginning-of";
import { useMemo } from "react";
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { VisibleText } from "../components/visible-text";
import { useWindow } from "../components/window-context";
import { prettyJson } from "../text/pretty-json";
import { BoundedText } from "./bounded-text";
import type { CardFacts } from "./card-facts";
import { useFold } from "./use-card";

const PREVIEW_LENGTH = 200;

export function RawRow({ item, facts }: { item: TurnItemOf<"raw">; facts: CardFacts }) {
  const { actions } = useWindow();
  const [isOpen, toggle] = useFold(facts.threadId, item.id, false);
  const pretty = useMemo(() => (isOpen ? prettyJson(item.json) : ""), [isOpen, item.json]);
  return (
    <div className="raw-row">
      <div className="raw-head">
        <button type="button" className="fold-head" aria-expanded={isOpen} onClick={toggle}>
          <Icon name="right" isSmall />
          <span>Unknown record</span>
          <code className="text">
            <VisibleText text={`${item.lineType} ${isOpen ? "" : beginningOf(item.json, PREVIEW_LENGTH)}`} />
          </code>
        </button>
        {isOpen ? (
          <button
            type="button"
            className="icon-btn icon-btn-small"
            aria-label="Copy the record"
            title="Copy the record"
            onClick={() => actions.copy(item.json)}
          >
            <Icon name="copy" />
          </button>
        ) : null}
      </div>
      {isOpen ? (
        <pre tabIndex={0}>
          <BoundedText text={pretty} />
        </pre>
      ) : null}
    </div>
  );
}
