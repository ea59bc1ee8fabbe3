// A record of a kind this version does not know: never dropped, shown as it stands.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { VisibleText } from "../components/visible-text";
import type { CardFacts } from "./card-facts";
import { useFold } from "./use-card";

export function RawRow({ item, facts }: { item: TurnItemOf<"raw">; facts: CardFacts }) {
  const [isOpen, toggle] = useFold(facts.threadId, item.id, false);
  return (
    <div className="raw-row">
      <button type="button" className="fold-head" aria-expanded={isOpen} onClick={toggle}>
        <Icon name="right" isSmall />
        <span>Unknown record</span>
        <code className="text">
          <VisibleText text={`${item.lineType} ${isOpen ? "" : item.json.slice(0, 200)}`} />
        </code>
      </button>
      {isOpen ? (
        <pre tabIndex={0}>
          <VisibleText text={item.json} />
        </pre>
      ) : null}
    </div>
  );
}
