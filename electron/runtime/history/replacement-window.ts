// The window after a compaction: the person's own words, newest first as far as they fit, and the summary behind them (runtime.md §10). Whole
// items only, and neither calls nor outputs, so that no pair can be split.
import type { MessageItem, ResponseItem } from "../../../shared/protocol/response-item";
import { messageText } from "../../../shared/protocol/response-item";
import { itemTokens, textTokens } from "./token-estimate";

const MAX_PERSON_TOKENS = 20_000;
/** Words cut to less than this say nothing. */
const MIN_CUT_TOKENS = 16;
const CUT_MARK = "\n[… cut to fit …]\n";

export interface WindowParts {
  readonly items: readonly ResponseItem[];
  /** Whether the item is a person's input, by its id. */
  readonly isPerson: (id: string) => boolean;
  readonly summary: string;
  /** Of the rollout, where the whole record stays readable (bug report 71). */
  readonly recordPath: string;
  /** Items that stay as they are, behind the summary. */
  readonly kept: readonly ResponseItem[];
  /** What the model is told of the workspace, as it is now; absent: nothing. */
  readonly context?: readonly MessageItem[];
  /** Within a turn the context stands above the person's last words, which the model goes on with; else in front of all. */
  readonly isMidTurn?: boolean;
  /** Tokens at which the window is compacted again; null: none. */
  readonly limit: number | null;
}

export function replacementWindow(parts: WindowParts): ResponseItem[] {
  const { items, isPerson, summary, recordPath, kept, context = [], isMidTurn = false, limit } = parts;
  const said = personMessages(items, { isPerson, budget: personBudget([...context, ...kept], limit) });
  const above = isMidTurn ? Math.max(0, said.length - 1) : 0;
  return [...said.slice(0, above), ...context, ...said.slice(above), summaryMessage(summary, recordPath), ...kept];
}

/** At most half of what is left beside the items that stay: the summary and the answer need room too. */
function personBudget(kept: readonly ResponseItem[], limit: number | null): number {
  if (limit === null) return MAX_PERSON_TOKENS;
  const left = limit - kept.reduce((sum, item) => sum + itemTokens(item), 0);
  return Math.min(MAX_PERSON_TOKENS, Math.floor(left / 2));
}

function personMessages(
  items: readonly ResponseItem[],
  { isPerson, budget }: { readonly isPerson: (id: string) => boolean; readonly budget: number },
): ResponseItem[] {
  const kept: ResponseItem[] = [];
  let left = budget;
  for (const item of items.toReversed()) {
    if (item.type !== "message" || item.id === undefined || !isPerson(item.id)) continue;
    const text = wordsOf(item);
    const tokens = textTokens(text);
    const fitting = tokens <= left ? text : cutMiddle(text, left);
    if (fitting === null) break;
    kept.push({ ...item, content: [{ type: "input_text", text: fitting }] });
    left -= tokens;
    if (left <= 0) break;
  }
  return kept.reverse();
}

/** Pictures would fill every later window again (bug report 67); that there was one is said. */
function wordsOf(message: MessageItem): string {
  const pictures = message.content.filter((part) => part.type === "input_image").length;
  return [messageText(message), ...Array.from({ length: pictures }, () => "[picture]")].filter((part) => part !== "").join("\n");
}

/** Head and tail of a text within so many tokens, cut on code points; null when nothing worth keeping would be left. */
function cutMiddle(text: string, tokens: number): string | null {
  if (tokens < MIN_CUT_TOKENS) return null;
  const points = [...text];
  const share = (tokens - textTokens(CUT_MARK)) / textTokens(text);
  let half = Math.floor((points.length * share) / 2);
  for (;;) {
    const cut = points.slice(0, half).join("") + CUT_MARK + points.slice(points.length - half).join("");
    if (textTokens(cut) <= tokens) return cut;
    // The bytes lie unevenly: more of them at the ends than in the middle.
    half = Math.floor(half * 0.9);
  }
}

function summaryMessage(summary: string, recordPath: string): ResponseItem {
  const text = [
    "The conversation so far was compacted. The messages above are the person's own words and have been dealt with unless the summary says otherwise.",
    `Every line of it, outputs too, is still in the file ${recordPath}; look there when you need a detail.`,
    "Another model wrote this summary for you to go on from:",
    summary,
  ].join("\n");
  return { type: "message", role: "user", content: [{ type: "input_text", text }] };
}
