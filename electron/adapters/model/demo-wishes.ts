// What the demo makes of a person's words: small wishes, each a few tool calls or a text. Pure; no model is behind it.

import { FILE_WISHES } from "./demo-file-wishes";
import type { Reading } from "./demo-wish";

/** `asked`: the person's words for it. Of mail and hooks nothing is carried out: the demo says what it was told. */
export type Wish =
  | (Reading & { readonly asked: string })
  | { readonly type: "mail"; readonly from: string; readonly text: string }
  | { readonly type: "hook"; readonly text: string };

const MOST_WORDS = 200_000;

/** One wish per part of the text; parts are joined by "then". A `; then` inside a command is left alone. */
export function wishesOf(text: string): Wish[] {
  const parts = text
    .split(/(?<!;)[\s,.]+(?:and\s+)?then\b[\s,:]*/i)
    .map((part) => part.trim())
    .filter((part) => part !== "");
  return parts.map((asked) => ({ ...readingOf(asked), asked }));
}

/** The first that fits; the order matters, a command may hold any words. */
function readingOf(part: string): Reading {
  for (const read of [
    command,
    ...FILE_WISHES,
    question,
    plan,
    newContext,
    threeAtOnce,
    wait,
    time,
    words,
    markdown,
    file,
    folder,
  ]) {
    const reading = read(part);
    if (reading !== null) return reading;
  }
  return { type: "unknown" };
}

function command(part: string): Reading | null {
  const quoted = /^(?:(?:please|now|can you|could you)\s+)*(?:(?:run|execute)\s+(?:the\s+command\s+)?)?`([^`]+)`[.!?]?$/i.exec(
    part,
  )?.[1];
  if (quoted !== undefined) return shell(quoted);
  if (/\brun\s+(?:(?:all|the|my|our)\s+)*tests?\b/i.test(part)) return shell("npm test", "Run the tests");
  const plain = /^(?:(?:please|now|can you|could you)\s+)*(?:run|execute)\s+(.+)$/is.exec(part)?.[1];
  if (plain === undefined) return null;
  const outside = /^(.+?)\s+outside (?:of )?the sandbox[.!?]?$/is.exec(plain)?.[1];
  if (outside === undefined) return shell(plain.replace(/(?<=\w)[.!?]$/, ""));
  const line = outside.replace(/^`(.*)`$/s, "$1");
  return {
    type: "work",
    title: `Run \`${line}\` outside the sandbox`,
    plan: `I ask to run \`${line}\` outside the sandbox.`,
    calls: [{ tool: "shell", args: { command: line, outsideSandbox: true, justification: "You asked for it in these words." } }],
  };
}

/** `ask me which port: 80 or 443`. */
function question(part: string): Reading | null {
  const [, asked = "", choices = ""] = /^(?:please\s+)?ask me\s+(.+?)(?::\s*(.+?))?[.!?]?$/is.exec(part) ?? [];
  if (asked === "") return null;
  const labels = choices.split(/\s*,\s*|\s+or\s+/i).filter((label) => label !== "");
  const options = labels.length === 0 ? {} : { options: labels.map((label) => ({ label })) };
  const questions = [{ id: "answer", question: `${asked.charAt(0).toUpperCase()}${asked.slice(1)}?`, ...options }];
  return {
    type: "work",
    title: "A question",
    plan: "I have a question first.",
    calls: [{ tool: "request_user_input", args: { questions } }],
  };
}

/** `plan: look, change, test`. */
function plan(part: string): Reading | null {
  const listed = /^(?:make a\s+)?plan(?:\s+(?:to|for))?\s*:?\s+(.+?)[.!?]?$/is.exec(part)?.[1];
  if (listed === undefined) return null;
  const texts = listed.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i).filter((text) => text !== "");
  const steps = texts.map((text, at) => ({ text, status: at === 0 ? "inProgress" : "pending" }));
  return { type: "work", title: "A plan", plan: "I write the plan down.", calls: [{ tool: "update_plan", args: { steps } }] };
}

function shell(line: string, title = `Run \`${line}\``): Reading {
  return { type: "work", title, plan: `I run \`${line}\` in this folder.`, calls: [{ tool: "shell", args: { command: line } }] };
}

