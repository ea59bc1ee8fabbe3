// The same file through the pages that a person sees: from both ends the same items, each with an id of its own, as many messages as were counted.
import type { PastReader } from "../../../../../electron/adapters/rollout/paging/past-reader";
import type { RolloutSummary } from "../../../../../electron/adapters/rollout/reading/summary";
import type { SessionFile } from "../../../../../electron/runtime/ports/past-sessions";
import type { ItemPage } from "../../../../../shared/protocol/command";
import type { TurnItem } from "../../../../../shared/protocol/turn-item";

const PAGE_ITEMS = 50;

/** What is wrong, in words. */
export async function pagedRead(reader: PastReader, file: SessionFile, summary: RolloutSummary): Promise<readonly string[]> {
  await reader.open(file);
  try {
    const forward = await allItems(reader, file, "forward");
    const backward = await allItems(reader, file, "backward");
    const wrong: string[] = [];
    const ids = forward.map(({ id }) => id);
    if (ids.join() !== backward.map(({ id }) => id).join())
      wrong.push(`forward ${forward.length} items, backward ${backward.length}, or others`);
    if (new Set(ids).size < ids.length) wrong.push(`of ${ids.length} items ${ids.length - new Set(ids).size} share an id`);
    const count = (type: TurnItem["type"]): number => forward.filter((item) => item.type === type).length;
    const { userMessages, assistantMessages, turns, records } = summary;
    // What stands as a finished item alone is shown, and is no message of the counts.
    const finished = records["event_msg/item_completed"] ?? 0;
    const extraWords = count("userMessage") - userMessages;
    if (extraWords < 0 || extraWords > finished)
      wrong.push(`pages show ${count("userMessage")} messages of the person, the summary counts ${userMessages}`);
    // An answer that stands in the end of its turn alone is shown, and is no message of a line.
    const extra = count("agentMessage") - assistantMessages;
    if (extra < 0 || extra > turns.completed + finished)
      wrong.push(`pages show ${count("agentMessage")} answers, the summary counts ${assistantMessages}`);
    return wrong;
  } finally {
    await reader.leave(file);
  }
}

async function allItems(reader: PastReader, file: SessionFile, direction: "forward" | "backward"): Promise<readonly TurnItem[]> {
  const pages: ItemPage[] = [];
  let cursor: string | null = null;
  do {
    const page: ItemPage = await reader.page(file, { direction, limit: PAGE_ITEMS, ...(cursor === null ? {} : { cursor }) });
    pages.push(page);
    cursor = page.nextCursor;
  } while (cursor !== null);
  const inOrder = direction === "forward" ? pages : pages.toReversed();
  return inOrder.flatMap(({ items }) => items);
}
