// What one Turn works with, on fakes and without a session: lines go straight into memory and are kept. For tests of what a Turn is made of.
import type { ThreadEvent } from "../../shared/protocol/event";
import { InputId, ThreadId, TurnId } from "../../shared/protocol/ids";
import type { LineBody } from "../../shared/protocol/rollout-line";
import { ItemProjection } from "../../electron/runtime/history/item-projection";
import { Transcript } from "../../electron/runtime/history/transcript";
import { InputQueue, type AcceptedInput } from "../../electron/runtime/input/input-queue";
import { Mailbox } from "../../electron/runtime/input/mailbox";
import { RunningCalls } from "../../electron/runtime/tools/running-calls";
import { ToolRegistry } from "../../electron/runtime/tools/tool-registry";
import { RefusedParts } from "../../electron/runtime/turn/refused-parts";
import { TimeReminder } from "../../electron/runtime/turn/time-reminder";
import type { TurnScope } from "../../electron/runtime/turn/turn-scope";
import { FakeClock } from "./fake-clock";
import { stamped } from "./lines";
import { ScriptedClient } from "./scripted-client";
import { testPermissions, ScriptedApprovals, countingIds, noWorkspaceContext, testSettings } from "./test-session";

export interface TestTurn {
  readonly turn: TurnScope;
  /** What the turn has recorded, in order; what `given` put there is not among it. */
  readonly lines: LineBody[];
  readonly events: ThreadEvent[];
  readonly clock: FakeClock;
  readonly stop: AbortController;
  /** Puts lines into the thread as if they had been recorded before. */
  given(...lines: readonly LineBody[]): void;
}

export function testTurn(parts: Partial<TurnScope> & { readonly clock?: FakeClock } = {}): TestTurn {
  const clock = parts.clock ?? new FakeClock();
  const stop = new AbortController();
  const transcript = new Transcript();
  const projection = new ItemProjection();
  const lines: LineBody[] = [];
  const events: ThreadEvent[] = [];
  const threadId = ThreadId.parse("t");
  const turnId = TurnId.parse("turn");
  const given = (...bodies: readonly LineBody[]): void => {
    for (const line of bodies.map(stamped)) {
      transcript.apply(line);
      projection.apply(line, { line: 1, key: "line-1" });
    }
  };
  const turn: TurnScope = {
    ...testSettings({ client: new ScriptedClient(clock, { scripts: [] }) }),
    threadId,
    turnId,
    cwd: "/project",
    realCwd: "/project",
    instructions: "",
    tools: new ToolRegistry([]),
    approvals: new ScriptedApprovals(),
    permissions: testPermissions(),
    workspace: noWorkspaceContext,
    toldProblems: new Set(),
    grants: new Set(),
    running: new RunningCalls(),
    ids: countingIds("id"),
    transcript,
    inputs: projection.inputs,
    queue: new InputQueue(new Mailbox(() => projection.inputs.waitingMail)),
    hookPlace: { threadId, turnId, cwd: "/project", transcriptPath: "/rollout.jsonl", model: "test-1" },
    refusedParts: new RefusedParts(),
    timeReminder: new TimeReminder(),
    newContext: { isWanted: false },
    totalTokens: () => undefined,
    signal: stop.signal,
    interrupt: () => stop.abort(),
    record: (bodies) => {
      lines.push(...bodies);
      given(...bodies);
      return Promise.resolve();
    },
    emit: (event) => events.push(event),
    ...parts,
    clock,
  };
  return { turn, lines, events, clock, stop, given };
}

/** A person's input that is on disk; its text is its id. */
export function acceptedInput(id: string, via: AcceptedInput["via"] = "steer"): AcceptedInput {
  return { inputId: InputId.parse(id), via, input: [{ type: "text", text: id }] };
}
