// One call from its recorded line to its outcome: lookup → arguments → pre → guard → approval → gate → run → post, each stage once (runtime.md §6).
// Every way through ends in exactly one outcome, on disk as soon as it is known; nothing here rejects.
import { ItemId, RequestId } from "../../../shared/protocol/ids";
import type { SandboxChoice } from "../../../shared/protocol/permission";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import type { ApprovalPolicy } from "../../../shared/protocol/thread";
import type { OrderedLock } from "../async/ordered-lock";
import { abortWith, isAppStop } from "../async/abort-reason";
import { linkedController } from "../async/linked-controller";
import { raceWithGrace } from "../async/signal-race";
import { StorageError, errorMessage } from "../errors";
import { nameText, normalName, parseCallArguments } from "../history/call-item";
import type { CallOutcome } from "../history/output-lines";
import type { ApprovalAnswer } from "../ports/approvals";
import type { HookAnswer } from "../ports/hooks";
import type { Permissions } from "../ports/permissions";
import type { InputActivity, PreparedRun, RunContext, RunResult, Tool } from "../ports/tool";
import { approvalFacts } from "./approval-facts";
import { askApproval, isSameQuestion, withdrawnLine, type AskParts, type AskedBefore } from "./ask-approval";
import { aborted, denied, failed, refusedBy, stoppedWithApp } from "./call-outcomes";
import { decideApproval, grantsOf } from "./decide-approval";
import { refusalOf, runHooks, type HookParts } from "./run-hooks";
import type { RunningCalls } from "./running-calls";
import type { ToolRegistry } from "./tool-registry";

export interface PipelineParts extends HookParts, AskParts {
  readonly cwd: string;
  readonly tools: ToolRegistry;
  /** One per Step. */
  readonly gate: OrderedLock;
  readonly policy: ApprovalPolicy;
  readonly sandbox: SandboxChoice;
  readonly permissions: Permissions;
  /** What is allowed for the rest of the session; see `grantsOf`. */
  readonly grants: Set<string>;
  /** Those that can be stopped alone. */
  readonly running: RunningCalls;
  readonly activity: (callId: string, signal: AbortSignal) => Promise<InputActivity>;
  /** A hook wants the model to know more than the output says. */
  readonly addContext: (text: string) => void;
  readonly requestNewContext: () => void;
  /** The person answered an approval with "deny and stop". */
  readonly interrupt: () => void;
}

/** A stage either lets the call through or ends it with an outcome. */
type Passed<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly outcome: ToolOutcome };

/** A recorded call. `asked`: the question about it that is on disk from before a restart, if there is one. */
export interface RecordedCall {
  readonly call: CallItem;
  readonly asked: AskedBefore | null;
}

/** Runs one recorded call to its recorded outcome. Never rejects: a failed record ends the turn elsewhere and the call as aborted here. */
export async function runCall({ call, asked }: RecordedCall, parts: PipelineParts, signal: AbortSignal): Promise<CallOutcome> {
  const calledAtMs = parts.clock.nowMs();
  const running: Call = { call, asked, callId: ItemId.parse(call.call_id), calledAtMs, leaveGate: null };
  // Stopped alone in whichever stage it is: also while it waits for an answer or at the gate.
  const own = linkedController(signal);
  const leaveRunning = parts.running.add(running.callId, () => abortWith(own.controller, "call"));
  try {
    const ended = await throughStages(running, parts, own.controller.signal);
    if (running.asked !== null) await withdraw(running, running.asked, parts);
    const outcome = isAppStop(signal) ? stoppedWithApp(ended) : ended;
    const { images: _images, ...told } = outcome;
    await parts.record([{ type: "cf_outcome", payload: { callId: running.callId, ...told } }]);
    return outcome;
  } catch (error) {
    if (!(error instanceof StorageError)) return failed(`internal error: ${errorMessage(error)}`);
    return aborted(parts.clock.nowMs() - calledAtMs);
  } finally {
    leaveRunning();
    own.unlink();
    // Only now: in the file too, whoever waited at the gate starts behind this outcome.
    running.leaveGate?.();
  }
}

/** What the model reads of a call that was held back until its response would be complete, and was not (runtime.md §6, afterStream). */
const NOT_STARTED = "not started: the response was cut before it completed";

