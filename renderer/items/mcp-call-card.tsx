// A call of a tool of another server: which, with what, and what it gave back.
import { useMemo } from "react";
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Counterfoil, Facts } from "../components/counterfoil";
import { VisibleText } from "../components/visible-text";
import { provenance } from "../text/approval-words";
import type { CounterfoilState } from "../state/tool-state";
import { clockTimeSeconds } from "../text/duration";
import { visibleLine } from "../text/invisible";
import { prettyJson } from "../text/pretty-json";
import { BoundedText } from "./bounded-text";
import type { CardFacts } from "./card-facts";
import { KeptHead } from "./kept-head";
import { KeptOutput } from "./kept-output";
import { StateRow, stateWord } from "./state-words";
import { useCard } from "./use-card";

export function McpCallCard({ item, facts }: { item: TurnItemOf<"mcpToolCall">; facts: CardFacts }) {
  const card = useCard(item, facts);
  const output = item.output ?? "";
  const allowed = provenance(facts.approval);
  const line = item.line === undefined ? "" : ` · line ${item.line}`;
  const written = useMemo(() => (card.isOpen ? prettyJson(item.arguments) : ""), [card.isOpen, item.arguments]);
  return (
    <Counterfoil
      {...card}
      notes={item.notes}
      label={`${card.verb} ${visibleLine(`${item.server} ${item.tool}`)}, ${stateWord(card.state, item)}`}
      row={<StateRow state={card.state} item={item} facts={facts} />}
      detail={
        <>
          <pre className="cmd" tabIndex={0}>
            <code>
              <BoundedText text={written} />
            </code>
          </pre>
          <Facts
            facts={[
              ["Server", <VisibleText key="server" text={item.server} />],
              [
                "Tool",
                <code key="tool">
                  <VisibleText text={item.tool} />
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
  return state === "missing" ? "The call is on disk; an output for it is not." : "No output.";
}
