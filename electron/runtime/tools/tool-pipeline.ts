// One call from its recorded line to its outcome: lookup → arguments → pre → approval → gate → run → post, each stage once (runtime.md §6).
// Every way through ends in exactly one outcome, on disk as soon as it is known; nothing here rejects.
import type { PendingApproval } from "../../../shared/protocol/command";
import { ItemId, RequestId, type ThreadId, type TurnId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import type { ApprovalDecision } from "../../../shared/protocol/turn-item";
import type { ApprovalPolicy } from "../../../shared/protocol/thread";
import type { OrderedLock } from "../async/ordered-lock";
import { isAppStop } from "../async/abort-reason";
import { raceWithGrace } from "../async/signal-race";
import { StorageError, assertNever, errorMessage } from "../errors";
import { nameText, normalName, parseCallArguments } from "../history/call-item";
import { APP_STOPPED } from "../history/turn-lines";
import type { Approvals } from "../ports/approvals";
import type { Clock } from "../ports/clock";
import type { HookAnswer } from "../ports/hooks";
import type { IdSource } from "../ports/id-source";
import type { InputActivity, PreparedRun, RunResult, Tool } from "../ports/tool";
import { invisibleCharacters } from "./invisible-characters";
import { refusalOf, runHooks, type HookParts } from "./run-hooks";
import type { ToolRegistry } from "./tool-registry";

export interface PipelineParts extends HookParts {
  readonly threadId: ThreadId;
  readonly turnId: TurnId;
  readonly cwd: string;
  readonly tools: ToolRegistry;
  /** One per Step. */
  readonly gate: OrderedLock;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly approvals: Approvals;
  readonly policy: ApprovalPolicy;
  /** Commands allowed for the rest of the session, each with its folder. */
  readonly grants: Set<string>;
  readonly activity: (callId: string, signal: AbortSignal) => Promise<InputActivity>;
  /** A hook wants the model to know more than the output says. */
  readonly addContext: (text: string) => void;
  readonly requestNewContext: () => void;
  /** The person answered an approval with "deny and stop". */
  readonly interrupt: () => void;
}

/** A stage either lets the call through or ends it with an outcome. */
type Passed<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly outcome: ToolOutcome };

/** Runs one recorded call to its recorded outcome. Never rejects: a failed record ends the turn elsewhere and the call as aborted here. */
export async function runCall(call: CallItem, parts: PipelineParts, signal: AbortSignal): Promise<ToolOutcome> {
  const calledAtMs = parts.clock.nowMs();
  const running: Call = { call, callId: ItemId.parse(call.call_id), calledAtMs, leaveGate: null };
  try {
    const ended = await runStages(running, parts, signal);
    const outcome = isAppStop(signal) ? stoppedWithApp(ended) : ended;
    await parts.record([{ type: "cf_outcome", payload: { callId: running.callId, ...outcome } }]);
    return outcome;
  } catch (error) {
    if (!(error instanceof StorageError)) return failed(`internal error: ${errorMessage(error)}`);
    return aborted(parts.clock.nowMs() - calledAtMs);
  } finally {
    // Only now: in the file too, whoever waited at the gate starts behind this outcome.
    running.leaveGate?.();
  }
}

/** What the model reads of a call that was held back until its response would be complete, and was not (runtime.md §6, afterStream). */
const NOT_STARTED = "not started: the response was cut before it completed";

/** Closes a recorded call that never started. Never rejects. */
export async function closeUnstarted(call: CallItem, parts: PipelineParts): Promise<ToolOutcome> {
  const outcome: ToolOutcome = { status: "aborted", output: NOT_STARTED };
  try {
    await parts.record([{ type: "cf_outcome", payload: { callId: ItemId.parse(call.call_id), ...outcome } }]);
  } catch (error) {
    if (!(error instanceof StorageError)) return failed(`internal error: ${errorMessage(error)}`);
  }
  return outcome;
}

interface Call {
  readonly call: CallItem;
  readonly callId: ItemId;
  readonly calledAtMs: number;
  /** Set once the call is past the gate. */
  leaveGate: (() => void) | null;
}

async function runStages(call: Call, parts: PipelineParts, signal: AbortSignal): Promise<ToolOutcome> {
  const asWritten = prepare(call.call, parts, parseCallArguments(call.call));
  if (!asWritten.ok) return asWritten.outcome;
  const passed = await pre(call, { as: asWritten.value, parts }, signal);
  if (!passed.ok) return passed.outcome;
  const outcome = await runReady(call, { ready: passed.value, parts }, signal);
  // Whatever came of it, the person is told what was changed or ignored.
  const notes = [...passed.value.run.notes, ...(outcome.notes ?? [])];
  return notes.length === 0 ? outcome : { ...outcome, notes };
}

