// Each rule of docs/architecture.md is enforced once; here a breach of each is planted in a small copy of the house and seen refused.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { afterAll } from "vitest";

const root = path.join(import.meta.dirname, "../..");
const house = mkdtempSync(path.join(realpathSync(tmpdir()), "counterfoil-house-"));

/** File → text; `export {}` makes each a module of its own. */
const planted: Record<string, string> = {
  "shared/protocol/reads-disk.ts": 'import { readFileSync } from "node:fs";\nexport const one = readFileSync;\n',
  "electron/runtime/history/reads-disk.ts": 'import { readFileSync } from "node:fs";\nexport const one = readFileSync;\n',
  "electron/runtime/history/names-globals.ts": "export const two = [setTimeout, process, Buffer, console, fetch, document];\n",
  "electron/runtime/history/asks-date.ts": "export const three = Date.now() + Math.random();\n",
  "renderer/items/uses-main.ts": 'import type { Agent } from "../../electron/assembly";\nexport type Four = Agent;\n',
  "electron/assembly.ts": 'import { five } from "../renderer/state/view";\nexport type Agent = typeof five;\n',
  "renderer/state/view.ts": 'import { useState } from "react";\nexport const five = useState;\n',
  "electron/ipc/uses-electron.ts": 'import { app } from "electron";\nexport const six = app;\n',
  "electron/adapters/model/client.ts": "export const seven = 7;\n",
  "electron/adapters/tools/uses-model.ts": 'import { seven } from "../model/client";\nexport const eight = seven;\n',
  "electron/ipc/uses-adapter.ts": 'import { seven } from "../adapters/model/client";\nexport const nine = seven;\n',
  "electron/main.ts": "export const ten = 10;\n",
  "electron/window/uses-main.ts": 'import { ten } from "../main";\nexport const eleven = ten;\n',
  "test/support/fake.ts": "export const twelve = 12;\n",
  "electron/window/uses-test.ts": 'import { twelve } from "../../test/support/fake";\nexport const thirteen = twelve;\n',
  "electron/runtime/turn/high.ts": "export const fourteen = 14;\n",
  "electron/runtime/session.ts": "export const fifteen = 15;\n",
  "electron/runtime/session-manager.ts": "export const sixteen = 16;\n",
  "electron/runtime/async/looks-up.ts": 'import { fourteen } from "../turn/high";\nexport const seventeen = fourteen;\n',
  "electron/runtime/history/looks-up.ts": 'import { fourteen } from "../turn/high";\nexport const eighteen = fourteen;\n',
  "electron/runtime/tools/looks-up.ts": 'import { fourteen } from "../turn/high";\nexport const nineteen = fourteen;\n',
  "electron/runtime/turn/looks-up.ts": 'import { fifteen } from "../session";\nexport const twenty = fifteen;\n',
  "electron/runtime/input/one.ts": 'import { right } from "./other";\nexport const left: number = right;\n',
  "electron/runtime/input/other.ts": 'import { left } from "./one";\nexport const right: number = left;\n',
  "renderer/state/index.ts": 'export { five } from "./view";\n',
  "renderer/items/uses-barrel.ts": 'import { five } from "../state/index";\nexport const twentyOne = five;\n',
  "renderer/items/window-agent.ts": "declare const window: { agent: unknown };\nexport const twentyTwo = window.agent;\n",
  "renderer/items/default-export.ts": "export default 23;\n",
  "electron/ipc/floats.ts": "export async function twentyFour(): Promise<void> {}\nvoid twentyFour();\n",
  "electron/ipc/swallows.ts": "export function twentyFive(): void {\n  try {\n    twentyFive();\n  } catch {}\n}\n",
  "electron/ipc/any.ts": "export const twentySix: any = 26;\n",
};

interface Cruise {
  readonly summary: { readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[] };
}
type Lint = readonly {
  readonly filePath: string;
  readonly messages: readonly { readonly ruleId: string | null; readonly message: string }[];
}[];

