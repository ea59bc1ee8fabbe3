// The apply_patch tool: plans a patch, keeps what the files were, writes them, and says what was changed.
import { randomUUID } from "node:crypto";
import type { FileChange } from "../../../../shared/protocol/turn-item";
import { ApplyPatchArguments, checkArguments } from "../../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../../shared/protocol/tool-schema";
import { ModelVisibleError } from "../../../runtime/errors";
import type { Prepared, RunContext, RunResult, Tool } from "../../../runtime/ports/tool";
import { describeIgnored } from "../describe-ignored";
import { abortedWithoutEffects } from "../elapsed";
import { WorkspaceFolders } from "../workspace-folders";
import { readTarget } from "../workspace-target";
import { parsePatch, type PatchStep } from "./parse-patch";
import { PATCH_GRAMMAR, PATCH_WORDS } from "./patch-grammar";
import type { PatchSnapshots, Snapshot } from "./patch-snapshots";
import { planPatch, type PatchPlan } from "./plan-patch";
import { WriteFailed, writeFiles } from "./write-files";

export interface ApplyPatchParts {
  readonly snapshots: PatchSnapshots;
  /** The app's own folder. */
  readonly home: string;
}

/** protocol.md §7 `apply_patch`. */
export function createApplyPatchTool(parts: ApplyPatchParts): Tool {
  return {
    spec: {
      name: "apply_patch",
      description: PATCH_WORDS,
      get parameters() {
        return toJSONSchema(ApplyPatchArguments);
      },
      freeText: { argument: "patch", grammar: PATCH_GRAMMAR },
    },
    gate: "exclusive",
    changesWorld: true,
    // Once it writes it goes on to the end, which is near; its result must not be lost.
    graceMs: 10_000,
    prepare: (value, place) => prepare(value, { ...place, ...parts }),
  };
}

function prepare(value: unknown, place: ApplyPatchParts & { readonly cwd: string }): Prepared {
  const checked = checkArguments(ApplyPatchArguments, value);
  if (!checked.ok) return checked;
  const patch = parsePatch(checked.args.patch);
  if (!patch.ok)
    return { ok: false, detail: `the patch cannot be read, and no file was changed: ${patch.detail}`, verbatim: true };
  const { steps } = patch;
  return {
    ok: true,
    run: {
      notes: describeIgnored(checked.ignored),
      subject: { kind: "fileChange", changes: steps.map((step) => wishedChange(step, place.cwd)), cwd: place.cwd },
      lastsMs: null,
      run: (context, signal) => run(steps, { ...place, context }, signal),
    },
  };
}

/** What the patch says, before anybody has looked at the files. */
function wishedChange(step: PatchStep, cwd: string): FileChange {
  const path = shownPath(step.path, cwd);
  if (step.kind === "delete") return { path, kind: "delete", diff: "" };
  if (step.kind === "add") return { path, kind: "add", diff: step.lines.map((line) => `${line}\n`).join("") };
  const diff = step.hunks.flatMap(({ contexts, lines }) => [
    ["@@", ...contexts].join(" "),
    ...lines.map(({ kind, text }) => SIGNS[kind] + text),
  ]);
  const move = step.movePath === null ? {} : { movePath: shownPath(step.movePath, cwd) };
  return { path, kind: "update", diff: diff.join("\n"), ...move };
}

const SIGNS = { context: " ", removed: "-", added: "+" } as const;

/** One file, one name, so that what is allowed for the session is known again; what is refused anyway stays as it was written. */
function shownPath(path: string, cwd: string): string {
  const target = readTarget(path, { roots: [cwd], isWindows: process.platform === "win32" });
  return target.ok ? target.shown : path;
}

interface PatchRun extends ApplyPatchParts {
  readonly cwd: string;
  readonly context: RunContext;
}

async function run(steps: readonly PatchStep[], place: PatchRun, signal: AbortSignal): Promise<RunResult> {
  try {
    const { realCwd } = place.context;
    const folders = await WorkspaceFolders.open({ cwd: place.cwd, realCwd }, place.home);
    try {
      const plan = await planPatch(steps, folders, place.cwd);
      if (signal.aborted) return abortedWithoutEffects(place.context);
      if (plan.files.length > 0) await write(plan, folders, place);
      return { status: "completed", output: summary(plan), changes: [...plan.changes] };
    } finally {
      await folders.close();
    }
  } catch (error) {
    if (!(error instanceof ModelVisibleError)) throw error;
    const state = error instanceof WriteFailed ? "" : "\nNo file was changed.";
    return { status: "failed", output: `The patch was not applied: ${error.message}${state}` };
  }
}

async function write(plan: PatchPlan, folders: WorkspaceFolders, { snapshots, context }: PatchRun): Promise<void> {
  const draftId = randomUUID();
  const kept: Snapshot = await snapshots.keep(context, { cwd: folders.realPath, draftId, plan });
  try {
    await writeFiles(plan.files, { folders, draftId });
  } catch (error) {
    // What could not be put back by us, the person can still undo.
    if (error instanceof WriteFailed && error.left.length === 0) await snapshots.drop([kept]);
    throw error;
  }
}

/** As Codex says it. */
function summary({ files, changes }: PatchPlan): string {
  if (changes.length === 0) return "Success. The files are as the patch wants them already; nothing was changed.";
  const rows = (["add", "update", "delete"] as const).flatMap((kind) =>
    changes.filter((change) => change.kind === kind).map(({ path, movePath }) => `${LETTERS[kind]} ${movePath ?? path}`),
  );
  const linked = files.filter(({ before, after }) => before.kind === "file" && before.links > 1 && after.kind === "file");
  const notes = linked.map(({ shown }) => `${shown} had other names (hard links); they keep the old text.`);
  return ["Success. Updated the following files:", ...rows, ...notes].join("\n");
}

const LETTERS = { add: "A", update: "M", delete: "D" } as const;
