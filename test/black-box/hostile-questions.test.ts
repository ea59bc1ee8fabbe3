// Questions that were open when the program was killed, and what the person, a client or the world does meanwhile: only what was allowed runs.
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { linesOf, startHeadless, startTurn, turnEnd } from "../support/black-box";
import type { HeadlessProgram, HeardMessage } from "../support/headless-program";
import { lineBreaches } from "../support/transcript-invariants";
import { hostileThread, outputsOf, type HostileThread, type Plan } from "./hostile-thread";

const outside = (command: string) => ["shell", { command, outsideSandbox: true }] as const;
const PATCH = "*** Begin Patch\n*** Add File: sub/f\n+x\n*** End Patch";
const CALLS: Plan = [
  [
    ["list_dir", { path: "." }],
    outside("touch a"),
    ["apply_patch", { patch: PATCH }],
    ["request_user_input", { questions: [{ id: "x", question: "Which?" }] }],
  ],
];
const [A, B, C] = ["t1s0c1", "t1s0c2", "t1s0c3"];

const isQuestion = ({ method }: HeardMessage): boolean => /requestApproval|requestUserInput/.test(method ?? "");
/** In the order of their calls: which is asked first depends on how long the guards look. */
const questionsOf = (program: HeadlessProgram): HeardMessage[] =>
  program.heard
    .filter(isQuestion)
    .sort((one, other) => String(one.params?.["itemId"]).localeCompare(String(other.params?.["itemId"])));

interface Left extends HostileThread {
  readonly turnId: string;
  readonly questions: readonly HeardMessage[];
}

/** A thread that was killed with three open questions; its calls are A, B and C. */
async function killed(): Promise<Left> {
  const thread = await hostileThread({ params: { approvalPolicy: "always" } });
  const turnId = await thread.begin(CALLS);
  await thread.program.hear(() => questionsOf(thread.program).length === 3);
  await thread.program.end("SIGKILL");
  return { ...thread, turnId, questions: questionsOf(thread.program) };
}

async function resumed({ place, threadId, questions }: Left): Promise<HeadlessProgram> {
  const next = await startHeadless(place);
  await next.ask("thread/resume", { threadId });
  await next.hear(() => questionsOf(next).length === questions.length);
  expect(questionsOf(next)).toEqual(questions);
  return next;
}

function answer(program: HeadlessProgram, { questions }: Left, item: string | undefined, result: object): void {
  program.send({ id: questions.find(({ params }) => params?.["itemId"] === item)?.id ?? "", result });
}

function answerAll(program: HeadlessProgram, left: Left): void {
  answer(program, left, C, { answers: { x: ["blue"] } });
  answer(program, left, B, { decision: "accept" });
  answer(program, left, A, { decision: "accept" });
}

/** What the model has read of the three calls; the file must be whole. */
function outcome({ place, threadId, model }: Left, program: HeadlessProgram): readonly string[] {
  expect(lineBreaches(linesOf(place.home, threadId), true)).toEqual([]);
  expect(program.stderr).toBe("");
  return outputsOf(model.requests.at(-1), "t1s0c").slice(1);
}

test("are answered in any order, each for its own call", async () => {
  const left = await killed();
  const next = await resumed(left);
  answer(next, left, C, { answers: { x: ["blue"] } });
  answer(next, left, B, { decision: "accept" });
  answer(next, left, A, { decision: "decline" });
  expect(await turnEnd(next, left.turnId)).toBe("completed");
  expect(readdirSync(left.cwd)).toEqual(["sub"]);
  expect(outcome(left, next)).toEqual([
    "denied by the user: not allowed to run",
    "Success. Updated the following files:\nA sub/f",
    '{"answers":{"x":{"answers":["blue"]}}}',
  ]);
  await left.model.close();
});

test("a rule that denies the command meanwhile is heeded, whatever is answered", async () => {
  const left = await killed();
  const rules = [{ folder: left.cwd, effect: "deny", pattern: "touch *" }];
  writeFileSync(path.join(left.place.home, "rules.json"), JSON.stringify({ rules }));
  const next = await resumed(left);
  answerAll(next, left);
  expect(await turnEnd(next, left.turnId)).toBe("completed");
  expect(readdirSync(left.cwd)).toEqual(["sub"]);
  expect(outcome(left, next)[0]).toContain("denied by policy: the rule");
  await left.model.close();
});

test("a broken file of rules and another policy meanwhile take no question away", async () => {
  for (const [file, text] of [
    ["rules.json", "{"],
    ["settings.json", '{"approvalPolicy":"never"}'],
  ] as const) {
    const left = await killed();
    writeFileSync(path.join(left.place.home, file), text);
    const next = await resumed(left);
    answer(next, left, A, { decision: "decline" });
    answer(next, left, B, { decision: "decline" });
    answer(next, left, C, { answers: null });
    expect(await turnEnd(next, left.turnId)).toBe("completed");
    expect(readdirSync(left.cwd)).toEqual([]);
    expect(outcome(left, next)[0]).toBe("denied by the user: not allowed to run");
    await left.model.close();
  }
});

test("the folder has gone meanwhile: each call fails in words", async () => {
  const left = await killed();
  rmSync(left.cwd, { recursive: true });
  const next = await resumed(left);
  answerAll(next, left);
  expect(await turnEnd(next, left.turnId)).toBe("completed");
  const [command, patch] = outcome(left, next);
  expect(command).toBe(`the folder to run in does not exist: ${left.cwd}`);
  expect(patch).toContain(`no such file or folder: ${left.cwd}`);
  await left.model.close();
});

test.each(["interrupt", "turn", "cancel"])("after %s answers come too late, and nothing of it runs", async (how) => {
  const left = await killed();
  const { threadId, turnId } = left;
  const next = await resumed(left);
  if (how === "interrupt") await next.ask("turn/interrupt", { threadId, turnId });
  else if (how === "turn") await turnEnd(next, await startTurn(next, threadId, "something else"));
  else {
    answer(next, left, A, { decision: "cancel" });
    expect(await turnEnd(next, turnId)).toBe("interrupted");
  }
  answerAll(next, left);
  expect(await turnEnd(next, await startTurn(next, threadId, "go on"))).toBe("completed");
  expect(readdirSync(left.cwd)).toEqual([]);
  expect(outcome(left, next)).toHaveLength(3);
  await left.model.close();
});

test("killed again between two answers: what was answered is not asked again, and runs once", async () => {
  const left = await killed();
  const first = await resumed(left);
  answer(first, left, A, { decision: "accept" });
  await first.hear(({ method, params }) => method === "item/completed" && (params?.["item"] as { id: string }).id === A);
  await first.end("SIGKILL");
  expect(lineBreaches(linesOf(left.place.home, left.threadId), false)).toEqual([]);
  rmSync(path.join(left.cwd, "a"));
  const open = { ...left, questions: left.questions.filter(({ params }) => params?.["itemId"] !== A) };
  const next = await resumed(open);
  answerAll(next, left);
  expect(await turnEnd(next, left.turnId)).toBe("completed");
  expect(readdirSync(left.cwd)).toEqual(["sub"]);
  expect(outcome(left, next)[0]).toContain("Exit code: 0");
  await left.model.close();
});