async function runReady(
  call: Call,
  { ready, parts }: { ready: Ready; parts: PipelineParts },
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { tool, run, args } = ready;
  const allowed = await approve(call, { run, parts }, signal);
  if (!allowed.ok) return allowed.outcome;
  call.leaveGate = await parts.gate.acquire(tool.gate === "parallel" ? "shared" : "exclusive", signal);
  if (call.leaveGate === null) return aborted(parts.clock.nowMs() - call.calledAtMs);
  const outcome = await execute(call, { tool, run, parts }, signal);
  return post(call, { args, outcome, parts }, signal);
}

interface Ready {
  readonly tool: Tool;
  readonly run: PreparedRun;
  /** Parsed JSON. */
  readonly args: unknown;
}

function prepare(call: CallItem, { tools, cwd }: PipelineParts, args: unknown): Passed<Ready> {
  const tool = tools.find(call);
  if (tool === null || call.type === "custom_tool_call") return refuse(`unsupported call: ${nameText(normalName(call))}`);
  if (args === undefined) return refuse(`failed to parse function arguments: not valid JSON`);
  const prepared = tool.prepare(args, { cwd });
  if (prepared.ok) return { ok: true, value: { tool, run: prepared.run, args } };
  return refuse(prepared.verbatim === true ? prepared.detail : `failed to parse function arguments: ${prepared.detail}`);
}

/** Hooks may refuse the call or give it other arguments, which are checked like the model's. */
async function pre(
  { call, calledAtMs }: Call,
  { as, parts }: { as: Ready; parts: PipelineParts },
  signal: AbortSignal,
): Promise<Passed<Ready>> {
  const toolName = nameText(normalName(call));
  const answers = await runHooks({ event: "preToolUse", toolName, toolInput: as.args }, parts, signal);
  if (signal.aborted && parts.hooks.has("preToolUse")) return { ok: false, outcome: aborted(parts.clock.nowMs() - calledAtMs) };
  tellContexts(answers, parts);
  const refusal = refusalOf(answers);
  if (refusal !== null)
    return { ok: false, outcome: { ...denied(`denied by policy: ${refusal}`), notes: ["a hook refused it"] } };
  const rewritten = answers.findLast(({ rewrittenInput }) => rewrittenInput !== undefined);
  if (rewritten === undefined) return { ok: true, value: as };
  const again = prepare(call, parts, rewritten.rewrittenInput);
  const note = `arguments changed by a hook to ${JSON.stringify(rewritten.rewrittenInput)}`;
  if (!again.ok) return { ok: false, outcome: { ...again.outcome, notes: [note] } };
  const notes = [...again.value.run.notes, note];
  return { ok: true, value: { ...again.value, run: { ...again.value.run, notes } } };
}

/** After a run that went well hooks may replace what the model reads; what was done stays done. */
async function post(
  { call }: Call,
  { args, outcome, parts }: { args: unknown; outcome: ToolOutcome; parts: PipelineParts },
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (outcome.status !== "completed") return outcome;
  const toolName = nameText(normalName(call));
  const hookCall = { event: "postToolUse", toolName, toolInput: args, toolResponse: outcome.output } as const;
  const answers = await runHooks(hookCall, parts, signal);
  tellContexts(answers, parts);
  const replaced = refusalOf(answers);
  if (replaced === null) return outcome;
  return { ...outcome, output: replaced, notes: ["a hook replaced what the model reads"] };
}

function tellContexts(answers: readonly HookAnswer[], { addContext }: PipelineParts): void {
  for (const { context } of answers) if (context !== null) addContext(context);
}

