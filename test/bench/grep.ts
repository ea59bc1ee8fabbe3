// Our own search beside ripgrep, in turns over the same 50 000 files, as the tool itself is called. The files lie in the system's temporary folder and
// are gone afterwards.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createGrepTool } from "../../electron/adapters/tools/grep";
import { findRipgrep } from "../../electron/adapters/tools/rg-search";
import type { Tool } from "../../electron/runtime/ports/tool";
import { runTool } from "../support/tool-bench";
import { median, spread, type Row } from "./table";
import { tempFolder } from "./with-program";

const FILES = 50_000;
const IN_FOLDER = 100;
const LINES = 60;
const ROUNDS = 5;
const WORDS = [
  "const",
  "let",
  "function",
  "return",
  "value",
  "index",
  "array",
  "import",
  "export",
  "class",
  "while",
  "for",
  "if",
  "else",
];
/** A text that is rare, one that is not, a pattern with a choice, one that ignores case. */
const PATTERNS = ["needle here", "item99\\w* = 4999\\d;", "(while|until) (needle|item12) ", "(?i)NEEDLE"];

export async function grep(): Promise<Row[]> {
  const program = findRipgrep(process.env);
  if (program === null)
    return [{ what: "grep: ripgrep is not installed, nothing to compare with", ours: "–", aim: "–", codex: "–" }];
  const cwd = manyFiles();
  const parts = { environment: process.env, workerFile: path.resolve("dist/search-worker.cjs") };
  const own = createGrepTool({ ...parts, ripgrep: () => null });
  const rg = createGrepTool({ ...parts, ripgrep: () => program });
  const rows: Row[] = [];
  for (const pattern of PATTERNS) {
    const times = { own: [] as number[], rg: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      const [one, other] = [await timed(rg, pattern, cwd), await timed(own, pattern, cwd)];
      if (one.output !== other.output) throw new Error(`two answers for ${pattern}`);
      times.rg.push(one.ms);
      times.own.push(other.ms);
    }
    rows.push(
      {
        what: `grep ${pattern.replaceAll("|", "\\|")} over ${FILES} files: our own search`,
        ours: spread(times.own, "ms"),
        aim: "–",
        codex: "–",
      },
      { what: "… by ripgrep, in turns with it", ours: spread(times.rg, "ms"), aim: "–", codex: "–" },
      { what: "… the one over the other", ours: (median(times.own) / median(times.rg)).toFixed(2), aim: "≤ 5", codex: "–" },
    );
  }
  return rows;
}

async function timed(tool: Tool, pattern: string, cwd: string): Promise<{ readonly ms: number; readonly output: string }> {
  const at = performance.now();
  const { output } = await runTool(tool, { args: { pattern, limit: 1000 }, cwd });
  return { ms: performance.now() - at, output };
}

function manyFiles(): string {
  const root = tempFolder();
  writeFileSync(path.join(root, ".gitignore"), "*.log\nbuild/\nnode_modules\n/d24/s24/\n");
  for (let count = 0; count < FILES; count += IN_FOLDER) {
    const number = count / IN_FOLDER;
    const folder = path.join(root, `d${number % 25}`, `s${number}`);
    mkdirSync(folder, { recursive: true });
    for (let file = 0; file < IN_FOLDER; file += 1) writeFileSync(path.join(folder, `file${file}.ts`), text(count + file));
  }
  return root;
}

function text(number: number): string {
  const word = (at: number): string => WORDS[at % WORDS.length] ?? "";
  const lines = Array.from({ length: LINES }, (_, line) => {
    const value = `item${(number * line) % 997} = ${number + line};`;
    return `${word(number * 7 + line)} ${word(number + line * 3)} ${value}\n`;
  });
  return lines.join("") + (number % 500 === 0 ? "needle here\n" : "");
}
