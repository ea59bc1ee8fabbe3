// How full the model's window is, with where the number comes from.
import type { TokenUsage } from "../../shared/view/thread-view";
import { grouped } from "../text/duration";

export function ContextRing({ tokens }: { tokens: TokenUsage | null }) {
  if (tokens === null || tokens.modelContextWindow === null || tokens.modelContextWindow === 0) return null;
  const percent = Math.min(100, Math.round((tokens.last.totalTokens / tokens.modelContextWindow) * 100));
  const words = `Context: ${percent} % of ${grouped(tokens.modelContextWindow)} tokens, ${tokens.source}`;
  return (
    <span className="pick hide-narrow" title={words}>
      <svg className="ring" viewBox="0 0 18 18" role="img" aria-label={words}>
        <circle className="track" cx="9" cy="9" r="6.75" />
        <circle className="used" cx="9" cy="9" r="6.75" pathLength={100} strokeDasharray={`${percent} 100`} />
      </svg>
      <span aria-hidden="true">{`${percent} %`}</span>
    </span>
  );
}
