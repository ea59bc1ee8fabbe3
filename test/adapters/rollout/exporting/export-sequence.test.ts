import { expect, test } from "vitest";
import { type ExportEntry, exportSequence } from "../../../../electron/adapters/rollout/exporting/export-sequence";
import type { ItemPage } from "../../../../shared/protocol/command";
import { TurnId } from "../../../../shared/protocol/ids";
import { answer, page, pagesOf, prompt, turn } from "./session-fixture";

async function words(pages: AsyncIterable<ItemPage>, turnId?: string): Promise<string[]> {
  const all: string[] = [];
  for await (const entry of exportSequence(pages, turnId === undefined ? undefined : TurnId.parse(turnId))) all.push(said(entry));
  return all;
}

function said(entry: ExportEntry): string {
  switch (entry.type) {
    case "turnStarted":
      return `turn ${entry.number}${entry.isContinued ? " again" : ""}`;
    case "item":
      return entry.item.type;
    case "turnEnded":
      return `end ${entry.turn?.status ?? "unknown"}`;
  }
}

test("turns begin, hold their items in file order, and end, over the edges of pages", async () => {
  const running = turn({ status: "inProgress" });
  const pages = pagesOf(
    page([prompt("one")], [running]),
    page([answer("done"), prompt("two", "turn-2")], [turn(), turn({ id: "turn-2", status: "interrupted" })]),
  );
  expect(await words(pages)).toEqual([
    "turn 1",
    "userMessage",
    "agentMessage",
    "end completed",
    "turn 2",
    "userMessage",
    "end interrupted",
  ]);
});

test("a turn that comes again keeps its number; items outside of turns have none of their own", async () => {
  const pages = pagesOf(page([prompt("before", "none"), prompt("a"), prompt("b", "other"), prompt("c")]));
  expect(await words(pages)).toEqual([
    "turn 0",
    "userMessage",
    "end unknown",
    "turn 1",
    "userMessage",
    "end completed",
    "turn 1",
    "userMessage",
    "end unknown",
    "turn 1 again",
    "userMessage",
    "end completed",
  ]);
});

test("of one turn alone nothing behind it is read", async () => {
  let read = 0;
  async function* counted(): AsyncGenerator<ItemPage> {
    for (const turnId of ["turn-1", "turn-2", "turn-3", "turn-4"]) {
      read += 1;
      yield page([prompt(turnId, turnId)], [turn({ id: turnId })]);
    }
  }
  expect(await words(counted(), "turn-2")).toEqual(["turn 2", "userMessage", "end completed"]);
  expect(read).toBe(3);
});

test("no items are no turns", async () => {
  expect(await words(pagesOf(page([])))).toEqual([]);
});
