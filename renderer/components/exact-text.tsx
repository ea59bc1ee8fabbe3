// What will run, to be read before it is allowed: left to right, nothing invisible, no padding.
import { exactParts, type ExactPart } from "../text/exact-text";
import { grouped } from "../../shared/text/grouped";

export function ExactText({ text }: { text: string }) {
  return exactParts(text).map((part, index) => <Part key={index} part={part} />);
}

function Part({ part }: { part: ExactPart }) {
  switch (part.type) {
    case "text":
      return part.text;
    case "rightToLeft":
      return <bdi>{part.text}</bdi>;
    case "invisible":
      return (
        <span className="esc" title={part.name}>
          {part.count === 1 ? part.code : `${part.code} × ${grouped(part.count)}`}
        </span>
      );
    case "padding":
      return (
        <>
          <span className="esc" title="not shown in full">
            {part.words}
          </span>
          {part.endsLine ? "\n" : null}
        </>
      );
  }
}
