// Any other tool: its arguments as the model wrote them and its output.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Counterfoil, Facts } from "../components/counterfoil";
import { VisibleText } from "../components/visible-text";
import { toolName } from "../text/call-words";
import { provenance } from "../text/approval-words";
import { type CounterfoilState, isClosed } from "../state/tool-state";
import { clockTimeSeconds } from "../text/duration";
import { visibleLine } from "../text/invisible";
import { BoundedText } from "./bounded-text";
import type { CardFacts } from "./card-facts";
import { KeptHead } from "./kept-head";
import { KeptOutput } from "./kept-output";
import { StateRow, stateWord } from "./state-words";
import { useCard } from "./use-card";

export function ToolCallCard({ item, facts }: { item: TurnItemOf<"toolCall">; facts: CardFacts }) {
  const card = useCard(item, facts);
  const output = item.output ?? "";
  const allowed = provenance(facts.approval);
  const line = item.line === undefined ? "" : ` · line ${item.line}`;
  return (
    <Counterfoil
      {...card}
      notes={item.notes}
      label={`${card.verb} ${visibleLine(card.target)}, ${stateWord(card.state, item)}`}
      row={<StateRow state={card.state} item={item} facts={facts} />}
      detail={
        <>
          <pre className="cmd" tabIndex={0}>
            <code>
              <BoundedText text={item.arguments} />
            </code>
          </pre>
          <Facts
            facts={[
              [
                "Tool",
                <code key="tool">
                  <VisibleText text={toolName(item)} />
                </code>,
              ],
              ...(allowed === null ? [] : [allowed]),
              ["Recorded", `${clockTimeSeconds(item.recordedAtMs)}${line}`],
            ]}
          />
        </>
      }
      kept={
        <>
          <KeptHead item={item} facts={facts} card={card} output={output} />
          <KeptOutput item={item} facts={facts} output={output} empty={<p className="kept-note">{noOutput(card.state)}</p>} />
        </>
      }
    />
  );
}

function noOutput(state: CounterfoilState): string {
  if (state === "missing") return "The call is on disk; an output for it is not.";
  if (state === "denied") return "It never ran.";
  return isClosed(state) ? "It gave nothing back." : "No output yet.";
}
