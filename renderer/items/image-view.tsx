// An image that was looked at or made: where it lies, what it was made from, and the image where the session holds it.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { VisibleText } from "../components/visible-text";
import { ItemImage } from "./item-image";

export function ImageView({ item }: { item: TurnItemOf<"imageView"> }) {
  const { path, prompt, url } = item;
  return (
    <>
      <p className="notice-line">
        <Icon name="image" />
        <span>
          {prompt === undefined ? "Looked at an image" : "Made an image"}
          {path === undefined ? null : (
            <>
              {" "}
              <code>
                <VisibleText text={path} />
              </code>
            </>
          )}
          {prompt === undefined ? null : (
            <>
              {": "}
              <bdi>
                <VisibleText text={prompt} />
              </bdi>
            </>
          )}
        </span>
      </p>
      {url === undefined ? null : <ItemImage url={url} label={path ?? prompt ?? "Image"} />}
    </>
  );
}
