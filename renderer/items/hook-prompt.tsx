// What stop hooks told the model to do before the turn may end.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import type { CardFacts } from "./card-facts";
import { FoldedText } from "./folded-text";
import { Slip } from "./slip";

export function HookPrompt({ item, facts }: { item: TurnItemOf<"hookPrompt">; facts: CardFacts }) {
  const count = item.fragments.length;
  return (
    <Slip
      icon="returned"
      title={count === 1 ? "A stop hook asked for more" : `${count} stop hooks asked for more`}
      extra="before the turn may end"
    >
      <FoldedText text={item.fragments.join("\n\n")} id={item.id} facts={facts} />
    </Slip>
  );
}
