// The demo's own words: what it makes of outputs, always from what they really say, and its fixed texts.
import { toDoLine } from "./demo-input";
import type { DemoCall } from "./demo-wish";

const EXCERPT_LINES = 12;
const SUMMARY_CHARS = 120;

export const HELP = `This is the **built-in demo**, not a language model: it answers from fixed rules, with no key and no network. The tools it calls are real.

It understands small requests such as

- \`list the files here\`
- \`read README.md and summarise it\`
- \`run the tests\`, or \`run\` and any command
- \`write notes.txt saying hello\`, \`add the line hello to notes.txt\`, \`delete the file notes.txt\`
- \`search for tide\`, \`show the image logo.png\`
- \`plan look, change, test\`, \`ask me which port: 80 or 443\`
- \`wait 3 seconds\`, \`what time is it\`
- \`start a new context\`, or \`compact\`
- \`do these three things at once\`
- several of them joined by "then"
- \`show me markdown\`, \`say 500 words\`

To connect a real model, name a server that speaks the Responses API in one of two ways:

- in \`settings.json\` (\`providers\`, \`provider\`, \`model\`), which lies in this program's home folder (the one that \`--home\` names, if you named one) and is read anew for every turn
- with the variables \`COUNTERFOIL_BASE_URL\`, \`COUNTERFOIL_MODEL\` and \`COUNTERFOIL_API_KEY\`, which are read when the program starts`;

export const MARKDOWN = `# A heading

Some text with **bold**, *italic*, ~~struck~~ and \`code\`, and a [link](https://example.com) that nothing follows by itself.

## A list

1. First
2. Second
   - with a point below it
   - and one more
- [x] done
- [ ] not done

> A quotation, with a second
> line.

### A table

| tool | gate | changes the world |
|---|---|:-:|
| shell | parallel | yes |
| read_file | parallel | no |
| clock.sleep | exclusive | no |

### A code block

\`\`\`ts
function greet(name: string): string {
  return \`Hello \${name}\`; // a line that is long enough to run out of a narrow window and has to be scrolled sideways to be read
}
\`\`\`

---

${"A paragraph that goes on for a while, so that wrapping, selecting and following the end can be tried. ".repeat(6).trim()}`;

/** `count` short words that are easy to check: one two three … */
export function manyWords(count: number): string {
  const cycle = ["paper", "stub", "ledger", "ink", "margin", "column", "receipt", "line"];
  return Array.from({ length: count }, (_, at) => cycle[at % cycle.length]).join(" ");
}

export interface Past {
  /** The person's messages, in order. */
  readonly asked: readonly string[];
  readonly calls: number;
  readonly lastAnswer: string | null;
  /** What was asked for and not done. */
  readonly toDo: readonly string[];
}

/** The past of a session in a few lines, for a new context window. */
export function summaryOf({ asked, calls, lastAnswer, toDo }: Past): string {
  return [
    "This is a summary by the built-in demo, made by a rule.",
    `The person asked for: ${asked.length === 0 ? "nothing yet" : asked.map((text) => `“${shortened(text)}”`).join(", ")}.`,
    `${plural(calls, "tool call was", "tool calls were")} made.`,
    ...(lastAnswer === null ? [] : [`The last answer began: “${shortened(lastAnswer)}”`]),
    ...(toDo.length === 0 ? [] : [toDoLine(toDo)]),
  ].join("\n");
}

export function mailAnswer({ from, text }: { readonly from: string; readonly text: string }): string {
  return `There is mail from **${from}**. It reads:\n\n${fenced(text)}`;
}

export function hookAnswer(text: string): string {
  return `A stop hook asks for more:\n\n${fenced(text)}\n\nThis is the built-in demo, not a language model: it cannot do that, and ends here.`;
}

/** A window that holds nothing new behind its summary. */
export function newWindowAnswer(summary: string): string {
  return `This is a new context. It holds your own words and this summary of what came before:\n\n${fenced(summary)}`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= SUMMARY_CHARS ? line : `${line.slice(0, SUMMARY_CHARS)}…`;
}

