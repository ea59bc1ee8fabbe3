// Forks hold what another program has written: the model may have read more than the person sees.
import type { RolloutLine } from "../../shared/protocol/rollout-line";

export function isFork(lines: readonly RolloutLine[]): boolean {
  return lines.some((line) => line.type === "session_meta" && line.payload.cf_fork !== undefined);
}
