// Wishes about files, as the demo reads them: write, add to, delete, search, look at an image. Apart from the others only for their number.
import type { Reading } from "./demo-wish";

const NAME = "[`\"']?([^\\s`\"']+)[`\"']?";

export const FILE_WISHES: readonly ((part: string) => Reading | null)[] = [write, add, remove, search, image];

/** `write notes.txt saying hello`. */
function write(part: string): Reading | null {
  const form = new RegExp(
    `^(?:please\\s+)?(?:write|create|make)\\s+(?:a\\s+|the\\s+)?(?:file\\s+)?${NAME}\\s+(?:saying|with|containing)\\s+(.+)$`,
    "is",
  );
  const [, path, text] = form.exec(part) ?? [];
  if (path === undefined || text === undefined || !path.includes(".")) return null;
  const added = text.split("\n").map((line) => `+${line}`);
  return patch(`Write ${path}`, `I write ${path}.`, [`*** Add File: ${path}`, ...added]);
}

/** `add the line see below to README.md`. */
function add(part: string): Reading | null {
  const [, text, path] = new RegExp(`^(?:please\\s+)?add\\s+(?:the\\s+)?line\\s+(.+)\\s+to\\s+${NAME}$`, "is").exec(part) ?? [];
  if (path === undefined || text === undefined) return null;
  const line = text.replace(/^(["'`])(.*)\1$/s, "$2");
  return patch(`Add to ${path}`, `I add a line to ${path}.`, [`*** Update File: ${path}`, "@@", `+${line}`, "*** End of File"]);
}

function remove(part: string): Reading | null {
  const path = new RegExp(`^(?:please\\s+)?(?:delete|remove)\\s+(?:the\\s+)?file\\s+${NAME}$`, "i").exec(part)?.[1];
  return path === undefined ? null : patch(`Delete ${path}`, `I delete ${path}.`, [`*** Delete File: ${path}`]);
}

function search(part: string): Reading | null {
  const form = /^(?:please\s+)?(?:search|grep|look)\s+for\s+(?:[`"'](.+?)[`"']|(\S+))(?:\s+in\s+[`"']?([^\s`"']+))?/i;
  const [, quoted, plain, named] = form.exec(part) ?? [];
  const pattern = quoted ?? plain;
  if (pattern === undefined) return null;
  const path = named === undefined || /^(?:this|here|the|my)$/i.test(named) ? {} : { path: named };
  const plan = `I search for “${pattern}”.`;
  return { type: "work", title: `Search for ${pattern}`, plan, calls: [{ tool: "grep", args: { pattern, ...path } }] };
}

function image(part: string): Reading | null {
  const form = new RegExp(
    `^(?:please\\s+)?(?:look at|show|view|open)\\s+(?:me\\s+)?(?:the\\s+)?(?:image\\s+|picture\\s+)?${NAME}$`,
    "i",
  );
  const path = form.exec(part)?.[1];
  if (path === undefined || !/\.(?:png|jpe?g|gif|webp)$/i.test(path)) return null;
  return { type: "work", title: `Look at ${path}`, plan: `I look at ${path}.`, calls: [{ tool: "view_image", args: { path } }] };
}

function patch(title: string, plan: string, lines: readonly string[]): Reading {
  const text = ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
  return { type: "work", title, plan, calls: [{ tool: "apply_patch", args: { patch: text } }] };
}
