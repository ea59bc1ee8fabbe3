// Mail from another agent or program, as the model got it.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { VisibleText } from "../components/visible-text";
import type { CardFacts } from "./card-facts";
import { FoldedText } from "./folded-text";
import { Slip } from "./slip";

export function MailSlip({ item, facts }: { item: TurnItemOf<"mail">; facts: CardFacts }) {
  return (
    <Slip
      icon="mail"
      title={
        <>
          {"Mail from "}
          <bdi>
            <VisibleText text={item.author} />
          </bdi>
        </>
      }
      extra={item.triggerTurn ? "asked for a turn" : "did not ask for a turn"}
    >
      <FoldedText text={item.text} id={item.id} facts={facts} />
    </Slip>
  );
}
