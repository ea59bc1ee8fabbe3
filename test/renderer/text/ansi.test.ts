import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plainOutput, styledRuns } from "../../../renderer/text/ansi";
import { cpuMsOf } from "../../support/cpu-time";

const classesOf = (sgr: string) => styledRuns(`\u001b[${sgr}mx`)[0]?.classes;

describe("styles", () => {
  test("colours and weights become class names, and end where they end", () => {
    expect(styledRuns("a \u001b[1;32mok\u001b[0m b \u001b[91mred\u001b[39m.")).toEqual([
      { text: "a ", classes: "" },
      { text: "ok", classes: "ansi-bold ansi-green" },
      { text: " b ", classes: "" },
      { text: "red", classes: "ansi-red" },
      { text: ".", classes: "" },
    ]);
  });

  test("a style lasts over line ends, and what is off again is off", () => {
    expect(styledRuns("\u001b[3;4;9ma\nb\u001b[23;24;29mc")).toEqual([
      { text: "a", classes: "ansi-italic ansi-underline ansi-strike" },
      { text: "\n", classes: "" },
      { text: "b", classes: "ansi-italic ansi-underline ansi-strike" },
      { text: "c", classes: "" },
    ]);
  });

  test("256 and true colours become the nearest that can be read", () => {
    expect(classesOf("38;5;1")).toBe("ansi-red");
    expect(classesOf("38;5;12")).toBe("ansi-blue");
    expect(classesOf("38;5;46")).toBe("ansi-green");
    expect(classesOf("38;5;240")).toBe("ansi-grey");
    expect(classesOf("38;5;255")).toBe("");
    expect(classesOf("38;2;255;40;0")).toBe("ansi-red");
    expect(classesOf("38;2;0;180;200")).toBe("ansi-cyan");
    expect(classesOf("38;2;90;90;100")).toBe("ansi-grey");
    expect(classesOf("38:2::200:0:220")).toBe("ansi-magenta");
    expect(classesOf("38:5:11")).toBe("ansi-yellow");
  });

  test("an extended colour takes its parameters with it, and no more", () => {
    expect(classesOf("38;2;255;0;4;1")).toBe("ansi-bold ansi-red");
    expect(classesOf("38;5;4;4")).toBe("ansi-underline ansi-blue");
    expect(classesOf("58;5;1;3")).toBe("ansi-italic");
    expect(classesOf("38;5")).toBe("ansi-grey");
    expect(classesOf("38;9;1")).toBe("");
    expect(classesOf("4:0")).toBe("");
    expect(classesOf("4:3")).toBe("ansi-underline");
  });

  test("on a ground the text is plain; inverse makes the ground of the colour", () => {
    expect(classesOf("30;43")).toBe("ansi-on-yellow");
    expect(classesOf("48;2;0;0;200")).toBe("ansi-on-blue");
    expect(classesOf("7")).toBe("ansi-on-plain");
    expect(classesOf("7;31")).toBe("ansi-on-red");
    expect(classesOf("41;49;32")).toBe("ansi-green");
  });

  test("what ends in m and is no SGR has no style", () => {
    expect(classesOf(">4;1")).toBe("");
    expect(classesOf("?4")).toBe("");
    expect(classesOf("1 ")).toBe("");
  });
});

describe("other sequences", () => {
  test("titles, links, cursor moves and unfinished sequences are dropped, their text is kept", () => {
    expect(
      plainOutput("\u001b]0;title\u0007a\u001b]8;;javascript:alert(1)\u001b\\b\u001b]8;;\u001b\\\u001b[?25lc\u001b[5Ad\u001b[3"),
    ).toBe("abcd");
  });

  test("device strings go with all they hold, also over lines; one that does not end takes its line", () => {
    expect(plainOutput("a\u001bPq#0;2;0\n#1~~\u001b\\b")).toBe("ab");
    expect(plainOutput("a\u001b_payload\nb")).toBe("a\nb");
    expect(plainOutput("a\u001b]0;no end\nb\u001b]0;x\u0007c")).toBe("a\nbc");
  });

  test("the eight-bit forms are the same", () => {
    expect(styledRuns("\u009b31mx\u009d0;t\u009cy")).toEqual([{ text: "xy", classes: "ansi-red" }]);
    expect(plainOutput("a\u0090q\u009cb\u0085")).toBe("ab");
  });

  test("character sets, keypad modes, resets and bells are dropped", () => {
    expect(plainOutput("\u001b(Ba\u001b=b\u001bcc\u0007\u001b7d\u001bMe")).toBe("abcde");
  });

  test("no escape character ever gets through", () => {
    const piece = fc.constantFrom(
      "\u001b",
      "\u001b[",
      "[",
      "]",
      ";",
      "31",
      "m",
      "a",
      "\u0007",
      "\u009b",
      "\u001bP",
      "\n",
      "\\",
      "\b",
      "\r",
      "K",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(plainOutput(pieces.join(""))).not.toMatch(/[\u001b\u0007\u009b\b\r]/);
      }),
    );
  });
});

