import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  checkExport,
  type ExportParts,
  exportThread,
  MAX_PASTED_LENGTH,
  threadMarkdown,
} from "../../../../electron/adapters/rollout/exporting/export-thread";
import { previewText } from "../../../../shared/text/preview-text";
import type { ItemPage } from "../../../../shared/protocol/command";
import { TurnId } from "../../../../shared/protocol/ids";
import type { ExportFormat } from "../../../../shared/protocol/past-session";
import { answer, facts, item, page, pagesOf, prompt, sessionFile, thread, turn } from "./session-fixture";

let folder: string;

beforeEach(() => (folder = mkdtempSync(path.join(realpathSync(tmpdir()), "cf-export-"))));
afterEach(() => rmSync(folder, { recursive: true }));

function partsOf(pages: () => AsyncIterable<ItemPage>): ExportParts {
  return {
    describe: async () => facts,
    pages,
    async *bytes() {
      yield Buffer.from('{"type":"session_meta"}\n');
      yield new Uint8Array([0xff, 0x0a]);
    },
    ownFolders: [],
  };
}

const short = partsOf(() =>
  pagesOf(
    page([prompt("What is *low* water?"), answer("It is **low**.")]),
    page([prompt("Why?", "turn-2")], [turn({ id: "turn-2" })]),
  ),
);

function bytesOf(written: Awaited<ReturnType<typeof exportThread>>): number {
  return written === "exists" ? 0 : written.bytes;
}

async function exported(format: ExportFormat, parts = short): Promise<string> {
  const file = path.join(folder, `session.${format}`);
  const written = await exportThread(parts, {
    source: sessionFile,
    thread,
    title: "Tide table",
    format,
    file,
    canReplace: false,
  });
  const content = readFileSync(file);
  expect(bytesOf(written)).toBe(content.length);
  return content.toString("latin1");
}

test("Markdown holds head, turns and ends", async () => {
  const text = Buffer.from(await exported("markdown"), "latin1").toString("utf8");
  expect(text.slice(text.indexOf("## "))).toBe(`## Turn 1 · 2026-03-04 09:15:02 UTC

**You**

> What is *low* water?

**Agent**

It is **low**.

*Completed in 6.4 s*

## Turn 2 · 2026-03-04 09:15:02 UTC

**You**

> Why?

*Completed in 6.4 s*
`);
});

test("HTML is one whole page", async () => {
  const html = await exported("html");
  expect(html).toMatch(/^<!doctype html>[\s\S]*<h1 dir="auto">Tide table<\/h1>[\s\S]*<strong>low<\/strong>[\s\S]*<\/html>\n$/);
});

test("JSONL is the original bytes, whatever they are", async () => {
  expect(await exported("jsonl")).toBe('{"type":"session_meta"}\n\u00ff\n');
});

