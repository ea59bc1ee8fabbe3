// Streamed text at the pace the screen can bear: at most once a frame, and not again before three times the last cost has passed.
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";

const REST = 3;
// One slow frame, on a busy machine, must not hold back text for seconds.
const LONGEST_REST_MS = 500;

/** The part of the text to draw now; all of it once nothing more comes. */
export function usePacedText(text: string, isStreaming: boolean): string {
  const [shown, setShown] = useState(text);
  const notBefore = useRef(0);
  useEffect(() => {
    if (!isStreaming || shown === text) return;
    let frame = requestAnimationFrame(function draw() {
      const startedAt = performance.now();
      if (startedAt < notBefore.current) {
        frame = requestAnimationFrame(draw);
        return;
      }
      flushSync(() => setShown(text));
      const endedAt = performance.now();
      notBefore.current = endedAt + Math.min(REST * (endedAt - startedAt), LONGEST_REST_MS);
    });
    return () => cancelAnimationFrame(frame);
  }, [text, isStreaming, shown]);
  return isStreaming ? shown : text;
}
