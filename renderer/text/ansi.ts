// Terminal output as text with styles, as a terminal would show it: SGR becomes class names, carriage returns and backspaces write over,
// every other escape sequence is dropped, nothing becomes HTML.
import { applySgr, classesOf, plainStyle } from "./ansi-style";
import { type StyledText, TerminalLine } from "./terminal-line";

// Linear whatever the input: alternatives share no first character after ESC, and what is looked at in vain ends at the next ESC or line.
const ESCAPE =
  "(?:\\x1b\\[|\\x9b)(?<parameters>[0-?]*)(?<between>[ -/]*)(?<final>[@-~])?" +
  "|(?:\\x1b\\]|\\x9d)[^\\x07\\x1b\\x9c\\n]*(?:\\x07|\\x1b\\\\|\\x9c)?" +
  "|\\x1b[PX^_](?:[^\\x1b\\x18\\x1a\\x9c]*(?:\\x1b\\\\|\\x9c)|[^\\x1b\\n]*)" +
  "|[\\x90\\x98\\x9e\\x9f][^\\x1b\\x9c\\n]*\\x9c?" +
  "|\\x1b[ -/]*[0-Z\\\\`-~]?";
const TOKEN = new RegExp(`(?<move>[\\n\\r\\b])|${ESCAPE}|[\\0-\\x07\\x0b\\x0c\\x0e-\\x1a\\x1c-\\x1f\\x7f-\\x9f]`, "g");

/** Runs that keep their styles; what follows so many changes of style is plain. */
const MOST_RUNS = 5000;

/** The visible text of terminal output in runs of one style. */
export function styledRuns(output: string): StyledText[] {
  const style = plainStyle();
  const runs: StyledText[] = [];
  let line = new TerminalLine();
  let from = 0;
  const put = (run: StyledText) => {
    const classes = runs.length < MOST_RUNS ? run.classes : "";
    const last = runs.at(-1);
    if (last?.classes === classes) runs[runs.length - 1] = { text: last.text + run.text, classes };
    else runs.push({ text: run.text, classes });
  };
  for (const match of output.matchAll(TOKEN)) {
    if (match.index > from) line.write(output.slice(from, match.index), classesOf(style));
    from = match.index + match[0].length;
    const { move, parameters = "", between, final } = match.groups ?? {};
    if (move === "\r") line.toStart();
    else if (move === "\b") line.back();
    else if (move === "\n") {
      line.runs().forEach(put);
      put({ text: "\n", classes: "" });
      line = new TerminalLine();
    } else if (between === "" && final === "m") applySgr(style, parameters);
    else if (between === "" && final === "K") line.erase(parameters);
  }
  if (from < output.length) line.write(output.slice(from), classesOf(style));
  line.runs().forEach(put);
  return runs;
}

/** The text alone, for the clipboard. */
export function plainOutput(output: string): string {
  return styledRuns(output)
    .map((run) => run.text)
    .join("");
}

/** Where the escape sequence ends that begins at `start`. */
export function escapeEnd(output: string, start: number): number {
  const escape = new RegExp(ESCAPE, "y");
  escape.lastIndex = start;
  return start + (escape.exec(output)?.[0].length ?? 0);
}