test("one turn is copied without a head, and a turn that is not there is refused", async () => {
  const turnId = TurnId.parse("turn-2");
  expect(await threadMarkdown(short, sessionFile, { title: "Tide table", turnId })).toMatch(
    /^## Turn 2 [^\n]*\n\n\*\*You\*\*\n\n> Why\?\n/,
  );
  expect(await threadMarkdown(short, sessionFile, { title: "Tide table" })).toMatch(/^# Tide table\n/);
  const none = threadMarkdown(short, sessionFile, { title: "Tide table", turnId: TurnId.parse("turn-9") });
  await expect(none).rejects.toMatchObject({ kind: "invalidParams", message: "there is no turn turn-9 in this session" });
});

/** Pages of one turn, made as they are asked for. */
function longSession(pageCount: number, text: string): () => AsyncGenerator<ItemPage> {
  return async function* () {
    for (let count = 0; count < pageCount; count += 1) {
      yield page(
        Array.from({ length: 50 }, () => item({ type: "commandExecution", command: "cat", cwd: "/", aggregatedOutput: text })),
      );
    }
  };
}

test("a session that is too long to be pasted is refused before it is all held", async () => {
  let read = 0;
  const long = longSession(1000, "x".repeat(30_000));
  const counted = async function* (): AsyncGenerator<ItemPage> {
    for await (const next of long()) {
      read += 1;
      yield next;
    }
  };
  await expect(threadMarkdown(partsOf(counted), sessionFile, { title: "Long" })).rejects.toThrow("export it to a file instead");
  expect(read).toBeLessThan(MAX_PASTED_LENGTH / (50 * 30_000) + 2);
});

test.each(["markdown", "html"] as const)("100 MB as %s are written in bounded memory", async (format) => {
  const parts = partsOf(longSession(70, "a line of output\n".repeat(1800)));
  const before = process.memoryUsage().rss;
  let most = 0;
  const sampled: ExportParts = {
    ...parts,
    async *pages(...args) {
      for await (const next of parts.pages(...args)) {
        most = Math.max(most, process.memoryUsage().rss - before);
        yield next;
      }
    },
  };
  const file = path.join(folder, "long");
  const written = await exportThread(sampled, { source: sessionFile, thread, title: "Long", format, file, canReplace: false });
  expect(bytesOf(written)).toBeGreaterThan(100_000_000);
  expect(most).toBeLessThan(250_000_000);
});

test("what looks like a secret is found over all pages, and nothing is read after the list is full", async () => {
  const secret = (n: number): string => `token=q7Rt2Yx9Lm4Wc8Vb1Nz6Kd3Hf5Gj0Ps${n}`;
  const two = partsOf(() => pagesOf(page([prompt(secret(1))]), page([answer(secret(2))])));
  const checked = await checkExport(two, sessionFile, "Title");
  expect([checked.findings.map(({ excerpt }) => excerpt), checked.isWhole]).toEqual([["token=q7Rt…s1", "token=q7Rt…s2"], true]);

  let read = 0;
  const many = partsOf(async function* () {
    for (;;) {
      read += 1;
      yield page([prompt(Array.from({ length: 150 }, (_, n) => secret(read * 1000 + n)).join("\n"))]);
    }
  });
  const full = await checkExport(many, sessionFile, "Title");
  expect([full.findings.length, full.isWhole, read]).toEqual([200, false, 2]);
});

test("a secret in the session's name is listed, and masked in what the export will be called", async () => {
  const secret = "token=q7Rt2Yx9Lm4Wc8Vb1Nz6Kd3Hf5Gj0Ps1";
  const parts = partsOf(() => pagesOf(page([prompt("hello")])));
  const named = await checkExport(parts, sessionFile, `Try ${secret}`);
  expect(named).toEqual({
    findings: [{ kind: "password or token", excerpt: "token=q7Rt…s1" }],
    isWhole: true,
    title: "Try token=q7Rt…s1",
  });
  // What stands in an item is listed there.
  const words = await checkExport(
    partsOf(() => pagesOf(page([prompt(secret)]))),
    sessionFile,
    secret,
  );
  expect([words.findings.map(({ itemId }) => itemId !== undefined), words.title]).toEqual([[true], "token=q7Rt…s1"]);
});

const SECRET = "q7Rt2Yx9Lm4Wc8Vb1Nz6Kd3Hf5Gj0Ps1";
const KEY = ["-----BEGIN ", "PRIVATE KEY-----\n", `${SECRET}${SECRET}\n`.repeat(20), "-----END PRIVATE KEY-----"].join("");

/** What the title shows of a session that begins with these words; no more of the secret than its mask. */
async function shownTitle(words: string, title = previewText(words)): Promise<string> {
  const parts = partsOf(() => pagesOf(page([prompt(words)])));
  return (await checkExport(parts, sessionFile, title)).title;
}

test("first words that are cut anywhere within a secret show no more of it than its mask", async () => {
  for (let before = 80; before < 130; before += 1) {
    const start = `${"x".repeat(before - 7)} token=`;
    const title = await shownTitle(`${start}${SECRET} and more words, so that there is always something left out`);
    expect(title.startsWith(start.slice(0, 119))).toBe(true);
    expect(title.slice(start.length)).toMatch(/^(?:|…|q…|q7…|q7R…|q7Rt…(?:s1.*)?)$/);
  }
});

test("a secret that only the lines of the first words tell is masked in the title, which is one line", async () => {
  expect(await shownTitle(`My file:\nSENTRY_DSN=${SECRET}\nWhat is wrong?`)).toBe("My file: SENTRY_DSN=q7Rt…s1 What is wrong?");
});

test("of a private key nothing is left in a title, however long it is and wherever it is cut", async () => {
  expect(await shownTitle(`Use ${KEY}\nfor it`, `Use ${KEY}`)).toBe("Use ----…--");
  for (let before = 0; before < 120; before += 1) {
    const title = await shownTitle(`${"x ".repeat(before / 2)}${KEY}`);
    expect(title).not.toContain(SECRET.slice(0, 5));
  }
  const named = `${KEY.slice(0, 400)}`;
  expect(
    (
      await checkExport(
        partsOf(() => pagesOf(page([]))),
        sessionFile,
        named,
      )
    ).title,
  ).not.toContain(SECRET.slice(0, 5));
});

test("the title is masked even where more secrets were found than are listed", async () => {
  const many = Array.from({ length: 300 }, (_, n) => `token=${SECRET.slice(0, -3)}${100 + n}`).join("\n");
  const words = `SENTRY_DSN=${SECRET}\n${many}`;
  expect(await shownTitle(words)).toBe("SENTRY_DSN=q7Rt…s1 token=q7Rt…00 token=q7Rt…");
});