function newContext(part: string): Reading | null {
  const isWanted = /^(?:please\s+)?compact\b|\b(?:start|begin|open)\s+(?:a\s+)?(?:new|fresh)\s+(?:context|window)\b/i.test(part);
  if (!isWanted) return null;
  return { type: "work", title: "A new context", plan: "I ask for a new context.", calls: [{ tool: "new_context", args: {} }] };
}

function threeAtOnce(part: string): Reading | null {
  if (!/\b(?:three|3)\s+things\b/i.test(part)) return null;
  return {
    type: "work",
    title: "Three things at once",
    plan: "I list the folder, read README.md and run a command, all three at once.",
    calls: [
      { tool: "list_dir", args: { path: "." } },
      { tool: "read_file", args: { path: "README.md" } },
      { tool: "shell", args: { command: "echo three things at once" } },
    ],
  };
}

const NUMBER_WORDS: readonly string[] = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const UNIT_SECONDS: readonly (readonly [RegExp, number])[] = [
  [/^m(?:illi)?s(?:ec(?:ond)?s?)?$/i, 0.001],
  [/^m(?:in(?:ute)?s?)?$/i, 60],
  [/^h(?:r|our)?s?$/i, 3600],
];

function wait(part: string): Reading | null {
  const found = /\b(?:wait|sleep|pause)\b(?:\s+(?:for|about))*\s+(\d+(?:\.\d+)?|[a-z]+)\s*([a-z]*)/i.exec(part);
  const [, count = "", unit = ""] = found ?? [];
  const unitSeconds = UNIT_SECONDS.find(([pattern]) => pattern.test(unit))?.[1] ?? 1;
  const seconds = numberOf(count.toLowerCase()) * unitSeconds;
  if (Number.isNaN(seconds)) return null;
  const title = `Wait ${seconds} s`;
  return { type: "work", title, plan: `I wait ${seconds} seconds.`, calls: [{ tool: "clock_sleep", args: { seconds } }] };
}

function numberOf(word: string): number {
  if (word === "a" || word === "an") return 1;
  const at = NUMBER_WORDS.indexOf(word);
  return at === -1 ? Number.parseFloat(word) : at;
}

function time(part: string): Reading | null {
  if (!/\bwhat(?:'s|\s+is)?\s+(?:the\s+)?(?:current\s+)?time\b|\bcurrent time\b/i.test(part)) return null;
  return { type: "work", title: "The time", plan: "I look at the clock.", calls: [{ tool: "clock_current_time", args: {} }] };
}

function words(part: string): Reading | null {
  const count = /\bsay\s+(\d[\d,_]*)\s+words?\b/i.exec(part)?.[1];
  return count === undefined ? null : { type: "words", count: Math.min(Number(count.replace(/[,_]/g, "")), MOST_WORDS) };
}

function markdown(part: string): Reading | null {
  return /\b(?:show|give|write)\b.*\bmarkdown\b/i.test(part) ? { type: "markdown" } : null;
}

function file(part: string): Reading | null {
  const path = /\b(?:read|open|summari[sz]e|cat|show)\s+(?:me\s+)?(?:the\s+)?(?:file\s+)?(?:[`"']([^`"']+)[`"']|(\S+))/i.exec(
    part,
  );
  const [, quoted, plain = ""] = path ?? [];
  const name = quoted ?? plain.replace(/[.,;:!?]+$/, "");
  if (quoted === undefined && !/[\w-]\.\w|[/\\]|^[A-Z]{4,}$|^(?:Make|Docker)file$/.test(name)) return null;
  return { type: "work", title: `Read ${name}`, plan: `I read ${name}.`, calls: [{ tool: "read_file", args: { path: name } }] };
}

function folder(part: string): Reading | null {
  if (!/^ls\b|\b(?:list|show|what)\b.*\b(?:files?|folders?|directory|entries|here)\b/i.test(part)) return null;
  const named = /\b(?:in|of|under)\s+(?:the\s+)?(?:(?:folder|directory)\s+)?[`"']?([\w./\\~-]+)/i
    .exec(part)?.[1]
    ?.replace(/(?<=\w)\.$/, "");
  const path = named === undefined || /^(?:this|here|the|my|current|it|folder|directory)$/i.test(named) ? "." : named;
  const plan = path === "." ? "I look at what is in this folder." : `I look at what is in ${path}.`;
  return {
    type: "work",
    title: `List ${path === "." ? "this folder" : path}`,
    plan,
    calls: [{ tool: "list_dir", args: { path } }],
  };
}
