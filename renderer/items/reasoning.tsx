// The model's reasoning, folded to its first words.
import { beginningOf } from "../../shared/text/beginning-of";
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { StreamedMarkdown } from "../markdown/streamed-markdown";
import type { CardFacts } from "./card-facts";
import { useFold } from "./use-card";

export function Reasoning({ item, facts }: { item: TurnItemOf<"reasoning">; facts: CardFacts }) {
  const [isOpen, toggle] = useFold(facts.threadId, item.id, false);
  const text = (item.summary.some((part) => part !== "") ? item.summary : item.content).join("\n\n");
  if (text === "") return <p className="notice-line faint">Reasoned; no summary was given.</p>;
  const isWriting = item.line === undefined && !facts.isTurnOver;
  return (
    <>
      <button type="button" className="fold-head" aria-expanded={isOpen} onClick={toggle}>
        <Icon name="right" isSmall />
        <span>Reasoning</span>
        {isOpen ? null : (
          <span className="text faint" dir="auto">
            {firstWords(text)}
          </span>
        )}
      </button>
      {isOpen ? (
        <div className="fold-body">
          <StreamedMarkdown text={text} isStreaming={isWriting} isSmall />
        </div>
      ) : null}
    </>
  );
}

function firstWords(text: string): string {
  return (
    beginningOf(text, 400)
      .replace(/[*_`#>]+/g, "")
      .trim()
      .split("\n", 1)[0] ?? ""
  );
}
