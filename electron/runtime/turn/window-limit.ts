// When the window is too full to go on (runtime.md §10).
import type { WindowTokens } from "../history/window-tokens";
import type { TurnSettings } from "./turn-scope";

/** Kept free for the compaction request itself and its answer. */
const RESERVE_SHARE = 0.1;

/** Tokens at which the window is compacted; null when neither the settings nor the model's window say anything. */
export function windowLimit({
  client,
  autoCompactTokenLimit,
}: Pick<TurnSettings, "client" | "autoCompactTokenLimit">): number | null {
  const { contextWindow } = client;
  const usable = contextWindow === null ? Infinity : Math.floor(contextWindow * (1 - RESERVE_SHARE));
  const limit = Math.min(autoCompactTokenLimit ?? Infinity, usable);
  return Number.isFinite(limit) ? limit : null;
}

export function isOverLimit(tokens: WindowTokens, settings: Pick<TurnSettings, "client" | "autoCompactTokenLimit">): boolean {
  const limit = windowLimit(settings);
  return tokens.isFull || (limit !== null && tokens.count >= limit);
}
