import { useEffect, useState } from "react";

/** Milliseconds until `atMs` by the wall clock, counted each `stepMs`; every second while ten or more are left. No timer once it is 0. */
export function useCountdown(atMs: number | null, stepMs: number): number | null {
  const [now, setNow] = useState(() => Date.now());
  const left = atMs === null ? null : Math.max(0, atMs - now);
  useEffect(() => {
    if (atMs === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tick = () => {
      const current = Date.now();
      setNow(current);
      const rest = atMs - current;
      if (rest > 0) timer = setTimeout(tick, Math.min(rest, rest > 10_000 ? 1000 : stepMs));
    };
    tick();
    return () => clearTimeout(timer);
  }, [atMs, stepMs]);
  return left;
}
