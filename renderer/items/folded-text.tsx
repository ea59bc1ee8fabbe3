// Text as it was written, never markup, in paragraphs. A very long one is folded.
import { beginningOf } from "../../shared/text/beginning-of";
import { grouped } from "../../shared/text/grouped";
import type { TurnItem } from "../../shared/protocol/turn-item";
import type { CardFacts } from "./card-facts";
import { useFold } from "./use-card";

const FOLDED_FROM = 6000;
const FOLDED_TO = 2400;

export function FoldedText({ text, id, facts }: { text: string; id: TurnItem["id"]; facts: CardFacts }) {
  const isLong = text.length > FOLDED_FROM;
  const [isOpen, toggle] = useFold(facts.threadId, id, false);
  const shown = isLong && !isOpen ? beginningOf(text, FOLDED_TO) : text;
  return (
    <>
      {shown.split(/\n{2,}/).map((paragraph, index) => (
        <p key={index} dir="auto">
          {paragraph}
        </p>
      ))}
      {isLong ? (
        <p className="text-note">
          {isOpen ? "" : "…"}
          <button type="button" className="btn btn-small" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? "Show less" : `Show all ${grouped(text.length)} characters`}
          </button>
        </p>
      ) : null}
    </>
  );
}
