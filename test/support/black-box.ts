// One thread of the built headless program, seen only from outside: what it was told, what it can ask, and its file.
import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { onTestFinished } from "vitest";
import { type Notification, parseNotification } from "../../shared/protocol/event";
import { parseLine, type RolloutLine } from "../../shared/protocol/rollout-line";
import { emptyThreadView, reduceThread } from "../../shared/view/thread-view";
import { HeadlessProgram, type HeardMessage } from "./headless-program";
import { rolloutFiles } from "./rollout-lines";
import { plainEnvironment } from "./run-process";
import { eventBreaches, lineBreaches } from "./transcript-invariants";

export interface Place {
  readonly home: string;
  readonly baseUrl: string;
  /** Further variables of the program's environment. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** A program that has said hello. Call it inside a test: what still runs at its end is killed. */
export async function startHeadless({ home, baseUrl, variables = {} }: Place): Promise<HeadlessProgram> {
  const environment = plainEnvironment({ ...variables, COUNTERFOIL_BASE_URL: baseUrl, COUNTERFOIL_MODEL: "m" });
  const program = new HeadlessProgram({ home, environment });
  onTestFinished(async () => void (await program.end("SIGKILL")));
  await program.ask("initialize", { clientInfo: { name: "test", version: "1" } });
  return program;
}

/** A new thread whose commands run without a question. */
export async function startThread(program: HeadlessProgram, cwd: string): Promise<string> {
  const { thread } = await program.ask("thread/start", { cwd, approvalPolicy: "never" });
  return (thread as { id: string }).id;
}

/** Starts a turn; its id. */
export async function startTurn(program: HeadlessProgram, threadId: string, text: string): Promise<string> {
  const { turn } = await program.ask("turn/start", { threadId, input: [{ type: "text", text }] });
  return (turn as { id: string }).id;
}

/** How the turn ended: `completed`, or the status with the error's words. */
export async function turnEnd(program: HeadlessProgram, turnId: string): Promise<string> {
  const { params } = await program.hear((message) => message.method === "turn/completed" && turnOf(message)?.id === turnId);
  const { status, error } = params?.["turn"] as { status: string; error?: { message: string } };
  return error === undefined ? status : `${status}: ${error.message}`;
}

export function turnOf({ params }: HeardMessage): { readonly id: string; readonly status: string } | undefined {
  return params?.["turn"] as { id: string; status: string } | undefined;
}

/** The lines of the thread's file that can be read. */
export function linesOf(home: string, threadId: string): RolloutLine[] {
  const file = rolloutFiles(home).find((path) => path.includes(threadId));
  if (file === undefined) return [];
  // A line that a kill has cut is none.
  return readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .flatMap((text) => {
      const parsed = parseLine(text);
      return parsed === null || parsed.type === "unknown" ? [] : [parsed];
    });
}

export function eventsOf(program: HeadlessProgram, threadId: string): Notification[] {
  return program.heard.flatMap((message) => {
    if (message.id !== undefined || message.params?.["threadId"] !== threadId) return [];
    const event = parseNotification(message);
    return event.method === "unknown" ? [] : [event];
  });
}

/**
 * What does not hold of an idle thread that this program has begun, in words: the invariants over its lines and its events, the view that a
 * client folds against what the program shows, and that against what another start reads from the file.
 */
export async function blackBoxBreaches(program: HeadlessProgram, threadId: string, place: Place): Promise<string[]> {
  const shown = await program.ask("thread/read", { threadId, includeItems: true });
  const events = eventsOf(program, threadId);
  const folded = JSON.parse(JSON.stringify(reduceThread(emptyThreadView(), events))) as Record<string, unknown>;
  const next = await startHeadless(place);
  const read = await next.ask("thread/read", { threadId, includeItems: true });
  const breaches = [...lineBreaches(linesOf(place.home, threadId), true), ...eventBreaches(events)];
  for (const part of ["items", "turns"]) {
    if (!isDeepStrictEqual(folded[part], shown[part])) breaches.push(`I11: the ${part} a client folds are not those shown`);
    if (!isDeepStrictEqual(shown[part], read[part])) breaches.push(`I11: the ${part} shown are not those of the file`);
  }
  const queues = [folded["queue"], shown["queue"], read["queue"]].map((queue) => (queue as { data: unknown[] }).data);
  if (!isDeepStrictEqual(queues[0], queues[1])) breaches.push("I11: the queue a client folds is not the one shown");
  if (!isDeepStrictEqual(queues[1], queues[2])) breaches.push("I11: the queue shown is not the one of the file");
  if (program.stderr !== "") breaches.push(`stderr: ${program.stderr}`);
  return breaches;
}

/** Stops what runs, also a turn that has only just been begun, until nothing runs or will be sent: seen twice, for the next begins a moment later. */
export async function stopAll(program: HeadlessProgram, threadId: string): Promise<void> {
  let turnId = "none";
  for (let idleLooks = 0; idleLooks < 2;) {
    const refusal = await program.ask("turn/interrupt", { threadId, turnId }).then(() => "", String);
    turnId = /turnMismatch: the running turn is (.*)/.exec(refusal)?.[1] ?? "none";
    const { data, paused } = await program.ask("thread/queue/list", { threadId });
    const isIdle = refusal.includes("noActiveTurn") && (paused === true || (data as unknown[]).length === 0);
    idleLooks = isIdle ? idleLooks + 1 : 0;
  }
}