describe("writing over", () => {
  test("a progress line shows what was drawn last", () => {
    expect(plainOutput("10 %\r50 %\r100 %\r\nnext\r\n")).toBe("100 %\nnext\n");
  });

  test("what was longer stands on behind what was written over it, unless it was erased", () => {
    expect(plainOutput("downloading\rdone")).toBe("doneloading");
    expect(plainOutput("downloading\r\u001b[Kdone")).toBe("done");
    expect(plainOutput("downloading\u001b[2K\rdone")).toBe("done");
    expect(plainOutput("abc\u001b[2Kd")).toBe("   d");
    expect(plainOutput("abc\u001b[K\rx")).toBe("xbc");
  });

  test("each character has the style it was written with last", () => {
    expect(styledRuns("\u001b[31mabc\r\u001b[32mx\u001b[0m")).toEqual([
      { text: "x", classes: "ansi-green" },
      { text: "bc", classes: "ansi-red" },
    ]);
  });

  test("backspaces go back, not before the line, and erase nothing", () => {
    expect(plainOutput("|\b/\b-\b done")).toBe(" done");
    expect(plainOutput("ab\b")).toBe("ab");
    expect(plainOutput("a\n\b\b\bb")).toBe("a\nb");
  });

  test("characters of two code units and combining marks stay whole", () => {
    expect(plainOutput("🙂🙂\r🙃")).toBe("🙃🙂");
    expect(plainOutput("xy\re\u0301")).toBe("e\u0301y");
  });

  test("other sequences within do not count as columns", () => {
    expect(plainOutput("\u001b[1m12\u001b[0m\r\u001b]0;t\u0007\u001b[?25l34")).toBe("34");
  });
});

describe("text that is still coming", () => {
  const output = "\u001b[1;38;2;255;0;0mrot\u001b[0m\r\u001b[Kgrün 🙂\b\b\u001b]8;;https://x\u001b\\link\u001b]8;;\u001b\\\nend";

  test("wherever it is cut, the beginning is that of the whole up to what the cut part may still say", () => {
    const whole = plainOutput(output);
    for (let cut = 0; cut <= output.length; cut += 1) {
      const start = plainOutput(output.slice(0, cut));
      expect(start).not.toMatch(/[\u001b[\]]|;|https/);
    }
    expect(whole).toBe("grünlink\nend");
  });
});

describe("hostile output stays cheap", () => {
  const inTime = (output: string, limitMs = 2000) => {
    let runs: ReturnType<typeof styledRuns> = [];
    expect(cpuMsOf(() => (runs = styledRuns(output)))).toBeLessThan(limitMs);
    return runs;
  };

  test("a flood of parameters", () => {
    expect(plainOutput(`\u001b[${";".repeat(500_000)}m${"\u001b[".repeat(100_000)}\nend`)).toBe("\nend");
    inTime(`\u001b[${";".repeat(500_000)}m${"\u001b[".repeat(100_000)}`);
  });

  test("strings that never end", () => {
    inTime("\u001bP\n".repeat(200_000));
    inTime("\u001b]".repeat(200_000));
    inTime("\u0090\n".repeat(200_000));
    inTime("\u001b_".repeat(100_000) + "x".repeat(1_000_000));
  });

  test("ten million characters in one line, and as many written over each other", () => {
    inTime("x".repeat(10_000_000), 5000);
    expect(inTime(`${"x".repeat(99)}\r`.repeat(20_000), 5000)[0]?.text).toHaveLength(99);
  });

  test("erasing at a far column again and again", () => {
    inTime(`${"a".repeat(30_000)}${"\u001b[2Kx".repeat(10_000)}`);
    inTime(`${"a".repeat(30_000)}${"\b\u001b[K".repeat(10_000)}`);
  });

  test("a style for each character makes a bounded number of pieces", () => {
    expect(inTime("\u001b[31mx\u001b[32my".repeat(50_000)).length).toBeLessThan(5010);
  });
});
