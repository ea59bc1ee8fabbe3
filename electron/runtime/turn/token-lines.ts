// Token counts as Codex's line: as the provider reported them, or estimated where it said nothing (runtime.md §10).
import type { LineBody, TokenUsage } from "../../../shared/protocol/rollout-line";
import { addTokenCounts, type TokenCounts } from "../../../shared/protocol/thread";
import type { TurnScope } from "./turn-scope";

const NONE: TokenCounts = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, reasoningOutputTokens: 0, totalTokens: 0 };

type Turn = Pick<TurnScope, "totalTokens" | "client">;

export function reportedLine(last: TokenCounts, turn: Turn): LineBody {
  return tokenLine({ total: addTokenCounts(turn.totalTokens(), last), last }, turn, {});
}

/** What the window holds by our own count; nothing was used by it. `isFull`: the provider refused it as too long. */
export function estimatedLine(tokens: number, turn: Turn, { isFull = false }: { readonly isFull?: boolean } = {}): LineBody {
  const last = { ...NONE, inputTokens: tokens, totalTokens: tokens };
  return tokenLine({ total: turn.totalTokens() ?? NONE, last }, turn, {
    cf_source: "estimated",
    ...(isFull ? { cf_full: true } : {}),
  });
}

function tokenLine(
  { total, last }: { readonly total: TokenCounts; readonly last: TokenCounts },
  { client }: Turn,
  marks: { readonly cf_source?: "estimated"; readonly cf_full?: boolean },
): LineBody {
  return {
    type: "event_msg",
    payload: {
      type: "token_count",
      info: {
        total_token_usage: tokenUsage(total),
        last_token_usage: tokenUsage(last),
        model_context_window: client.contextWindow,
      },
      rate_limits: null,
      ...marks,
    },
  };
}

function tokenUsage(counts: TokenCounts): TokenUsage {
  return {
    input_tokens: counts.inputTokens,
    cached_input_tokens: counts.cachedInputTokens,
    output_tokens: counts.outputTokens,
    reasoning_output_tokens: counts.reasoningOutputTokens,
    total_tokens: counts.totalTokens,
  };
}
