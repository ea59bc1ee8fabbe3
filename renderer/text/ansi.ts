// Terminal output as text with styles: SGR becomes class names, every other escape sequence is dropped, nothing becomes HTML.

export interface StyledText {
  readonly text: string;
  /** Class names of output.css, separated by spaces; empty for plain text. */
  readonly classes: string;
}

interface Style {
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  inverse: boolean;
  color: string;
}

// Alternatives share no first character after ESC, so that scanning stays linear whatever the input.
const ESCAPE =
  /\x1b(?:\[([0-?]*)[ -/]*([@-~])?|\][^\x07\x1b\n]*(?:\x07|\x1b\\)?|[PX^_][^\x1b\n]*(?:\x1b\\)?|[ -/]*[0-~]?)|[\0-\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\x7f-\x9f]/g;
const MAX_PARAMETERS = 16;
const COLORS = ["grey", "red", "green", "yellow", "blue", "magenta", "cyan", ""];

/** The visible text of terminal output in runs of one style. */
export function styledRuns(output: string): StyledText[] {
  const source = overwrittenLines(output);
  const style = plainStyle();
  const runs: StyledText[] = [];
  let from = 0;
  const push = (text: string) => {
    if (text === "") return;
    const classes = classesOf(style);
    const last = runs.at(-1);
    if (last?.classes === classes) runs[runs.length - 1] = { text: last.text + text, classes };
    else runs.push({ text, classes });
  };
  for (const match of source.matchAll(ESCAPE)) {
    push(source.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] === "m") applySgr(style, match[1] ?? "");
  }
  push(source.slice(from));
  return runs;
}

/** The text alone, for the clipboard. */
export function plainOutput(output: string): string {
  return styledRuns(output)
    .map((run) => run.text)
    .join("");
}

/** A line that was drawn over by carriage returns shows what was drawn last, as a terminal would. */
function overwrittenLines(output: string): string {
  if (!output.includes("\r")) return output;
  return output
    .split("\n")
    .map((line) => line.replace(/\r+$/, ""))
    .map((line) => line.slice(line.lastIndexOf("\r") + 1))
    .join("\n");
}

function plainStyle(): Style {
  return { bold: false, dim: false, italic: false, underline: false, strike: false, inverse: false, color: "" };
}

function applySgr(style: Style, parameters: string): void {
  const codes = parameters.split(/[;:]/, MAX_PARAMETERS).map((code) => Number(code === "" ? "0" : code));
  for (let index = 0; index < codes.length; index += 1) {
    const code = codes[index] ?? 0;
    if (code === 38 || code === 48) {
      const skipped = codes[index + 1] === 2 ? 4 : 2;
      if (code === 38) style.color = "";
      index += skipped;
    } else applyCode(style, code);
  }
}

function applyCode(style: Style, code: number): void {
  if (code === 0) Object.assign(style, plainStyle());
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 3) style.italic = true;
  else if (code === 4) style.underline = true;
  else if (code === 7) style.inverse = true;
  else if (code === 9) style.strike = true;
  else if (code === 22) Object.assign(style, { bold: false, dim: false });
  else if (code === 23) style.italic = false;
  else if (code === 24) style.underline = false;
  else if (code === 27) style.inverse = false;
  else if (code === 29) style.strike = false;
  else if (code === 39) style.color = "";
  else if (code >= 30 && code <= 37) style.color = COLORS[code - 30] ?? "";
  else if (code >= 90 && code <= 97) style.color = COLORS[code - 90] ?? "";
}

function classesOf(style: Style): string {
  const names = [];
  if (style.bold) names.push("ansi-bold");
  if (style.dim) names.push("ansi-dim");
  if (style.italic) names.push("ansi-italic");
  if (style.underline) names.push("ansi-underline");
  if (style.strike) names.push("ansi-strike");
  if (style.inverse) names.push("ansi-inverse");
  if (style.color !== "") names.push(`ansi-${style.color}`);
  return names.join(" ");
}
