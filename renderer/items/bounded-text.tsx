// A long text in steps: as much as can be drawn at once, and more of it when asked. Never markup.
import { beginningOf } from "../../shared/text/beginning-of";
import { useState } from "react";
import { VisibleText } from "../components/visible-text";
import { grouped } from "../../shared/text/grouped";

const FIRST = 20_000;
const STEP = 100_000;

export function BoundedText({ text }: { text: string }) {
  const [drawn, setDrawn] = useState(FIRST);
  const rest = text.length - drawn;
  return (
    <>
      <VisibleText text={rest > 0 ? beginningOf(text, drawn) : text} />
      {rest <= 0 ? null : (
        <span className="more">
          <button type="button" className="btn btn-small" onClick={() => setDrawn(drawn + STEP)}>
            {`Show more, ${grouped(rest)} characters are left`}
          </button>
        </span>
      )}
    </>
  );
}
