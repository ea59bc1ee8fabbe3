import { describe, expect, test } from "vitest";
import type { WorkspaceContext, WorkspaceFacts } from "../../electron/runtime/ports/workspace-context";
import { messageText, type ResponseItem } from "../../shared/protocol/response-item";
import { call, calls, says } from "../support/scripted-client";
import { TestRuntime, brief, countingIds } from "../support/test-session";
import { threadBreaches } from "../support/thread-breaches";

const FACTS: WorkspaceFacts = {
  shell: "bash",
  os: "Linux 6.1",
  instructions: [{ path: "/project/AGENTS.md", text: "Use tabs." }],
  temporaryFolder: "/tmp",
  problems: [],
};

/** A workspace whose facts a test changes. */
function workspace(facts: WorkspaceFacts | null = FACTS): WorkspaceContext & { facts: WorkspaceFacts | null } {
  return {
    facts,
    read() {
      return Promise.resolve(this.facts);
    },
  };
}

const INSTRUCTIONS = "# AGENTS.md instructions for /project\n\n<INSTRUCTIONS>\nUse tabs.\n</INSTRUCTIONS>";

/** The messages of a window or file, by role and their first line. */
function heads(items: readonly ResponseItem[]): string[] {
  return items.flatMap((item) => (item.type === "message" ? [`${item.role}: ${messageText(item).split("\n")[0]}`] : []));
}

const CONTEXT = [
  "developer: <permissions instructions>",
  "user: # AGENTS.md instructions for /project",
  "user: <environment_context>",
];

async function runtimeWith(place: WorkspaceContext, options: ConstructorParameters<typeof TestRuntime>[0] = {}) {
  const runtime = new TestRuntime({ workspace: place, ...options });
  const { id } = await runtime.startThread();
  const window = async (): Promise<readonly ResponseItem[]> => (await runtime.manager.open(id)).session.transcriptItems;
  return { runtime, id, window };
}

describe("issue 5 part 7 the context of the workspace", () => {
  test("is recorded once, in front of the person's first words, and not again while nothing changes", async () => {
    const { runtime, id, window } = await runtimeWith(workspace(), { scripts: [says("One."), says("Two.")] });
    await runtime.turn(id, "go");
    await runtime.turn(id, "again");
    expect(heads(await window())).toEqual([...CONTEXT, "user: go", "assistant: One.", "user: again", "assistant: Two."]);
    const texts = (await window()).map((item) => (item.type === "message" ? messageText(item) : ""));
    expect(texts[1]).toBe(INSTRUCTIONS);
    expect(texts[2]).toMatch(
      /^<environment_context>\n {2}<cwd>\/project<\/cwd>\n {2}<shell>bash<\/shell>\n {2}<os>Linux 6\.1<\/os>\n {2}<current_date>\d{4}-\d\d-\d\d<\/current_date>\n {2}<timezone>.+<\/timezone>\n<\/environment_context>$/,
    );
    expect(await threadBreaches(runtime, id, {})).toEqual([]);
  });

  test("stands in the file behind the turn's start and in front of the input, and people see it as context", async () => {
    const { runtime, id } = await runtimeWith(workspace(), { scripts: [says("One.")] });
    await runtime.turn(id, "go");
    expect(
      runtime
        .lines(id)
        .map((line) => brief(line).split("\n")[0])
        .slice(0, 8),
    ).toEqual(["session_meta", "cf_input start", "task_started", "turn_context", ...CONTEXT, "cf_input_end sampled"]);
    const { session } = await runtime.manager.open(id);
    const kinds = session.view.items.flatMap((item) => (item.type === "context" ? [item.kind] : []));
    expect(kinds).toEqual(["permissions", "instructions", "environment"]);
  });

  test("only what has changed is told again", async () => {
    const place = workspace();
    const { runtime, id, window } = await runtimeWith(place, { scripts: [says("One."), says("Two."), says("Three.")] });
    await runtime.turn(id, "go");
    place.facts = { ...FACTS, instructions: [{ path: "/project/AGENTS.md", text: "Use spaces." }] };
    await runtime.turn(id, "again");
    await runtime.turn(id, "and again");
    expect(heads((await window()).slice(5))).toEqual([
      "user: # AGENTS.md instructions for /project",
      "user: again",
      "assistant: Two.",
      "user: and again",
      "assistant: Three.",
    ]);
  });

  test("another day is told", async () => {
    const { runtime, id, window } = await runtimeWith(workspace(), { scripts: [says("One."), says("Two.")] });
    await runtime.turn(id, "go");
    await runtime.clock.advance(24 * 3_600_000);
    await runtime.turn(id, "again");
    expect(heads((await window()).slice(5))).toEqual(["user: <environment_context>", "user: again", "assistant: Two."]);
  });

  test("instructions that are gone are withdrawn, once", async () => {
    const place = workspace();
    const { runtime, id, window } = await runtimeWith(place, { scripts: [says("One."), says("Two."), says("Three.")] });
    await runtime.turn(id, "go");
    place.facts = { ...FACTS, instructions: [] };
    await runtime.turn(id, "again");
    await runtime.turn(id, "and again");
    const told = (await window()).flatMap((item) =>
      item.type === "message" && messageText(item).startsWith("# AGENTS") ? [messageText(item)] : [],
    );
    expect(told).toEqual([
      INSTRUCTIONS,
      "# AGENTS.md instructions for /project\n\n<INSTRUCTIONS>\nThere are no AGENTS.md instructions any more. Those above no longer hold.\n</INSTRUCTIONS>",
    ]);
  });

  test("instructions that never were are not spoken of", async () => {
    const { runtime, id, window } = await runtimeWith(workspace({ ...FACTS, instructions: [] }), { scripts: [says("One.")] });
    await runtime.turn(id, "go");
    expect(heads(await window()).slice(0, 3)).toEqual([CONTEXT[0], CONTEXT[2], "user: go"]);
  });

  test("a person's words that look like it are not taken for it", async () => {
    const place = workspace();
    const { runtime, id, window } = await runtimeWith(place, { scripts: [says("One."), says("Two.")] });
    await runtime.turn(id, "go");
    place.facts = { ...FACTS, instructions: [{ path: "/project/AGENTS.md", text: "Never mind." }] };
    await runtime.turn(id, "# AGENTS.md instructions for /project\n\n<INSTRUCTIONS>\nNever mind.\n</INSTRUCTIONS>");
    expect(heads((await window()).slice(5))).toEqual([
      "user: # AGENTS.md instructions for /project",
      "user: # AGENTS.md instructions for /project",
      "assistant: Two.",
    ]);
  });

  test("what cannot be read is a notice, once, and the turn goes on", async () => {
    const place = workspace({ ...FACTS, instructions: [], problems: ["/project/AGENTS.md could not be read: no"] });
    const { runtime, id } = await runtimeWith(place, { scripts: [says("One."), says("Two.")] });
    await runtime.turn(id, "go");
    await runtime.turn(id, "again");
    const notices = runtime.lines(id).flatMap((line) => (line.type === "cf_notice" ? [line.payload] : []));
    expect(notices).toEqual([{ level: "warning", code: "workspaceContext", text: "/project/AGENTS.md could not be read: no" }]);
  });

  test("a folder that does not answer holds nothing back for longer than 5 s", async () => {
    const { runtime, id, window } = await runtimeWith({ read: () => new Promise(() => undefined) }, { scripts: [says("One.")] });
    const startedAtMs = runtime.clock.nowMs();
    await runtime.turn(id, "go");
    expect(runtime.clock.nowMs() - startedAtMs).toBe(5000);
    expect(heads(await window())).toEqual(["user: go", "assistant: One."]);
    expect(runtime.lines(id).filter((line) => line.type === "cf_notice").length).toBe(1);
    expect(runtime.clock.deadlines).toEqual([]);
  });

  test("Stop while it is read ends the turn at once", async () => {
    const { runtime, id } = await runtimeWith({ read: () => new Promise(() => undefined) }, { scripts: [says("One.")] });
    const { session, turnId } = await runtime.until(runtime.start(id, "go"));
    await runtime.clock.advance(10);
    await runtime.until(session.interrupt());
    expect(await runtime.turnEnd(id, turnId)).toMatchObject({ params: { turn: { status: "interrupted" } } });
    expect(runtime.clock.deadlines).toEqual([]);
  });

  test("a session that is opened anew does not tell it again", async () => {
    const { runtime, id } = await runtimeWith(workspace(), { scripts: [says("One.")] });
    await runtime.turn(id, "go");
    const next = new TestRuntime({
      clock: runtime.clock,
      store: runtime.store.crashedAt(id, Infinity),
      ids: countingIds("next"),
      workspace: workspace(),
      scripts: [says("Two.")],
    });
    await next.turn(id, "again");
    expect(next.lines(id).filter((line) => brief(line).includes("<environment_context>")).length).toBe(1);
  });

  test("mail that starts a turn brings it too", async () => {
    const { runtime, id, window } = await runtimeWith(workspace(), { scripts: [says("One.")] });
    await runtime.until(runtime.mail(id, { text: "hello", triggerTurn: true }));
    await runtime.until((await runtime.manager.open(id)).session.idle());
    expect(heads(await window()).slice(0, 3)).toEqual(CONTEXT);
  });
});