/** What one call came to. `output` undefined: the session has no such tool, so it was never called. */
export function reportOf({ tool, args }: DemoCall, output: string | undefined): string {
  const what = subject(tool, args);
  if (output === undefined) return `${what} was not possible: this session has no tool \`${tool}\`.`;
  const refused = /^(denied|aborted|timed out|failed to parse|unsupported call|not started)/.exec(output)?.[1];
  if (refused !== undefined) return `${what} did not come to its end:\n\n${fenced(output)}`;
  switch (tool) {
    case "list_dir":
      return folderReport(what, output);
    case "read_file":
      return fileReport(what, output);
    case "shell":
      return shellReport(what, output);
    case "apply_patch":
    case "grep":
    case "request_user_input":
      return `${what} gave:\n\n${fenced(output)}`;
    default:
      return output;
  }
}

function subject(tool: string, args: DemoCall["args"]): string {
  switch (tool) {
    case "shell":
      return `The command \`${String(args["command"])}\``;
    case "read_file":
      return `Reading \`${String(args["path"])}\``;
    case "apply_patch":
      return "The patch";
    case "grep":
      return `The search for \`${String(args["pattern"])}\``;
    case "request_user_input":
      return "The question";
    case "list_dir":
      return args["path"] === "." ? "Listing this folder" : `Listing \`${String(args["path"])}\``;
    case "clock_sleep":
      return `The wait of ${String(args["seconds"])} s`;
    default:
      return `The call of \`${tool}\``;
  }
}

function folderReport(what: string, output: string): string {
  const entries = output.split("\n").filter((line) => line !== "" && !/^(?:\s|\[)/.test(line));
  return `${what} gave ${plural(entries.length, "entry", "entries")}:\n\n${fenced(output)}`;
}

function shellReport(what: string, output: string): string {
  const code = /exit code:?\s*(-?\d+)/i.exec(output)?.[1];
  const end = code === undefined ? "ended" : `ended with exit code ${code}${code === "0" ? "" : ", which means it failed"}`;
  return `${what} ${end}:\n\n${fenced(output)}`;
}

/** A summary that a rule can make: the title, the first paragraph, the headings. */
function fileReport(what: string, output: string): string {
  const lines = output.split("\n").flatMap((line) => /^\s*\d+(?:\t|: |\| ?)(.*)$/.exec(line)?.[1] ?? []);
  if (lines.length === 0) return `${what} gave:\n\n${fenced(output)}`;
  const text = withoutCode(lines);
  const headings = text.flatMap((line) => /^#{1,3}\s+(.+)$/.exec(line)?.[1] ?? []);
  const paragraph = firstParagraph(text);
  const [title, ...sections] = headings;
  return [
    `${what} gave ${plural(lines.length, "line", "lines")}.`,
    ...(title === undefined ? [] : [`It is titled **${title}**.`]),
    ...(paragraph === "" ? [] : [`It begins: “${paragraph}”`]),
    ...(sections.length === 0 ? [] : [`Its sections: ${sections.slice(0, EXCERPT_LINES).join(" · ")}.`]),
  ].join("\n\n");
}

function firstParagraph(lines: readonly string[]): string {
  const start = lines.findIndex((line) => /^[\p{L}\p{N}"“*_]/u.test(line.trim()));
  if (start === -1) return "";
  const length = lines.slice(start).findIndex((line) => line.trim() === "");
  const paragraph = lines.slice(start, length === -1 ? lines.length : start + length).join(" ");
  return paragraph.length > 400 ? `${paragraph.slice(0, 400)}…` : paragraph;
}

function withoutCode(lines: readonly string[]): string[] {
  let isCode = false;
  return lines.filter((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) {
      isCode = !isCode;
      return false;
    }
    return !isCode;
  });
}

/** Colours of a terminal: no part of what an output says. */
const ANSI = /\u001b\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]/g;

/** The first lines of an output as a code block that nothing in them can end. */
function fenced(output: string): string {
  const lines = output.replace(ANSI, "").trimEnd().split("\n");
  const shown = lines.slice(0, EXCERPT_LINES).join("\n");
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  const rest = lines.length - EXCERPT_LINES;
  return `${fence}\n${shown}\n${fence}${rest > 0 ? `\n\n${plural(rest, "more line is", "more lines are")} in the output above.` : ""}`;
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}
