// What the person said, as they wrote it.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { inputText } from "../../shared/protocol/user-input";
import type { CardFacts } from "./card-facts";
import { FoldedText } from "./folded-text";

export function UserMessage({ item, facts }: { item: TurnItemOf<"userMessage">; facts: CardFacts }) {
  const images = item.content.filter((part) => part.type === "image").length;
  return (
    <div className="prose prose-you">
      <FoldedText text={inputText(item.content)} id={item.id} facts={facts} />
      {images === 0 ? null : <p className="text-note">{images === 1 ? "1 image" : `${images} images`}</p>}
    </div>
  );
}