function tool(binary: string, args: readonly string[]): string {
  const { stdout, error } = spawnSync(process.execPath, [path.join(root, "node_modules", binary), ...args], {
    cwd: house,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error !== undefined) throw error;
  return stdout;
}

beforeAll(() => {
  const configs = [
    "tsconfig.json",
    "shared/tsconfig.json",
    "electron/tsconfig.json",
    "electron/runtime/tsconfig.json",
    "electron/runtime/globals.d.ts",
  ];
  for (const file of [
    ...configs,
    "renderer/tsconfig.json",
    "test/tsconfig.json",
    "eslint.config.js",
    ".dependency-cruiser.cjs",
    "package.json",
  ]) {
    cpSync(path.join(root, file), path.join(house, file));
  }
  symlinkSync(path.join(root, "node_modules"), path.join(house, "node_modules"), "junction");
  for (const [file, text] of Object.entries(planted)) {
    mkdirSync(path.dirname(path.join(house, file)), { recursive: true });
    writeFileSync(path.join(house, file), text);
  }
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

test("imports: a breach of each rule is refused by name", () => {
  const args = ["--config", ".dependency-cruiser.cjs", "--output-type", "json", "shared", "electron", "renderer", "test"];
  const { summary } = JSON.parse(tool("dependency-cruiser/bin/dependency-cruise.mjs", args)) as Cruise;
  const refused = summary.violations.map(({ from, rule }) => `${rule.name} ${from}`);
  expect(refused).toEqual(
    expect.arrayContaining([
      "R1-shared shared/protocol/reads-disk.ts",
      "R2-runtime electron/runtime/history/reads-disk.ts",
      "R5-renderer-electron renderer/items/uses-main.ts",
      "R5-electron-renderer electron/assembly.ts",
      "R6-electron-module electron/ipc/uses-electron.ts",
      "R7-adapter-folders electron/adapters/tools/uses-model.ts",
      "R7-adapters-from-roots electron/ipc/uses-adapter.ts",
      "R8-roots electron/window/uses-main.ts",
      "R8-tests electron/window/uses-test.ts",
      "R9-floor electron/runtime/async/looks-up.ts",
      "R9-history-input electron/runtime/history/looks-up.ts",
      "R9-tools electron/runtime/tools/looks-up.ts",
      "R9-turn electron/runtime/turn/looks-up.ts",
      "R11-state renderer/state/view.ts",
      "R12-cycles electron/runtime/input/one.ts",
      "R12-barrels renderer/items/uses-barrel.ts",
    ]),
  );
});

test("R3: the runtime's own project knows no timer, process, buffer, console, fetch or document", () => {
  const output = tool("typescript/bin/tsc", ["-p", "electron/runtime"]);
  for (const name of ["setTimeout", "process", "Buffer", "console", "fetch", "document"]) {
    expect(output).toContain(`Cannot find name '${name}'`);
  }
});

describe("names and habits", () => {
  let lint: Lint = [];
  beforeAll(() => {
    lint = JSON.parse(tool("eslint/bin/eslint.js", ["--format", "json", "electron", "renderer", "shared"])) as Lint;
  }, 120_000);

  const messagesOf = (file: string): string =>
    (lint.find(({ filePath }) => filePath.endsWith(file))?.messages ?? [])
      .map(({ ruleId, message }) => `${ruleId}: ${message}`)
      .join("\n");

  test.each([
    ["electron/runtime/history/asks-date.ts", "R4: time comes from the Clock port"],
    ["electron/runtime/history/asks-date.ts", "R4: chance comes from a port"],
    ["renderer/items/window-agent.ts", "R10"],
    ["renderer/items/default-export.ts", "R12"],
    ["electron/ipc/floats.ts", "no-floating-promises"],
    ["electron/ipc/swallows.ts", "An empty catch hides a failure"],
    ["electron/ipc/any.ts", "no-explicit-any"],
  ])("%s is refused: %s", (file, reason) => {
    expect(messagesOf(file)).toContain(reason);
  });
});
