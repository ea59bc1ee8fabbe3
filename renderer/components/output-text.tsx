// What a tool printed: monospace, its own colours, never markup. A live one follows its end while the reader is at its end.
import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import { styledRuns } from "../text/ansi";
import { byteWords } from "../text/duration";
import { DRAWN, outputWindow } from "../text/output-window";

export const OutputText = memo(function OutputText({
  output,
  isLive,
  label,
}: {
  output: string;
  isLive: boolean;
  label: string;
}) {
  const [drawn, setDrawn] = useState(DRAWN);
  const { head, cut, tail } = useMemo(() => outputWindow(output, isLive, drawn), [output, isLive, drawn]);
  const box = useRef<HTMLPreElement>(null);
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (isLive && isAtEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [isLive, tail]);
  return (
    <>
      {head === "" ? null : (
        <pre className="out" tabIndex={0}>
          <Runs text={head} />
        </pre>
      )}
      {cut === 0 ? null : (
        <p className="cut">
          <span>{`${byteWords(cut)} not drawn here`}</span>
          {isLive ? null : (
            <button type="button" className="btn btn-small btn-quiet" onClick={() => setDrawn(2 * drawn)}>
              Show more
            </button>
          )}
        </p>
      )}
      <pre
        ref={box}
        className="out"
        tabIndex={0}
        {...(isLive ? { role: "log", "aria-live": "off" as const, "aria-label": label } : {})}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          isAtEnd.current = scrollHeight - clientHeight - scrollTop < 4;
        }}
      >
        <Runs text={tail} />
      </pre>
    </>
  );
});

function Runs({ text }: { text: string }) {
  const runs = useMemo(() => styledRuns(text), [text]);
  return runs.map((run, index) =>
    run.classes === "" ? (
      run.text
    ) : (
      <span key={index} className={run.classes}>
        {run.text}
      </span>
    ),
  );
}
