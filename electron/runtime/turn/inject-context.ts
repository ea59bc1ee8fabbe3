// The context of the workspace on its way into the window: once, and again whatever has changed since it was told last. Reading it never fails a turn.
import type { MessageItem, ResponseItem } from "../../../shared/protocol/response-item";
import { messageText } from "../../../shared/protocol/response-item";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { ContextKind } from "../../../shared/protocol/turn-item";
import { linkedController } from "../async/linked-controller";
import { messageContextKind } from "../history/context-kind";
import type { WorkspaceFacts } from "../ports/workspace-context";
import { contextMessages, withdrawnInstructions } from "./context-text";
import type { TurnScope } from "./turn-scope";

/** A folder on a disk that does not answer must not hold back the person's words for longer. */
const READ_LIMIT_MS = 5000;
const KINDS: ReadonlySet<ContextKind> = new Set(["permissions", "instructions", "environment"]);

/** Records what the window does not hold yet as it now is. Throws StorageError only. */
export async function injectContext(turn: TurnScope): Promise<void> {
  const facts = await readFacts(turn);
  if (facts === null) return;
  const fresh = [...(await messagesOf(facts, turn)), ...withdrawn(facts, turn)];
  const changed = fresh.filter((message) => lastText(messageContextKind(message), turn) !== messageText(message));
  const lines = [
    ...problemLines(facts.problems, turn),
    ...changed.map((payload): LineBody => ({ type: "response_item", payload })),
  ];
  if (lines.length > 0) await turn.record(lines);
}

/** For a window that begins anew. Empty when there is nothing to tell, or the turn was stopped meanwhile: the next turn tells it. */
export async function freshContext(turn: TurnScope): Promise<readonly MessageItem[]> {
  const facts = await readFacts(turn);
  return facts === null ? [] : messagesOf(facts, turn);
}

/** Told of the workspace by a program; no person's words, whatever they look like. */
export function isWorkspaceContext(item: ResponseItem, turn: Pick<TurnScope, "inputs">): item is MessageItem {
  if (item.type !== "message" || item.role === "assistant" || turn.inputs.isPerson(item.id)) return false;
  return KINDS.has(messageContextKind(item));
}

function lastText(kind: ContextKind, turn: TurnScope): string | null {
  const last = turn.transcript.items.findLast(
    (item): item is MessageItem => isWorkspaceContext(item, turn) && messageContextKind(item) === kind,
  );
  return last === undefined ? null : messageText(last);
}

function withdrawn(facts: WorkspaceFacts, turn: TurnScope): MessageItem[] {
  const isTold = lastText("instructions", turn) !== null;
  return facts.instructions.length === 0 && isTold ? [withdrawnInstructions(turn.cwd)] : [];
}

async function messagesOf(workspace: WorkspaceFacts, turn: TurnScope): Promise<readonly MessageItem[]> {
  const { cwd, clock, policy, sandbox, permissions } = turn;
  const { local, zone } = clock.describe(clock.nowMs());
  const sandboxState = await permissions.sandboxState(sandbox.mode);
  return contextMessages({ cwd, workspace, date: local.slice(0, 10), zone, policy, sandbox, sandboxState });
}

/** Null: nothing is told, or not now. */
async function readFacts(turn: TurnScope): Promise<WorkspaceFacts | null> {
  const { clock, cwd, signal, workspace } = turn;
  const limit = linkedController(signal);
  try {
    const late = clock.waitUntil(clock.nowMs() + READ_LIMIT_MS, limit.controller.signal);
    const first = await Promise.race([workspace.read(cwd), late]);
    if (first === "reached") {
      await turn.record(
        problemLines(
          [`AGENTS.md of ${cwd} could not be read within ${READ_LIMIT_MS / 1000} s; the model was not told of it.`],
          turn,
        ),
      );
    }
    return first === "reached" || first === "aborted" || signal.aborted ? null : first;
  } finally {
    limit.controller.abort();
    limit.unlink();
  }
}

function problemLines(problems: readonly string[], { toldProblems }: TurnScope): LineBody[] {
  const untold = problems.filter((text) => !toldProblems.has(text));
  for (const text of untold) toldProblems.add(text);
  return untold.map((text): LineBody => ({ type: "cf_notice", payload: { level: "warning", code: "workspaceContext", text } }));
}
