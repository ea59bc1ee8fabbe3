// What the model and the person read about a command that has ended. Apart from running it: these are the fixed texts of protocol.md §7.
import { accessSync, constants } from "node:fs";
import { dirname } from "node:path";
import { assertNever } from "../../runtime/errors";
import type { RunResult } from "../../runtime/ports/tool";
import { isWithin } from "../is-within";
import type { KeptOutput } from "./command-output";
import { setupFault } from "./sandbox/bubblewrap-fault";
import { type Confines } from "./sandbox/confines";
import { findRefusal } from "./sandbox/refusal";
import type { Confinement } from "./sandbox/sandbox";
import type { ShellExit } from "./shell-process";
import type { TreeEnd } from "./tree-end";

/** How a run ended. `backgroundCount`: processes that the command left running. */
export type RunEnd =
  | { readonly how: "exited"; readonly exit: ShellExit; readonly backgroundCount: number }
  | { readonly how: "timedOut" | "aborted"; readonly tree: TreeEnd };

export interface EndedRun {
  readonly end: RunEnd;
  readonly kept: KeptOutput;
  readonly confinement: Confinement;
  readonly command: string;
  /** Since its start. */
  readonly seconds: string;
}

export function describeEnd({ end, kept, confinement, command, seconds }: EndedRun): RunResult {
  const facts = { outputBytes: kept.totalBytes, ...(kept.file === undefined ? {} : { outputFile: kept.file }) };
  const outcome = sandboxOutcome(end, kept, confinement);
  const notes = ownTemporary(command, confinement);
  const common = { ...facts, ...outcome.facts, ...(notes.length === 0 ? {} : { notes }) };
  switch (end.how) {
    case "exited":
      return {
        status: end.exit.code === 0 ? "completed" : "failed",
        output: [
          ...describeExit(end.exit),
          `Wall time: ${seconds} seconds`,
          ...describeBackground(end.backgroundCount),
          ...kept.notes,
          ...outcome.words,
          `Output:\n${kept.text}`,
        ].join("\n"),
        exitCode: end.exit.code,
        ...common,
      };
    case "timedOut":
      return {
        status: "failed",
        output: [`timed out after ${seconds}s`, ...describeSurvivors(end.tree), ...kept.notes, kept.text].join("\n"),
        exitCode: null,
        ...common,
      };
    case "aborted":
      return {
        status: "aborted",
        output: [
          `aborted by user after ${seconds}s; effects may stand`,
          ...describeSurvivors(end.tree),
          ...kept.notes,
          kept.text,
        ].join("\n"),
        exitCode: null,
        ...common,
      };
    default:
      return assertNever(end);
  }
}

const NAMES_TMP = /(^|[\s'"`=:(<>&|;{,])\/tmp(?![\w.-])/;

/** Of a command that names /tmp, where that is not the machine's: the person would look for what it has left there in vain. */
function ownTemporary(command: string, confinement: Confinement): string[] {
  if (confinement.type === "open" || !confinement.isContained || !NAMES_TMP.test(command)) return [];
  return isWithin(confinement.confines.workspace, "/tmp")
    ? []
    : ["/tmp was the sandbox's own: other programs do not see what is there"];
}

/** What the sandbox has to do with the end: facts for the card, words for the model. */
interface SandboxOutcome {
  readonly facts: Pick<RunResult, "sandboxed" | "sandboxNote">;
  readonly words: readonly string[];
}

function sandboxOutcome(end: RunEnd, kept: KeptOutput, confinement: Confinement): SandboxOutcome {
  if (confinement.type === "open") {
    const { note } = confinement;
    return { facts: { sandboxed: false, ...(note === null ? {} : { sandboxNote: note }) }, words: [] };
  }
  if (end.how !== "exited") return { facts: { sandboxed: true }, words: [] };
  const { code } = end.exit;
  const fault = setupFault(code, kept.text);
  if (fault !== null) {
    const note = `the sandbox could not be set up, so the command did not run: ${fault}`;
    return { facts: { sandboxed: true, sandboxNote: note }, words: [`Sandbox: ${note}. ${OUTSIDE}`] };
  }
  const { confines, temporary } = confinement;
  const refused = findRefusal({ exitCode: code, output: kept.text, confines, temporary, mayReach });
  if (refused === null) return { facts: { sandboxed: true }, words: [] };
  const words = `Sandbox: it seems to have refused ${refused}. ${describeLimits(confines, temporary)} ${OUTSIDE}`;
  return { facts: { sandboxed: true, sandboxNote: `it seems to have refused ${refused}` }, words: [words] };
}

const OUTSIDE =
  "If the command needs more, call it again with outsideSandbox: true and a justification: then the person is asked whether it may run without the sandbox.";

function describeLimits({ writable, hasNetwork }: Confines, temporary: readonly string[]): string {
  return `It allows writing to ${[...writable, ...temporary].join(" and ")}, ${hasNetwork ? "and the network" : "and no network"}.`;
}

/** What is not there would be made in its folder. */
function mayReach(path: string): boolean {
  return [path, dirname(path)].some((place) => {
    try {
      accessSync(place, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function describeExit({ code, signal }: ShellExit): string[] {
  return [code === null ? `Exit code: none (signal ${signal ?? "unknown"})` : `Exit code: ${code}`];
}

function describeBackground(count: number): string[] {
  return count === 0
    ? []
    : [`Background: ${count} ${count === 1 ? "process runs" : "processes run"} on and will be ended when the turn ends`];
}

function describeSurvivors({ survivors }: TreeEnd): string[] {
  return survivors.length === 0 ? [] : [`could not be ended: process ${survivors.join(", ")}`];
}
