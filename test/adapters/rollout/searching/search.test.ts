import { appendFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openSource } from "../../../../electron/adapters/rollout/reading/open-source";
import { Search, type SearchedFile } from "../../../../electron/adapters/rollout/searching/search";
import { SearchDatabase } from "../../../../electron/adapters/rollout/searching/search-database";
import { ThreadId } from "../../../../shared/protocol/ids";
import { tempFolder } from "../../../support/temp-folder";

/** A folder of rollouts of another program, and the search over it. */
function sessions(): { search: Search; write(name: string, lines: readonly string[]): string; folder: string; again(): Search } {
  const folder = tempFolder();
  const files: string[] = [];
  const listed = async (): Promise<SearchedFile[]> =>
    files.flatMap((file) => {
      const found = statSync(file, { throwIfNoEntry: false });
      const threadId = ThreadId.parse(path.basename(file, ".jsonl"));
      return found === undefined ? [] : [{ threadId, path: file, updatedAtMs: found.mtimeMs }];
    });
  const open = (): Search => {
    const search = new Search({
      database: new SearchDatabase(path.join(folder, "cache/search.db")),
      files: listed,
      openSource: (file) => openSource(file, { cacheFolder: folder, findRollout: async () => null }),
      onProblem: (error) => {
        throw error;
      },
    });
    onTestFinished(() => search.close());
    return search;
  };
  return {
    folder,
    search: open(),
    again: open,
    write: (name, lines) => {
      const file = path.join(folder, `${name}.jsonl`);
      writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
      files.push(file);
      return file;
    },
  };
}

const header = line(1, "session_meta", {
  id: "s",
  timestamp: "2026-03-01T00:00:00.000Z",
  cwd: "/w",
  originator: "codex",
  cli_version: "0.9",
});

function line(second: number, type: string, payload: unknown): string {
  return JSON.stringify({ timestamp: `2026-03-01T00:00:${String(second).padStart(2, "0")}.000Z`, type, payload });
}

function said(second: number, role: "user" | "assistant", text: string): string {
  const type = role === "user" ? "input_text" : "output_text";
  return line(second, "response_item", { type: "message", role, content: [{ type, text }] });
}

function call(second: number, command: string): string {
  return line(second, "response_item", {
    type: "function_call",
    name: "shell",
    call_id: "call_8fK2mQ9xZ1vB7nC4tR6yW3pL",
    arguments: JSON.stringify({ command }),
  });
}

function output(second: number, text: string): string {
  return line(second, "response_item", { type: "function_call_output", call_id: "call_8fK2mQ9xZ1vB7nC4tR6yW3pL", output: text });
}

async function find(search: Search, query: string, more: { cursor?: string; limit?: number } = {}): Promise<string[]> {
  const { hits } = await search.search({ query, limit: 20, ...more });
  return hits.map(({ threadId, field, snippet }) => `${threadId} ${field}: ${snippet}`);
}

describe("Search", () => {
  test("prompts, answers, commands and outputs are found, what was said first, with the words marked", async () => {
    const { search, write } = sessions();
    write("one", [
      header,
      said(2, "user", "Please mend the wombat parser"),
      call(3, "grep -rn wombat src"),
      output(4, "src/parser.ts: the wombat"),
      said(5, "assistant", "The wombat parser is mended."),
    ]);
    expect(await find(search, "wombat")).toEqual([
      "one prompt: Please mend the wombat parser",
      "one answer: The wombat parser is mended.",
      "one command: grep -rn wombat src",
      "one output: src/parser.ts: the wombat",
    ]);
    const { hits } = await search.search({ query: "wombat", limit: 1 });
    expect(hits[0]?.ranges.map(([start, end]) => hits[0]?.snippet.slice(start, end))).toEqual(["wombat"]);
  });

  test("an output opens at its call", async () => {
    const { search, write } = sessions();
    write("one", [header, said(2, "user", "go"), call(3, "ls"), output(4, "wombat.txt")]);
    const { hits } = await search.search({ query: "wombat", limit: 5 });
    const at = Buffer.byteLength(`${header}\n${said(2, "user", "go")}\n`);
    expect(hits.map(({ cursor, itemId }) => [cursor, itemId])).toEqual([[`@${at}`, "call_8fK2mQ9xZ1vB7nC4tR6yW3pL"]]);
  });

  test("what was appended since the last search is found at once; what was deleted is not found any more", async () => {
    const { search, write } = sessions();
    const file = write("one", [header, said(2, "user", "alpha")]);
    expect(await find(search, "beta")).toEqual([]);
    appendFileSync(file, `${said(3, "assistant", "beta")}\n`);
    expect(await find(search, "beta")).toEqual(["one answer: beta"]);
    appendFileSync(file, said(4, "assistant", "gamma half written").slice(0, -3));
    expect(await find(search, "gamma")).toEqual([]);
    rmSync(file);
    expect(await find(search, "alpha")).toEqual([]);
  });

  test("a question that comes while all is being taken in takes nothing in twice", async () => {
    const { search, write } = sessions();
    for (let number = 0; number < 12; number += 1) write(`s${number}`, [header, said(2, "user", "wombat")]);
    const following = search.follow();
    await Promise.all([find(search, "wombat"), find(search, "wombat")]);
    await following;
    expect(await find(search, "wombat")).toHaveLength(12);
  });

  test("a file that was replaced is read anew", async () => {
    const { search, write, folder } = sessions();
    write("one", [header, said(2, "user", "alpha")]);
    expect(await find(search, "alpha")).toHaveLength(1);
    rmSync(path.join(folder, "one.jsonl"));
    writeFileSync(path.join(folder, "one.jsonl"), `${header}\n${said(2, "user", "omega")}\n`);
    expect(await find(search, "alpha")).toEqual([]);
    expect(await find(search, "omega")).toHaveLength(1);
  });

  test("pages go on from the newest to the oldest, each hit once", async () => {
    const { search, write } = sessions();
    write("one", [
      header,
      ...Array.from({ length: 25 }, (_each, index) => said(index + 2, "assistant", `wombat number${index}`)),
    ]);
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await search.search({ query: "wombat", limit: 10, ...(cursor === null ? {} : { cursor }) });
      seen.push(...page.hits.map(({ snippet }) => snippet));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(Array.from({ length: 25 }, (_each, index) => `wombat number${24 - index}`));
  });

  test("the index is a cache: deleted, it is made again; kept, nothing is read twice", async () => {
    const { search, write, folder, again } = sessions();
    write("one", [header, said(2, "user", "alpha")]);
    expect(await find(search, "alpha")).toHaveLength(1);
    await search.close();
    const second = again();
    expect(await find(second, "alpha")).toHaveLength(1);
    await second.close();
    rmSync(path.join(folder, "cache"), { recursive: true });
    expect(await find(again(), "alpha")).toHaveLength(1);
  });

  test("a file that is no rollout is no obstacle; an unknown cursor is refused with words", async () => {
    const { search, write } = sessions();
    write("broken", ["this is no rollout"]);
    write("one", [header, said(2, "user", "alpha")]);
    expect(await find(search, "alpha")).toHaveLength(1);
    await expect(search.search({ query: "alpha", limit: 5, cursor: "x" })).rejects.toThrow("not one of this search");
  });
});
