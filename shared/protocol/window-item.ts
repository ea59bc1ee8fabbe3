// What the model sees now: the entries of the current window, with how much room each is thought to take.
import { z } from "zod";

/** Where a token number comes from (runtime.md §10). */
export const TokenSource = z.enum(["reported", "estimated"]);
export type TokenSource = z.infer<typeof TokenSource>;

/** `text`: what the entry says, whole. `name`: of a call's tool. `estimatedTokens`: from its length; only the provider knows. */
export const WindowItem = z.object({
  kind: z.enum(["instructions", "person", "context", "assistant", "reasoning", "call", "output"]),
  text: z.string(),
  name: z.string().exactOptional(),
  estimatedTokens: z.number().int().nonnegative(),
});
export type WindowItem = z.infer<typeof WindowItem>;

/** `tokens`: all that is in the window; null `contextWindow`: the settings do not say; null `limit`: nothing is compacted by itself. */
export const ModelWindow = z.object({
  items: z.array(WindowItem),
  tokens: z.object({ count: z.number().int().nonnegative(), source: TokenSource }),
  contextWindow: z.number().nullable(),
  limit: z.number().nullable(),
});
export type ModelWindow = z.infer<typeof ModelWindow>;
