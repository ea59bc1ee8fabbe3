import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MessageItem, ResponseItem } from "../../../shared/protocol/response-item";
import { messageText } from "../../../shared/protocol/response-item";
import { hookPromptLine } from "../../../electron/runtime/history/hook-prompt";
import { replacementWindow } from "../../../electron/runtime/history/replacement-window";
import { textTokens } from "../../../electron/runtime/history/token-estimate";
import { contextLine, mailLines } from "../../../electron/runtime/history/turn-lines";
import { InputId } from "../../../shared/protocol/ids";
import type { LineBody } from "../../../shared/protocol/rollout-line";

const CUT = "\n[… cut to fit …]\n";

/** A person's words: their id begins with `person`. */
function person(text: string, id = "person"): MessageItem {
  return { type: "message", id, role: "user", content: [{ type: "input_text", text }] };
}

/** So many tokens of one letter. */
function words(letter: string, tokens: number): string {
  return letter.repeat(tokens * 4);
}

function items(lines: readonly LineBody[]): ResponseItem[] {
  return lines.flatMap((line) => (line.type === "response_item" ? [line.payload] : []));
}

interface Facts {
  readonly kept?: readonly ResponseItem[];
  readonly limit?: number | null;
  readonly context?: readonly MessageItem[];
  readonly isMidTurn?: boolean;
}

function windowOf(before: readonly ResponseItem[], facts: Facts = {}) {
  return replacementWindow({
    items: before,
    kept: facts.kept ?? [],
    context: facts.context ?? [],
    isMidTurn: facts.isMidTurn ?? false,
    isPerson: (id) => id.startsWith("person"),
    summary: "What happened.",
    recordPath: "/home/rollout.jsonl",
    limit: facts.limit ?? null,
  });
}

function text(item: ResponseItem | undefined): string {
  if (item?.type !== "message") throw new Error("not a message");
  return messageText(item);
}

/** The person's words in the new window; the summary behind them is looked at too. */
function personTexts(before: readonly ResponseItem[], limit: number | null = null): string[] {
  const window = windowOf(before, { limit });
  expect(text(window.at(-1))).toMatch(/\nWhat happened\.$/);
  return window.slice(0, -1).map(text);
}

describe("runtime.md §10 the new window", () => {
  test("the person's words in their order, then the summary, which nobody has said", () => {
    const [first, second, summary, ...rest] = windowOf([person("one"), person("two", "person-2")]);
    expect([first, second]).toEqual([person("one"), person("two", "person-2")]);
    expect(summary).toMatchObject({ type: "message", role: "user" });
    expect(summary).not.toHaveProperty("id");
    expect(text(summary)).toContain("was compacted");
    expect(rest).toEqual([]);
  });

  test("of an empty thread the summary alone", () => {
    expect(personTexts([])).toEqual([]);
  });

  test("what the model said and did, context, mail, hook prompts and earlier summaries are left out", () => {
    const earlier = windowOf([person("one")]);
    const mail = mailLines({ mailId: InputId.parse("mail"), author: "a", text: "t", triggerTurn: true });
    const before: ResponseItem[] = [
      ...earlier,
      { type: "message", role: "assistant", id: "msg_1", content: [{ type: "output_text", text: "I look." }] },
      ...items([contextLine("It is noon."), ...mail, hookPromptLine([{ hookId: "stop:0", text: "more" }])]),
      { type: "message", role: "user", content: [{ type: "input_text", text: "<turn_aborted>" }] },
      person("two", "person-2"),
    ];
    expect(personTexts(before)).toEqual(["one", "two"]);
  });

  test("what stays as it is stands behind the summary, whatever it is and however long", () => {
    const kept = [
      ...items([contextLine("It is noon.")]),
      person(words("k", 50_000), "person-2"),
      { type: "message", role: "user", content: [{ type: "input_image", image_url: "data:," }] } satisfies ResponseItem,
    ];
    const window = windowOf([person("one")], { kept });
    expect(window.slice(2)).toEqual(kept);
    expect(window.slice(2).every((item, index) => item === kept[index])).toBe(true);
    expect(window.slice(0, 2).map(text)[0]).toBe("one");
  });

  test("beside what stays as it is, the person's words get half of what is left of the limit, down to nothing", () => {
    const kept = (tokens: number) => [person(words("k", tokens - 4), "person-2")];
    expect(windowOf([person(words("a", 100))], { kept: kept(100), limit: 300 }).map(text)[0]).toBe(words("a", 100));
    expect(windowOf([person(words("a", 100))], { kept: kept(120), limit: 300 }).map(text)[0]).toContain(CUT);
    expect(windowOf([person("one")], { kept: kept(400), limit: 300 })).toHaveLength(2);
  });

  test("pictures would fill every later window: that there was one is said", () => {
    const picture = { type: "input_image", image_url: `data:image/png;base64,${"A".repeat(400_000)}` } as const;
    const pictured = (content: MessageItem["content"]): MessageItem => ({ ...person(""), content });
    expect(personTexts([pictured([{ type: "input_text", text: "see" }, picture, picture])])).toEqual([
      "see\n[picture]\n[picture]",
    ]);
    expect(personTexts([pictured([picture])])).toEqual(["[picture]"]);
    expect(personTexts([pictured([picture, { type: "input_text", text: "see" }])])).toEqual(["see\n[picture]"]);
  });

  test("property: neither a call nor an output, ever, so that no pair is split", () => {
    const item = fc.oneof(
      fc.string().map((words) => person(words)),
      fc.constantFrom<ResponseItem>(
        { type: "function_call", id: "person", call_id: "a", name: "work", arguments: "{}" },
        { type: "function_call_output", id: "person", call_id: "a", output: "ok" },
        { type: "custom_tool_call", id: "person", call_id: "b", name: "patch", input: "x" },
        { type: "custom_tool_call_output", id: "person", call_id: "b", output: "ok" },
        { type: "reasoning", id: "person", summary: [] },
      ),
    );
    fc.assert(
      fc.property(fc.array(item), fc.option(fc.integer({ min: 1, max: 400 })), (before, limit) => {
        expect(new Set(windowOf(before, { limit }).map(({ type }) => type))).toEqual(new Set(["message"]));
      }),
    );
  });
});

