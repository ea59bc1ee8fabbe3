// A workspace with an app's folder beside it, and the apply_patch tool as the program has it.
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { RunResult } from "../../../../electron/runtime/ports/tool";
import { createApplyPatchTool } from "../../../../electron/adapters/tools/patch/apply-patch";
import { PatchSnapshots } from "../../../../electron/adapters/tools/patch/patch-snapshots";
import { createFileUndo } from "../../../../electron/adapters/tools/patch/undo-patches";
import type { FileUndo } from "../../../../electron/runtime/ports/file-undo";
import { tempFolder } from "../../../support/temp-folder";
import { runTool, type ToolCall } from "../../../support/tool-bench";

export class PatchBench {
  readonly folder = tempFolder();
  readonly cwd = join(this.folder, "work");
  readonly home = join(this.folder, "home");
  readonly snapshots: PatchSnapshots;
  readonly undo: FileUndo;

  /** `files`: by their path in the workspace. */
  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}, maxKeptBytes?: number) {
    this.snapshots = new PatchSnapshots(join(this.home, "snapshots"), maxKeptBytes);
    this.undo = createFileUndo({ snapshots: this.snapshots, home: this.home });
    mkdirSync(this.cwd);
    mkdirSync(this.home);
    for (const [path, content] of Object.entries(files)) this.write(path, content);
  }

  path(name: string): string {
    return join(this.cwd, name);
  }

  write(name: string, content: string | Uint8Array): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), content);
  }

  read(name: string): string {
    return readFileSync(this.path(name), "utf8");
  }

  /** Everything in the workspace: texts of files by their paths, and folders that are empty as null. */
  files(folder = this.cwd): Record<string, string | null> {
    const found: Record<string, string | null> = {};
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      if (entry.isFile()) found[relative(folder, path)] = readFileSync(path, "utf8");
      if (entry.isDirectory() && readdirSync(path).length === 0) found[relative(folder, path)] = null;
    }
    return found;
  }

  mode(name: string): number {
    return statSync(this.path(name)).mode & 0o7777;
  }

  apply(patch: string, call: Omit<Partial<ToolCall>, "args" | "cwd"> = {}): Promise<RunResult> {
    const tool = createApplyPatchTool({ snapshots: this.snapshots, home: this.home });
    return runTool(tool, { ...call, args: { patch }, cwd: this.cwd });
  }
}

export function patch(...lines: readonly string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");
}

export function update(path: string, ...lines: readonly string[]): string {
  return patch(`*** Update File: ${path}`, ...lines);
}
