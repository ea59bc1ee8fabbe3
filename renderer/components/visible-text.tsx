// Text with every invisible or direction-changing character shown as its code, in place.
import { textSegments } from "../text/invisible";

export function VisibleText({ text }: { text: string }) {
  return textSegments(text).map((segment, index) =>
    segment.type === "text" ? (
      segment.text
    ) : (
      <span key={index} className="esc" title={segment.name}>
        {segment.code}
      </span>
    ),
  );
}