describe("runtime.md §10 the context of a new window", () => {
  test("§10 asked for by the person: fresh context, the person's words, the summary", async () => {
    const place = workspace();
    const { runtime, id, window } = await runtimeWith(place, { scripts: [says("One."), says("All done."), says("Two.")] });
    await runtime.turn(id, "go");
    place.facts = { ...FACTS, instructions: [{ path: "/project/AGENTS.md", text: "Use spaces." }] };
    const { session, result } = await runtime.until(runtime.manager.compact(id));
    await runtime.until(session.idle());
    expect(result).toBeDefined();
    expect(heads(await window()).slice(0, 4)).toEqual([...CONTEXT, "user: go"]);
    expect((await window()).some((item) => item.type === "message" && messageText(item).includes("Use spaces."))).toBe(true);
    await runtime.turn(id, "again");
    expect(heads((await window()).slice(5))).toEqual(["user: again", "assistant: Two."]);
  });

  test("§10 within a turn it goes above the last message of the person", async () => {
    const { runtime, id, window } = await runtimeWith(workspace(), {
      scripts: [says("One."), calls(call("n", "new_context")), says("The summary."), says("Two.")],
    });
    await runtime.turn(id, "go");
    await runtime.turn(id, "and renew");
    expect(heads(await window()).slice(0, 5)).toEqual(["user: go", ...CONTEXT, "user: and renew"]);
  });

  test("§10 what this turn has brought stays as it is behind the summary, but for its context, which is fresh in front", async () => {
    const place = workspace();
    const { runtime, id, window } = await runtimeWith(place, {
      scripts: [{ ...says("One."), end: { type: "completed", usage: 900 } }, says("The summary."), says("Two.")],
      settings: { autoCompactTokenLimit: 800 },
    });
    await runtime.turn(id, "go");
    place.facts = { ...FACTS, os: "Linux 6.2" };
    await runtime.turn(id, "again");
    expect(heads(await window())).toEqual([
      ...CONTEXT,
      "user: go",
      "user: The conversation so far was compacted. The messages above are the person's own words and have been dealt with unless the summary says otherwise.",
      "user: again",
      "assistant: Two.",
    ]);
  });
});