async function approve(
  { callId, calledAtMs }: Call,
  { run, parts }: { run: PreparedRun; parts: PipelineParts },
  signal: AbortSignal,
): Promise<Passed<null>> {
  if (run.approval === null || parts.policy === "never") return { ok: true, value: null };
  const { command, cwd } = run.approval;
  const requestId = RequestId.parse(parts.ids.uuid());
  const grant = JSON.stringify([cwd, command]);
  if (parts.grants.has(grant)) {
    await parts.record([
      { type: "cf_approval_decided", payload: { requestId, callId, decision: "accept", decidedBy: "session" } },
    ]);
    return { ok: true, value: null };
  }
  await parts.record([{ type: "cf_approval_requested", payload: { requestId, callId, kind: "command", command, cwd } }]);
  const request: PendingApproval = {
    requestId,
    threadId: parts.threadId,
    turnId: parts.turnId,
    itemId: callId,
    command,
    cwd,
    warnings: invisibleCharacters(command),
  };
  const answer = await parts.approvals.ask(request, signal);
  // A question that the program's own end closed was answered by nobody.
  const { decision, decidedBy } = isAppStop(signal) ? { ...answer, decidedBy: "policy" as const } : answer;
  await parts.record([{ type: "cf_approval_decided", payload: { requestId, callId, decision, decidedBy } }]);
  parts.emit({ method: "serverRequest/resolved", params: { requestId } });
  if (decision === "acceptForSession") parts.grants.add(grant);
  if (signal.aborted) return { ok: false, outcome: aborted(parts.clock.nowMs() - calledAtMs) };
  return decided(decision, { decidedBy, interrupt: parts.interrupt });
}

function decided(decision: ApprovalDecision, by: { decidedBy: "person" | "policy"; interrupt: () => void }): Passed<null> {
  switch (decision) {
    case "accept":
    case "acceptForSession":
      return { ok: true, value: null };
    case "decline":
      return {
        ok: false,
        outcome: denied(
          by.decidedBy === "person" ? "denied by the user: not allowed to run" : "denied by policy: nobody can be asked here",
        ),
      };
    case "cancel":
      by.interrupt();
      return { ok: false, outcome: denied("denied by the user: the turn was stopped") };
    default:
      return assertNever(decision);
  }
}

async function execute(
  { call, callId }: Call,
  { tool, run, parts }: { tool: Tool; run: PreparedRun; parts: PipelineParts },
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const { clock, turnId } = parts;
  const startedAtMs = clock.nowMs();
  const deadlineMs = run.lastsMs === null ? null : startedAtMs + run.lastsMs;
  await parts.record([{ type: "cf_running", payload: { callId, startedAtMs, ...(deadlineMs === null ? {} : { deadlineMs }) } }]);
  // Stopped while that was being written: what has not begun must not begin.
  if (signal.aborted) return { ...aborted(0), durationMs: 0 };
  let isDetached = false;
  const work = settle(() =>
    run.run(
      {
        threadId: parts.threadId,
        turnId,
        callId: call.call_id,
        clock,
        startedAtMs,
        deadlineMs,
        onOutput: (delta) => {
          if (!isDetached) parts.emit({ method: "item/commandExecution/outputDelta", params: { turnId, itemId: callId, delta } });
        },
        activity: (until) => parts.activity(call.call_id, until),
        requestNewContext: parts.requestNewContext,
      },
      signal,
    ),
  );
  const end = await raceWithGrace(work, { signal, graceMs: tool.graceMs, clock });
  isDetached = true;
  const durationMs = clock.nowMs() - startedAtMs;
  if (!end.settled) return { ...aborted(durationMs, tool.changesWorld ? "; effects may stand" : ""), durationMs };
  return { ...end.value, durationMs };
}

/** A synchronous throw and a rejection become an outcome on the spot: nothing rejects unobserved. */
async function settle(start: () => Promise<RunResult>): Promise<ToolOutcome> {
  try {
    return await start();
  } catch (error) {
    return failed(errorMessage(error));
  }
}

function refuse(output: string): { readonly ok: false; readonly outcome: ToolOutcome } {
  return { ok: false, outcome: failed(output) };
}

function failed(output: string): ToolOutcome {
  return { status: "failed", output };
}

function denied(output: string): ToolOutcome {
  return { status: "denied", output };
}

function aborted(afterMs: number, ending = ""): ToolOutcome {
  return { status: "aborted", output: `aborted by user after ${(afterMs / 1000).toFixed(1)}s${ending}` };
}

/** What was aborted because the program ends is not said to be the person's doing. */
function stoppedWithApp(outcome: ToolOutcome): ToolOutcome {
  if (outcome.status !== "aborted") return outcome;
  const output = outcome.output.replace(/^aborted by user after \d+\.\d+s(?:; effects may stand)?/, APP_STOPPED);
  return { ...outcome, output, ...(outcome.outcome === "interrupted" ? { outcome: "appStopped" } : {}) };
}
