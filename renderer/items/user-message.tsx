// What the person said, as they wrote it.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { inputText } from "../../shared/protocol/user-input";
import type { CardFacts } from "./card-facts";
import { FoldedText } from "./folded-text";
import { ItemImage } from "./item-image";

export function UserMessage({ item, facts }: { item: TurnItemOf<"userMessage">; facts: CardFacts }) {
  const images = item.content.filter((part) => part.type === "image");
  const text = inputText(item.content);
  return (
    <div className="prose prose-you">
      {text === "" ? null : <FoldedText text={text} id={item.id} facts={facts} />}
      {images.map(({ url }, index) => (
        <ItemImage key={index} url={url} label={images.length === 1 ? "Image" : `Image ${index + 1} of ${images.length}`} />
      ))}
    </div>
  );
}
