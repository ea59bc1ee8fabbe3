import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import Markdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { describe, expect, test } from "vitest";
import { BlockSplitter, finishedBlocks } from "../../../renderer/markdown/block-splitter";

const PIECES = [
  "para\n",
  "word ",
  "\n",
  "\n\n",
  "- item\n",
  "  more\n",
  "1. one\n",
  "# Head\n",
  "```ts\n",
  "```\n",
  "~~~~\n",
  "~~~\n",
  "> quote\n",
  "| a | b |\n",
  "|---|---|\n",
  "| 1 | 2 |\n",
  "    code\n",
  "\r\n",
  "\r",
  "<div>\n",
  "[a]: http://x\n",
  "***",
  "\t",
  "----\n",
  "`",
  "é😀\u2028",
  "\u0000",
];
const source = fc
  .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 40 })
  .map((pieces) => pieces.join(""));

function fed(text: string, cuts: readonly number[]): BlockSplitter {
  const splitter = new BlockSplitter();
  for (const cut of cuts.map((share) => Math.floor(share * text.length)).sort((a, b) => a - b))
    splitter.update(text.slice(0, cut));
  splitter.update(text);
  return splitter;
}

describe("BlockSplitter", () => {
  test("settled blocks and tail joined are always the source", () => {
    fc.assert(
      fc.property(source, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (text, cuts) => {
        const splitter = fed(text, cuts);
        expect(splitter.settled.join("") + splitter.tail).toBe(text);
      }),
      { numRuns: 500 },
    );
  });

  test("a settled block never changes as text arrives", () => {
    fc.assert(
      fc.property(source, (text) => {
        const splitter = new BlockSplitter();
        let known: readonly string[] = [];
        for (let end = 1; end <= text.length; end += 3) {
          splitter.update(text.slice(0, end));
          expect(splitter.settled.slice(0, known.length)).toEqual(known);
          known = splitter.settled;
        }
      }),
      { numRuns: 200 },
    );
  });

  test("text that arrives in pieces settles into the same blocks as whole text", () => {
    fc.assert(
      fc.property(source, (text) => {
        const whole = fed(text, []);
        const pieces = fed(text, [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
        expect(pieces.settled).toEqual(whole.settled);
        expect(pieces.isFenceOpen).toBe(whole.isFenceOpen);
      }),
      { numRuns: 200 },
    );
  });

  test("paragraphs settle when the next block has begun", () => {
    const splitter = fed("one\n\ntwo\n\nthr", []);
    expect(splitter.settled).toEqual(["one\n\n"]);
    expect(splitter.tail).toBe("two\n\nthr");
  });

  test("an open fence is the tail, unread, until its closing line", () => {
    const splitter = fed("text\n\n````js\nlet a;\n```\nstill code\n", []);
    expect(splitter.isFenceOpen).toBe(true);
    expect(splitter.tail).toBe("````js\nlet a;\n```\nstill code\n");
    splitter.update(`${splitter.settled.join("")}${splitter.tail}\`\`\`\`\nafter`);
    expect(splitter.isFenceOpen).toBe(false);
    expect(splitter.settled.at(-1)).toBe("````js\nlet a;\n```\nstill code\n````\n");
    expect(splitter.tail).toBe("after");
  });

  test("a text that is no continuation starts anew", () => {
    const splitter = fed("one\n\ntwo\n\nthree", []);
    splitter.update("other");
    expect([...splitter.settled, splitter.tail]).toEqual(["other"]);
  });
});

describe("finishedBlocks", () => {
  test("a text with definitions stays whole, because they work across blocks", () => {
    const text = "See [a].\n\nMore.\n\n[a]: https://example.org\n";
    expect(finishedBlocks(text)).toEqual([text]);
  });

  test("any other text is cut, and nothing is lost", () => {
    expect(finishedBlocks("one\n\ntwo")).toEqual(["one\n\n", "two"]);
  });

  test("blocks drawn one by one are the text drawn at once", () => {
    const text = `# Head\n\nA *para* with\na line.\n\n- one\n\n  more of one\n- two\n    - deep\n\n1. first\n2. second\n\n> quote\nlazy\n\n| a | b |\n|:-:|---|\n| 1 | 2 |\n\n\`\`\`ts\nlet a;\n\n# no head\n\`\`\`\n\n    indented\n\n---\n\nSetext\n===\n\n<b>html</b>\n\n- [ ] todo\n- [x] done\n\nEnd.`;
    const drawn = (source: string) => renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, source));
    const parts = finishedBlocks(text);
    expect(parts.length).toBeGreaterThan(10);
    expect(parts.map(drawn).join("\n")).toBe(drawn(text));
  });
});
