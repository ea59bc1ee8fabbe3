// Any other tool: its arguments as the model wrote them and its output.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Counterfoil, Facts } from "../components/counterfoil";
import { Icon } from "../components/icon";
import { OutputText } from "../components/output-text";
import { VisibleText } from "../components/visible-text";
import { useWindow } from "../components/window-context";
import { plainOutput } from "../text/ansi";
import { toolName } from "../text/call-words";
import { clockTimeSeconds } from "../text/duration";
import { visibleLine } from "../text/invisible";
import type { CardFacts } from "./card-facts";
import { StateRow, StateTime, StateWord, stateWord } from "./state-words";
import { useCard } from "./use-card";

export function ToolCallCard({ item, facts }: { item: TurnItemOf<"toolCall">; facts: CardFacts }) {
  const card = useCard(item, facts);
  const { actions } = useWindow();
  const output = item.output ?? "";
  const line = item.line === undefined ? "" : ` · line ${item.line}`;
  return (
    <Counterfoil
      {...card}
      label={`${card.verb} ${visibleLine(card.target)}, ${stateWord(card.state, item)}`}
      row={<StateRow state={card.state} item={item} facts={facts} />}
      detail={
        <>
          <pre className="cmd" tabIndex={0}>
            <code>
              <VisibleText text={item.arguments} />
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
              ["Recorded", `${clockTimeSeconds(item.recordedAtMs)}${line}`],
            ]}
          />
        </>
      }
      kept={
        <>
          <div className="kept-head">
            <StateWord state={card.state}>{stateWord(card.state, item)}</StateWord>
            <span className="quiet">
              <StateTime state={card.state} item={item} facts={facts} />
            </span>
            <span className="faint">{item.outputLine === undefined ? "" : `recorded · line ${item.outputLine}`}</span>
            {output === "" ? null : (
              <span className="push">
                <button
                  type="button"
                  className="icon-btn icon-btn-small"
                  aria-label="Copy output"
                  title="Copy output"
                  onClick={() => actions.copy(plainOutput(output))}
                >
                  <Icon name="copy" />
                </button>
              </span>
            )}
          </div>
          {(item.notes ?? []).map((note) => (
            <p key={note} className="kept-note" dir="auto">
              {note}
            </p>
          ))}
          {output === "" ? (
            <p className="kept-note">No output yet.</p>
          ) : (
            <OutputText output={output} isLive={false} label="Output" />
          )}
        </>
      }
    />
  );
}
