// One call from its recorded line to its outcome: lookup → arguments → pre → guard → approval → gate → run → post, each stage once (runtime.md §6).
// Every way through ends in exactly one outcome, on disk as soon as it is known; nothing here rejects.
import { ItemId } from "../../../shared/protocol/ids";
import type { CallItem } from "../../../shared/protocol/response-item";
import type { ToolOutcome } from "../../../shared/protocol/rollout-line";
import { abortWith, isAppStop } from "../async/abort-reason";
import { linkedController } from "../async/linked-controller";
import { StorageError, errorMessage } from "../errors";
import { nameText, normalName, parseCallArguments } from "../history/call-item";
import type { CallOutcome } from "../history/output-lines";
import type { HookAnswer } from "../ports/hooks";
import type { PreparedRun, Tool } from "../ports/tool";
import { approveCall, withdrawQuestion } from "./approve-call";
import { aborted, denied, failed, stoppedWithApp } from "./call-outcomes";
import type { Call, Passed, PipelineParts, RecordedCall } from "./pipeline-parts";
import { refusalOf, runHooks } from "./run-hooks";
import { runTool } from "./run-tool";

/** Runs one recorded call to its recorded outcome. Never rejects: a failed record ends the turn elsewhere and the call as aborted here. */
export async function runCall({ call, asked }: RecordedCall, parts: PipelineParts, signal: AbortSignal): Promise<CallOutcome> {
  const calledAtMs = parts.clock.nowMs();
  // Taken before anything is waited for: calls enter the gate in the order they were issued, however long one is looked at before.
  const place = parts.gate.join(parts.tools.find(call)?.gate === "parallel" ? "shared" : "exclusive");
  const running: Call = { call, asked, callId: ItemId.parse(call.call_id), calledAtMs, place };
  // Stopped alone in whichever stage it is: also while it waits for an answer or at the gate.
  const own = linkedController(signal);
  const leaveRunning = parts.running.add(running.callId, () => abortWith(own.controller, "call"));
  try {
    const ended = await throughStages(running, parts, own.controller.signal);
    if (running.asked !== null) await withdrawQuestion(running, { asked: running.asked, parts }, own.controller.signal);
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
    // Only now: in the file too, whoever waits at the gate starts behind this outcome.
    place.leave();
  }
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
  const allowed = await approveCall(call, { run, parts }, signal);
  if (!allowed.ok) return allowed.outcome;
  if (!(await call.place.enter(signal))) return aborted(parts.clock.nowMs() - call.calledAtMs);
  const outcome = await runTool(call, { tool, run, answer: allowed.value, parts }, signal);
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
  return { ...words, output: replaced, notes: [...(outcome.notes ?? []), "a hook replaced what the model reads"] };
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
  const facts = { toolName: nameText(normalName(call)), subject: run.subject, cwd: parts.cwd, realCwd: parts.realCwd };
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

function refuse(output: string): { readonly ok: false; readonly outcome: ToolOutcome } {
  return { ok: false, outcome: failed(output) };
}
