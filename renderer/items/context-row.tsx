// What a program put around the person's words: one quiet line that says what kind it is, and opens to its text.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { CONTEXT_KINDS } from "../text/context-kinds";
import { BoundedText } from "./bounded-text";
import type { CardFacts } from "./card-facts";
import { FoldLine } from "./fold-line";

export function ContextRow({ item, facts }: { item: TurnItemOf<"context">; facts: CardFacts }) {
  return (
    <FoldLine id={item.id} facts={facts} title={CONTEXT_KINDS[item.kind]} preview={item.text}>
      <div className="fold-text" dir="auto" tabIndex={0} role="region" aria-label={CONTEXT_KINDS[item.kind]}>
        <BoundedText text={item.text} />
      </div>
    </FoldLine>
  );
}
