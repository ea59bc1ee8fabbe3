// A whole session by its pages, in file order: for whoever writes it out.
import type { ItemPage } from "../../../../shared/protocol/command";
import type { TurnId } from "../../../../shared/protocol/ids";
import type { PastSessions, SessionFile } from "../../../runtime/ports/past-sessions";

const LIMIT = 200;

/** `fromTurnId`: begins with the page that the turn begins in, found from the end; nothing when there is no such turn. */
export async function* allPages(
  reader: Pick<PastSessions, "open" | "page">,
  file: SessionFile,
  fromTurnId?: TurnId,
): AsyncGenerator<ItemPage> {
  await reader.open(file);
  const start = fromTurnId === undefined ? undefined : await cursorOfTurn(reader, file, fromTurnId);
  if (start === null) return;
  let cursor: string | null | undefined = start;
  while (cursor !== null) {
    const page: ItemPage = await reader.page(file, {
      direction: "forward",
      limit: LIMIT,
      isWhole: true,
      ...(cursor === undefined ? {} : { cursor }),
    });
    yield page;
    cursor = page.nextCursor;
  }
}

/** Undefined: the beginning of the file. */
async function cursorOfTurn(
  reader: Pick<PastSessions, "page">,
  file: SessionFile,
  turnId: TurnId,
): Promise<string | undefined | null> {
  let cursor: string | undefined;
  let isFound = false;
  for (;;) {
    const page = await reader.page(file, { direction: "backward", limit: LIMIT, ...(cursor === undefined ? {} : { cursor }) });
    const isHere = page.items.some((item) => item.turnId === turnId);
    isFound ||= isHere;
    const beginsBefore = isHere && page.items[0]?.turnId === turnId;
    if (page.nextCursor === null) return isFound ? undefined : null;
    // The page after this one in time does not hold all of the turn: one more in front of it does.
    if (isFound && !beginsBefore) return page.nextCursor;
    cursor = page.nextCursor;
  }
}
