// One image, bounded in size. Drawn when it lies in the session itself; one on the web is opened outside, and only when the person asks.
import { useState } from "react";
import { Icon } from "../components/icon";
import { VisibleText } from "../components/visible-text";
import { useWindow } from "../components/window-context";
import { imageSource } from "../text/image-source";

export function ItemImage({ url, label }: { url: string; label: string }) {
  const { actions } = useWindow();
  const [isBroken, setIsBroken] = useState(false);
  const source = imageSource(url);
  if (source.type === "web") {
    return (
      <p className="image-line">
        <Icon name="image" />
        <span>
          {"Image on the web: "}
          <code>
            <VisibleText text={source.url} />
          </code>
        </span>
        <button type="button" className="btn btn-small" onClick={() => actions.openLink(source.url)}>
          Open outside
        </button>
      </p>
    );
  }
  if (source.type === "unseen" || isBroken) {
    return (
      <p className="image-line">
        <Icon name="image" />
        <span>{source.type === "unseen" ? source.words : `This image is broken and cannot be shown (${source.words})`}</span>
      </p>
    );
  }
  return (
    <img
      className="item-image"
      src={source.url}
      alt={`${label} (${source.words})`}
      decoding="async"
      onError={() => setIsBroken(true)}
    />
  );
}
