// Every phase that a turn can be in (I14): how a server, a command or a hook holds it there, and how that is seen from outside.
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { startTurn, turnEnd } from "../support/black-box";
import { gate } from "../support/gate";
import type { HeadlessProgram } from "../support/headless-program";
import { call, completed, created, message, messageAdded, textDelta } from "../support/provider-events";
import { asksForSummary, cut, hang, refusal, reply, replyWith, type RecordedRequest, type Step } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";

export interface Phase {
  readonly settings?: object;
  /** What the model answers until it is asked to finish; of a list, the last one again and again. */
  readonly steps: readonly Step[];
  /** What it answers when it is asked for a summary. */
  readonly summary?: Step;
  /** Commands are asked for first. */
  readonly asksFirst?: boolean;
  /** The turn is a compaction that the person asks for. */
  readonly isCompaction?: boolean;
  /** Resolves once the turn is in the phase. */
  readonly isThere: (program: HeadlessProgram, turnId: string) => Promise<unknown>;
  /** Processes have to be ended: 2 s instead of 200 ms. */
  readonly hasProcesses?: boolean;
  /** What the person said has not reached the model yet: it goes back into the queue. */
  readonly holdsInput?: boolean;
}

const yes: Step = reply(created(), message("Yes."), completed());
const TREE = "(trap '' TERM; setsid sleep 4717) & sleep 4717 & trap '' TERM; echo ready; sleep 4717; sleep 4717";
const of =
  (method: string, has = "") =>
  (program: HeadlessProgram, turnId: string) =>
    program.hear(
      (heard) => heard.method === method && heard.params?.["turnId"] === turnId && JSON.stringify(heard.params).includes(has),
    );

function phases(): Record<string, Phase> {
  const headers = gate();
  const text = gate();
  const summary = gate();
  const newContext = gate();
  return {
    "before the headers": { steps: [replyWith({ beforeHeaders: headers }, created())], isThere: () => headers.reached },
    "behind the headers": { steps: [reply(created(), text, hang)], isThere: () => text.reached },
    "in the text": {
      steps: [reply(created(), messageAdded("m"), textDelta("m", "Half"), hang)],
      isThere: of("item/agentMessage/delta"),
    },
    "in a sleep while the stream goes on": {
      steps: [reply(created(), call("s", "clock.sleep", { seconds: 3600 }), hang)],
      isThere: of("item/running"),
    },
    "in the drain of a sleep": {
      steps: [reply(created(), call("s", "clock.sleep", { seconds: 3600 }), completed())],
      isThere: of("item/running"),
    },
    "in a command with a tree of processes": {
      steps: [reply(created(), call("c", "shell", { command: TREE }), completed())],
      isThere: of("item/commandExecution/outputDelta", "ready"),
      hasProcesses: true,
    },
    "while a call waits for the one before": {
      steps: [reply(created(), call("c", "shell", { command: TREE }), call("s", "clock.sleep", { seconds: 3600 }), completed())],
      isThere: of("item/commandExecution/outputDelta", "ready"),
      hasProcesses: true,
    },
    "while a question is open": {
      steps: [reply(created(), call("c", "shell", { command: "sleep 4717" }), call("l", "list_dir", { path: "." }), completed())],
      asksFirst: true,
      isThere: of("item/commandExecution/requestApproval"),
    },
    "in the back-off": { steps: [refusal(500, "no"), reply(created(), messageAdded("m"), cut)], isThere: of("error") },
    "in the wait that a limit asks for": {
      steps: [refusal(429, { error: { message: "slow down" } }, { "retry-after": "30" })],
      isThere: of("error"),
    },
    "in a compaction before its headers": {
      steps: [yes],
      summary: replyWith({ beforeHeaders: summary }, created()),
      isCompaction: true,
      isThere: () => summary.reached,
    },
    "in the text of a compaction": {
      steps: [yes],
      summary: reply(created(), messageAdded("m"), textDelta("m", "What"), summary, hang),
      isCompaction: true,
      isThere: () => summary.reached,
    },
    "in the back-off of a compaction": {
      steps: [yes],
      summary: reply(created(), messageAdded("m"), cut),
      isCompaction: true,
      isThere: of("error"),
    },
    "in a compaction that the model asked for": {
      steps: [reply(created(), call("n", "new_context", {}), completed())],
      summary: reply(created(), messageAdded("m"), newContext, hang),
      isThere: () => newContext.reached,
    },
  };
}

/** A hook that never ends and has forked, and when it has. */
function hangingHook(event: string, folder: string): Phase {
  const fifo = path.join(folder, event);
  execFileSync("mkfifo", [fifo]);
  const command = `(trap '' TERM; setsid sleep 4718) & trap '' TERM; echo on > ${fifo}; sleep 4718; sleep 4718`;
  return {
    settings: { hooks: { [event]: [{ command }] } },
    steps: [reply(created(), call("l", "list_dir", { path: "." }), completed()), yes],
    isThere: () => readFile(fifo),
    hasProcesses: true,
    holdsInput: event === "userPromptSubmit",
  };
}

const HOOKS = ["userPromptSubmit", "preToolUse", "postToolUse", "stop", "afterTurn"];
const hookName = (event: string): string => `in a hanging hook: ${event}`;

export const PHASES: readonly string[] = [...Object.keys(phases()), ...HOOKS.map(hookName)];

/** One that can be played once; `folder`: of its own. */
export function phaseOf(name: string, folder: string): Phase {
  const event = HOOKS.find((hook) => hookName(hook) === name);
  const phase = event === undefined ? phases()[name] : hangingHook(event, folder);
  if (phase === undefined) throw new Error(`no phase ${name}`);
  return phase;
}

/** What a server answers while the turn goes into the phase; "finish", said last, is always answered well. */
export function playPhase({ steps, summary }: Phase): (request: RecordedRequest) => Step {
  let at = -1;
  return (request) => {
    if (JSON.stringify(request.input.at(-1)).includes("finish")) return yes;
    if (asksForSummary(request) && summary !== undefined) return summary;
    at = Math.min(at + 1, steps.length - 1);
    return steps[at] ?? yes;
  };
}

/** A new thread for a turn that goes into the phase; its id. */
export async function threadFor({ asksFirst = false }: Phase, program: HeadlessProgram): Promise<string> {
  const approvalPolicy = asksFirst ? "always" : "never";
  const { thread } = await program.ask("thread/start", { cwd: tempFolder(), approvalPolicy });
  return (thread as { id: string }).id;
}

/** Begins a turn and goes with it into the phase; the turn's id. */
export async function enter(phase: Phase, program: HeadlessProgram, threadId: string): Promise<string> {
  if (phase.isCompaction) await turnEnd(program, await startTurn(program, threadId, "finish"));
  const turnId = phase.isCompaction
    ? ((await program.ask("thread/compact/start", { threadId }))["turn"] as { id: string }).id
    : await startTurn(program, threadId, "go");
  await phase.isThere(program, turnId);
  return turnId;
}