describe("runtime.md §10 newest first within 20 000 tokens", () => {
  const old = person(words("a", 9_000), "person-1");
  const middle = person(words("b", 9_000), "person-2");
  const newest = person(words("c", 9_000), "person-3");

  test("what fits is whole", () => {
    expect(personTexts([old, middle])).toEqual([words("a", 9_000), words("b", 9_000)]);
    expect(personTexts([person(words("a", 11_000)), middle])).toEqual([words("a", 11_000), words("b", 9_000)]);
  });

  test("the oldest that fits in part is cut in its middle; older ones are left out", () => {
    const [cut, ...whole] = personTexts([person("the first", "person-0"), old, middle, newest]);
    expect(whole).toEqual([words("b", 9_000), words("c", 9_000)]);
    const [head, tail, ...more] = cut?.split(CUT) ?? [];
    expect(more).toEqual([]);
    expect(head).toMatch(/^a+$/);
    expect(tail).toBe(head);
    expect(textTokens(cut ?? "")).toBeLessThanOrEqual(2_000);
    expect(textTokens(cut ?? "")).toBeGreaterThan(1_700);
  });

  test("the newest alone is cut when it is too long by itself", () => {
    const long = `begin ${words("x", 30_000)} end`;
    const [cut] = personTexts([old, person(long)]);
    expect(cut).toMatch(/^begin x+\n\[… cut to fit …\]\nx+ end$/);
    expect(textTokens(cut ?? "")).toBeLessThanOrEqual(20_000);
  });

  test("a shorter one further back does not step in for one that does not fit", () => {
    const full = person(words("c", 19_990), "person-3");
    expect(personTexts([person("short", "person-0"), old, full])).toEqual([words("c", 19_990)]);
  });

  test("when less is left than says something, the older one is left out whole", () => {
    expect(personTexts([old, person(words("c", 20_000 - 15))])).toEqual([words("c", 20_000 - 15)]);
    expect(personTexts([old, person(words("c", 20_000 - 16))])).toHaveLength(2);
    expect(personTexts([old, person(words("c", 20_000))])).toEqual([words("c", 20_000)]);
  });

  test("of a small limit they take half", () => {
    expect(personTexts([person(words("a", 300)), person(words("b", 300))], 1_201)).toEqual([words("a", 300), words("b", 300)]);
    const [cut, whole] = personTexts([person(words("a", 300)), person(words("b", 300))], 1_000);
    expect(whole).toBe(words("b", 300));
    expect(cut).toContain(CUT);
    expect(textTokens(cut ?? "")).toBeLessThanOrEqual(200);
    expect(personTexts([person("words of some length, which would not fit at all")], 4)).toEqual([]);
  });

  test("a large limit leaves it at 20 000", () => {
    expect(personTexts([old, middle, newest], 1_000_000)).toEqual(personTexts([old, middle, newest]));
  });

  test("a text is cut between code points", () => {
    const [cut] = personTexts([person("😀".repeat(300))], 400);
    expect(cut).toMatch(/^(😀)+\n\[… cut to fit …\]\n(😀)+$/u);
    expect(cut).not.toMatch(/\p{Surrogate}/u);
  });

  test("property: they never take more than they may, however unevenly the bytes of a text lie", () => {
    const piece = fc.tuple(fc.constantFrom("a", "ä", "日", "😀"), fc.integer({ min: 1, max: 400 }));
    const text = fc
      .array(piece, { minLength: 1, maxLength: 5 })
      .map((all) => all.map(([unit, count]) => unit.repeat(count)).join(""));
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), fc.integer({ min: 40, max: 1_500 }), (texts, limit) => {
        const shown = personTexts(
          texts.map((words, index) => person(words, `person-${index}`)),
          limit,
        );
        expect(shown.reduce((sum, words) => sum + textTokens(words), 0)).toBeLessThanOrEqual(Math.floor(limit / 2));
        expect(shown.slice(1)).toEqual(texts.slice(texts.length - shown.length).slice(1));
      }),
      { numRuns: 300 },
    );
  });
});
