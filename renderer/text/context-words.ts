// What is said of the model's window: how full it is, where the number comes from, and the first words of an entry.
import { beginningOf } from "../../shared/text/beginning-of";
import type { ModelWindow } from "../../shared/protocol/window-item";
import type { ThreadTokenUsage } from "../../shared/protocol/thread";
import { grouped } from "../../shared/text/grouped";

/** `percent`: 0 where it cannot be said. */
export function fullness(tokens: ThreadTokenUsage | null): { short: string; words: string; percent: number } {
  if (tokens === null) return { short: "context unknown", words: "unknown", percent: 0 };
  const { last, modelContextWindow: size, source } = tokens;
  const count = grouped(last.totalTokens);
  if (size === null || size === 0)
    return { short: `${count} tokens`, words: `${count} tokens, ${source}, of a window of unknown size`, percent: 0 };
  const percent = Math.min(100, Math.round((last.totalTokens / size) * 100));
  return { short: `${percent} %`, words: `${percent} % of ${grouped(size)} tokens, ${source}`, percent };
}

const SOURCES = { reported: "as reported by the provider", estimated: "estimated from their length" } as const;

/** "49 810 tokens, as reported by the provider, of 131 072. Compacted by itself from 118 000 on." */
export function sumWords({ tokens, contextWindow, limit }: ModelWindow): string {
  const size = contextWindow === null ? "; the size of the window is unknown" : `, of ${grouped(contextWindow)}`;
  const when = limit === null ? "Never compacted by itself." : `Compacted by itself from ${grouped(limit)} on.`;
  return `${grouped(tokens.count)} tokens, ${SOURCES[tokens.source]}${size}. ${when}`;
}

const FOLDED_TO = 400;
const FOLDED_LINES = 6;

/** The first lines and characters; a text that is hardly longer stays whole. */
export function foldedText(text: string): string {
  const lines = text.split("\n", FOLDED_LINES + 2);
  const short = lines.length > FOLDED_LINES + 1 ? lines.slice(0, FOLDED_LINES).join("\n") : text;
  if (short.length <= FOLDED_TO * 1.5) return short;
  return beginningOf(short, FOLDED_TO);
}