/** Closes a recorded call that never started. Never rejects. */
export function closeUnstarted(call: CallItem, parts: PipelineParts): Promise<ToolOutcome> {
  return closeCall(call, { status: "aborted", output: NOT_STARTED }, parts);
}

/** Closes a recorded call that is not run. Never rejects. */
export async function closeCall(call: CallItem, outcome: ToolOutcome, parts: PipelineParts): Promise<ToolOutcome> {
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
  /** Null, too, once that question is closed. */
  asked: AskedBefore | null;
  readonly calledAtMs: number;
  /** Set once the call is past the gate. */
  leaveGate: (() => void) | null;
}

/** What breaks in a stage ends the call, and lets nothing run. Throws StorageError. */
async function throughStages(call: Call, parts: PipelineParts, signal: AbortSignal): Promise<CallOutcome> {
  try {
    return await runStages(call, parts, signal);
  } catch (error) {
    if (error instanceof StorageError) throw error;
    return failed(`internal error: ${errorMessage(error)}`);
  }
}

async function runStages(call: Call, parts: PipelineParts, signal: AbortSignal): Promise<CallOutcome> {
  const asWritten = prepare(call.call, parts, argumentsOf(call.call, parts));
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
): Promise<CallOutcome> {
  const { tool, run, args } = ready;
  const refusal = await guard(call, { run, parts });
  if (refusal !== null) return denied(`denied by policy: ${refusal}`);
  const allowed = await approve(call, { run, parts }, signal);
  if (!allowed.ok) return allowed.outcome;
  call.leaveGate = await parts.gate.acquire(tool.gate === "parallel" ? "shared" : "exclusive", signal);
  if (call.leaveGate === null) return aborted(parts.clock.nowMs() - call.calledAtMs);
  const outcome = await execute(call, { tool, run, answer: allowed.value, parts }, signal);
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
  const isWrongKind = call.type === "custom_tool_call" && tool?.spec.freeText === undefined;
  if (tool === null || isWrongKind) return refuse(`unsupported call: ${nameText(normalName(call))}`);
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
  { args, outcome, parts }: { args: unknown; outcome: CallOutcome; parts: PipelineParts },
  signal: AbortSignal,
): Promise<CallOutcome> {
  if (outcome.status !== "completed") return outcome;
  const toolName = nameText(normalName(call));
  const hookCall = { event: "postToolUse", toolName, toolInput: args, toolResponse: outcome.output } as const;
  const answers = await runHooks(hookCall, parts, signal);
  tellContexts(answers, parts);
  const replaced = refusalOf(answers);
  if (replaced === null) return outcome;
  const { images: _images, ...words } = outcome;
  return { ...words, output: replaced, notes: ["a hook replaced what the model reads"] };
}

function tellContexts(answers: readonly HookAnswer[], { addContext }: PipelineParts): void {
  for (const { context } of answers) if (context !== null) addContext(context);
}

/** Free text is the one argument of a tool that takes such; no other tool does. */
function argumentsOf(call: CallItem, { tools }: PipelineParts): unknown {
  if (call.type !== "custom_tool_call") return parseCallArguments(call);
  const argument = tools.find(call)?.spec.freeText?.argument;
  return argument === undefined ? undefined : { [argument]: call.input };
}

/** The first refusal in order; a guard that fails refuses too. */
async function guard(
  { call }: Call,
  { run, parts }: { readonly run: PreparedRun; readonly parts: PipelineParts },
): Promise<string | null> {
  const facts = { toolName: nameText(normalName(call)), subject: run.subject, cwd: parts.cwd };
  for (const check of parts.permissions.guards) {
    try {
      const refusal = await check(facts);
      if (refusal !== null) return refusal;
    } catch (error) {
      return errorMessage(error);
    }
  }
  return null;
}

