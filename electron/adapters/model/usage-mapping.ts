// The token counts of a response → TokenCounts, as far as they make sense.
import { z } from "zod";
import type { TokenCounts } from "../../../shared/protocol/thread";

/** Sums of these stay finite: what is not can be said in no file. */
const tokens = z.number().nonnegative().max(Number.MAX_SAFE_INTEGER);
const count = tokens.catch(0);
const Usage = z.object({
  input_tokens: tokens,
  output_tokens: tokens,
  total_tokens: tokens.optional().catch(undefined),
  input_tokens_details: z.object({ cached_tokens: count }).nullish().catch(null),
  output_tokens_details: z.object({ reasoning_tokens: count }).nullish().catch(null),
});

/** Null: the server counted nothing, or nonsense. */
export function readUsage(value: unknown): TokenCounts | null {
  const usage = Usage.safeParse(value).data;
  if (usage === undefined) return null;
  return {
    inputTokens: usage.input_tokens,
    cachedInputTokens: usage.input_tokens_details?.cached_tokens ?? 0,
    outputTokens: usage.output_tokens,
    reasoningOutputTokens: usage.output_tokens_details?.reasoning_tokens ?? 0,
    totalTokens: usage.total_tokens ?? usage.input_tokens + usage.output_tokens,
  };
}
