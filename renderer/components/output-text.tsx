// What a tool printed: monospace, its own colours, never markup. A live one follows its end while the reader is at its end.
import { memo, useLayoutEffect, useMemo, useRef } from "react";
import { styledRuns } from "../text/ansi";
import { byteWords } from "../text/duration";
import { outputWindow } from "../text/output-window";

export const OutputText = memo(function OutputText({
  output,
  isLive,
  label,
}: {
  output: string;
  isLive: boolean;
  label: string;
}) {
  const { head, cut, tail } = useMemo(() => outputWindow(output, isLive), [output, isLive]);
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
      {cut === 0 ? null : <p className="cut">{`${byteWords(cut)} not drawn here`}</p>}
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