/** How a run was let through: with the person's answer, or because nothing had to be asked. */
async function approve(
  call: Call,
  { run, parts }: { run: PreparedRun; parts: PipelineParts },
  signal: AbortSignal,
): Promise<Passed<ApprovalAnswer | null>> {
  const { subject } = run;
  if (subject === null) return { ok: true, value: null };
  const { callId } = call;
  const facts = await approvalFacts(subject, parts);
  const verdict = decideApproval(facts);
  if (verdict.type === "refuse") return { ok: false, outcome: denied(`denied by policy: ${verdict.reason}`) };
  const isAsked = call.asked !== null && isSameQuestion(call.asked.request, subject);
  if (call.asked !== null && !isAsked) await withdraw(call, call.asked, parts);
  const { asked } = call;
  // Nobody is asked about what is stopped already; a question that stands is closed by that.
  if (signal.aborted && asked === null) return { ok: false, outcome: aborted(parts.clock.nowMs() - call.calledAtMs) };
  // What a person was asked they still decide, whatever has been settled since.
  if (verdict.type === "run" && asked === null) {
    if (verdict.by === null) return { ok: true, value: null };
    const decidedBy = verdict.by === "session" ? "session" : "policy";
    const requestId = RequestId.parse(parts.ids.uuid());
    const rule = verdict.rule === undefined ? {} : { rule: verdict.rule };
    const payload = { requestId, callId, kind: subject.kind, decision: "accept", decidedBy, ...rule } as const;
    await parts.record([{ type: "cf_approval_decided", payload }]);
    return { ok: true, value: null };
  }
  const answer = await askApproval({ callId, subject, how: verdict, asked: asked?.request ?? null }, parts, signal);
  call.asked = null;
  if (answer.decision === "acceptForSession") for (const grant of grantsOf(facts)) parts.grants.add(grant);
  if (signal.aborted) return { ok: false, outcome: aborted(parts.clock.nowMs() - call.calledAtMs) };
  if (answer.decision === "cancel") parts.interrupt();
  const outcome = refusedBy(answer, subject.kind);
  return outcome === null ? { ok: true, value: answer } : { ok: false, outcome };
}

/** The question from before the restart is not asked any more: what would run is another thing, or nothing would. */
async function withdraw(call: Call, { request, withdraw: leave }: AskedBefore, parts: PipelineParts): Promise<void> {
  leave();
  await parts.record([withdrawnLine(request)]);
  call.asked = null;
  parts.emit({ method: "serverRequest/resolved", params: { requestId: request.requestId } });
}

async function execute(
  { call, callId }: Call,
  { tool, run, answer, parts }: { tool: Tool; run: PreparedRun; answer: ApprovalAnswer | null; parts: PipelineParts },
  signal: AbortSignal,
): Promise<CallOutcome> {
  const { clock, turnId } = parts;
  const startedAtMs = clock.nowMs();
  const deadlineMs = run.lastsMs === null ? null : startedAtMs + run.lastsMs;
  await parts.record([{ type: "cf_running", payload: { callId, startedAtMs, ...(deadlineMs === null ? {} : { deadlineMs }) } }]);
  // Stopped while that was being written: what has not begun must not begin.
  if (signal.aborted) return { ...aborted(0), durationMs: 0 };
  let isDetached = false;
  const context: RunContext = {
    threadId: parts.threadId,
    turnId,
    callId: call.call_id,
    clock,
    startedAtMs,
    deadlineMs,
    sandbox: { ...parts.sandbox, outside: run.subject?.kind === "command" && run.subject.outsideSandbox === true },
    answers: answer?.answers ?? null,
    onOutput: (delta) => {
      if (!isDetached) parts.emit({ method: "item/commandExecution/outputDelta", params: { turnId, itemId: callId, delta } });
    },
    activity: (until) => parts.activity(call.call_id, until),
    requestNewContext: parts.requestNewContext,
  };
  const work = settle(() => run.run(context, signal));
  const end = await raceWithGrace(work, { signal, graceMs: tool.graceMs, clock });
  isDetached = true;
  const durationMs = clock.nowMs() - startedAtMs;
  if (!end.settled) return { ...aborted(durationMs, tool.changesWorld ? "; effects may stand" : ""), durationMs };
  return { ...end.value, durationMs };
}

/** A synchronous throw and a rejection become an outcome on the spot: nothing rejects unobserved. */
async function settle(start: () => Promise<RunResult>): Promise<CallOutcome> {
  try {
    return await start();
  } catch (error) {
    return failed(errorMessage(error));
  }
}

function refuse(output: string): { readonly ok: false; readonly outcome: ToolOutcome } {
  return { ok: false, outcome: failed(output) };
}
