import { describe, expect, test } from "vitest";
import { SearchHit } from "../../../shared/protocol/past-session";
import {
  EMPTY_PALETTE,
  joinedRanges,
  matchRanges,
  paletteGroups,
  withFound,
  withNamed,
  withQuery,
} from "../../../renderer/state/palette";
import { exportName, foundWords } from "../../../renderer/text/export-words";
import { hiddenWords, homePath, sessionTitle } from "../../../renderer/text/session-words";
import { sessionActs } from "../../../renderer/state/session-acts";
import { thread } from "../scene";

const hit = (threadId: string, cursor: string) =>
  SearchHit.parse({ threadId, itemId: "i", cursor, field: "answer", atMs: 1, snippet: "x", ranges: [] });
const found = (threadId: string) => ({
  hits: [hit(threadId, "@1")],
  threads: [thread({ id: threadId })],
  nextCursor: null,
  isComplete: true,
});

test("an answer to words that have changed since is dropped", () => {
  const palette = withQuery(withQuery(EMPTY_PALETTE, "win"), "wind");
  expect(withFound(palette, { query: "win" }, found("a"))).toBeNull();
  expect(withNamed(palette, { query: "win" }, [])).toBeNull();
  expect(withFound(palette, { query: "wind" }, found("a"))).toMatchObject({ foundFor: "wind" });
});

test("what was found stays until the next answer, and goes when nothing is asked any more", () => {
  const palette = withFound(withQuery(EMPTY_PALETTE, "win"), { query: "win" }, found("a"));
  if (palette === null) throw new Error("it was not taken");
  expect(withQuery(palette, "wind").found).toBe(palette.found);
  expect(withQuery(palette, " ")).toEqual({ ...EMPTY_PALETTE, query: " " });
});

test("hits stand under their session, the sessions in the order of their first hits; a hit without its session is not shown", () => {
  const result = {
    ...found("a"),
    hits: [hit("b", "@1"), hit("a", "@2"), hit("b", "@3"), hit("gone", "@4")],
    threads: [thread({ id: "a" }), thread({ id: "b" })],
  };
  const palette = withFound(withQuery(EMPTY_PALETTE, "zzz"), { query: "zzz" }, result);
  if (palette === null) throw new Error("it was not taken");
  const [group] = paletteGroups({ palette, threads: [], commands: [] });
  expect(group?.count).toBe("3 hits in 2 sessions");
  expect(
    group?.options.map((option) => (option.type === "hit" ? [option.thread.id, option.hit.cursor, option.isFirst] : null)),
  ).toEqual([
    ["b", "@1", true],
    ["b", "@3", false],
    ["a", "@2", true],
  ]);
});

describe("ranges", () => {
  test("every word must be in the text; letters of any case", () => {
    expect(matchRanges("Dark tiles flicker", "TILES dark")).toEqual([
      [0, 4],
      [5, 10],
    ]);
    expect(matchRanges("Dark tiles", "tiles moon")).toBeNull();
  });
  test("are put in order, joined and cut to the text", () => {
    const ranges = [
      [5, 9],
      [0, 2],
      [1, 3],
      [8, 99],
      [4, 4],
    ] as const;
    expect(joinedRanges(ranges, 12)).toEqual([
      [0, 3],
      [5, 12],
    ]);
  });
  test("where lower case has another length nothing is marked, rather than the wrong letters", () => {
    expect(matchRanges("İstanbul tide", "tide")).toEqual([]);
  });
});

describe("words", () => {
  test("files that are not listed are counted, the most first", () => {
    expect(hiddenWords({ notRollout: 3, empty: 9 })).toBe("12 files are not listed: 9 empty, 3 not sessions");
    expect(hiddenWords({ unreadable: 1 })).toBe("1 file is not listed: 1 cannot be read");
    expect(hiddenWords({ empty: 0 })).toBeNull();
  });
  test("a session is called by its name, else its first words, a broken file by its own name", () => {
    expect(sessionTitle(thread({ name: "Tides", preview: "x" }))).toBe("Tides");
    expect(sessionTitle(thread({ preview: "first\nsecond" }))).toBe("first");
    expect(sessionTitle(thread({ preview: "" }))).toBe("New session");
    expect(sessionTitle(thread({ preview: "", path: "/x/a.jsonl", hidden: "unreadable" }))).toBe("a.jsonl");
  });
  test.each([
    ["/home/mara/code", "~/code"],
    ["/Users/mara", "~"],
    ["C:\\Users\\mara\\x", "~\\x"],
    ["/root/.codex", "~/.codex"],
    ["/homework/x", "/homework/x"],
  ])("the home folder of %s is short", (path, words) => expect(homePath(path)).toBe(words));
  test("an export has a name that every system takes", () => {
    expect(exportName('a/b: "c"?\n', "jsonl")).toBe("a b c.jsonl");
    expect(exportName("...", "html")).toBe("session.html");
    expect(exportName("x".repeat(200), "markdown")).toBe(`${"x".repeat(60)}.md`);
    expect(foundWords(2)).toBe("2 things look like secrets.");
  });
});

test("what cannot be done says why", () => {
  const why = (changes: Parameters<typeof thread>[0]) =>
    Object.fromEntries(sessionActs(thread(changes)).flatMap(({ act, why: reason }) => (reason === null ? [] : [[act, reason]])));
  expect(why({})).toEqual({});
  expect(why({ readOnly: true })).toEqual({
    rename: "Another program has it open.",
    archive: "Another program has it open.",
    delete: "Another program has it open.",
  });
  expect(why({ status: { type: "active", flags: [] } })).toEqual({
    archive: "Its turn still runs.",
    delete: "Its turn still runs.",
  });
  const waiting = { type: "active" as const, flags: ["waitingOnApproval" as const] };
  expect(why({ status: waiting, lastTurn: "inProgress" })).toMatchObject({ archive: "Its turn still runs." });
  // Nobody has opened it since it stopped.
  expect(why({ status: waiting, lastTurn: "interrupted" })).toEqual({});
  expect(Object.keys(why({ origin: "root", source: "codex_cli_rs", readOnly: true, hidden: "unreadable" }))).toEqual([
    "open",
    "rename",
    "archive",
    "fork",
    "markdown",
    "export",
    "delete",
  ]);
});
