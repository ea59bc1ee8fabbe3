// What the person said, as they wrote it: text, never markup. A very long one is folded.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { inputText } from "../../shared/protocol/user-input";
import { grouped } from "../text/duration";
import type { CardFacts } from "./card-facts";
import { useFold } from "./use-card";

const FOLDED_FROM = 6000;
const FOLDED_TO = 2400;

export function UserMessage({ item, facts }: { item: TurnItemOf<"userMessage">; facts: CardFacts }) {
  const text = inputText(item.content);
  const images = item.content.filter((part) => part.type === "image").length;
  const isLong = text.length > FOLDED_FROM;
  const [isOpen, toggle] = useFold(facts.threadId, item.id, false);
  const shown = isLong && !isOpen ? text.slice(0, FOLDED_TO) : text;
  return (
    <div className="prose prose-you">
      {shown.split(/\n{2,}/).map((paragraph, index) => (
        <p key={index} dir="auto">
          {paragraph}
        </p>
      ))}
      {images === 0 ? null : <p className="text-note">{images === 1 ? "1 image" : `${images} images`}</p>}
      {isLong ? (
        <p className="text-note">
          {isOpen ? "" : "…"}
          <button type="button" className="btn btn-small" aria-expanded={isOpen} onClick={toggle}>
            {isOpen ? "Show less" : `Show all ${grouped(text.length)} characters`}
          </button>
        </p>
      ) : null}
    </div>
  );
}
