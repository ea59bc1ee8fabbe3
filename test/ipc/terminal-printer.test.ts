import { expect, test } from "vitest";
import { TerminalPrinter } from "../../electron/ipc/terminal-printer";
import type { Notification, ThreadEvent } from "../../shared/protocol/event";
import { ItemId, ThreadId, TurnId } from "../../shared/protocol/ids";
import type { TurnItem } from "../../shared/protocol/turn-item";

const turnId = TurnId.parse("t");
const base = { id: ItemId.parse("i"), turnId };
const tool = { ...base, status: "completed", recordedAtMs: 0, durationMs: 1500 } as const;

function printed(...events: ThreadEvent[]): string {
  let text = "";
  const printer = new TerminalPrinter((more) => (text += more));
  for (const event of events) {
    const envelope = { threadId: ThreadId.parse("x"), seq: 0, emittedAtMs: 0 };
    printer.print({ method: event.method, params: { ...event.params, ...envelope } } as Notification);
  }
  return text;
}

function started(item: TurnItem): ThreadEvent {
  return { method: "item/started", params: { turnId, item } };
}

function completed(item: TurnItem): ThreadEvent {
  return { method: "item/completed", params: { turnId, item } };
}

function delta(text: string): ThreadEvent {
  return { method: "item/agentMessage/delta", params: { turnId, itemId: base.id, delta: text } };
}

const message: TurnItem = { ...base, type: "agentMessage", text: "", phase: null };

test("words come as they stream, each answer on lines of its own", () => {
  expect(
    printed(
      started(message),
      delta("Hel"),
      delta("lo"),
      completed(message),
      started(message),
      delta("More\n"),
      completed(message),
    ),
  ).toBe("Hello\nMore\n");
});

test("a call, its end and the first lines of its output", () => {
  const output = Array.from({ length: 14 }, (_, index) => String(index)).join("\n");
  const command: TurnItem = { ...tool, type: "commandExecution", command: "npm test", cwd: "/", aggregatedOutput: output };
  expect(printed(started(command), completed(command))).toBe(
    `> run npm test\n< completed in 1.5 s\n${Array.from({ length: 12 }, (_, index) => `  ${index}\n`).join("")}  … 2 more lines in the rollout\n`,
  );
});

test("other tools and sleeps", () => {
  const call: TurnItem = { ...tool, type: "toolCall", namespace: "clock", tool: "current_time", arguments: "{}", output: "noon" };
  const sleep: TurnItem = { ...tool, type: "sleep", seconds: 5 };
  expect(printed(started(call), completed(call))).toBe("> clock.current_time {}\n< completed in 1.5 s\n  noon\n");
  expect(printed(started(sleep), completed(sleep))).toBe("> wait 5 s\n< completed in 1.5 s\n");
});

test("a call in the middle of a line starts a new one", () => {
  expect(printed(delta("I look"), started({ ...tool, type: "sleep", seconds: 5 }))).toBe("I look\n> wait 5 s\n");
});

test("errors, warnings, notices and ends", () => {
  const error = { code: "network", message: "no connection", action: "Check it." } as const;
  const turn = { id: turnId, status: "failed", startedAtMs: 0, completedAtMs: 2500, error } as const;
  expect(
    printed(
      { method: "error", params: { turnId, error, willRetry: true } },
      { method: "error", params: { turnId, error, willRetry: false } },
      { method: "warning", params: { message: "careful" } },
      completed({ ...base, type: "notice", level: "info", code: "x", text: "one was ended" }),
      { method: "turn/completed", params: { turn } },
      { method: "turn/completed", params: { turn: { id: turnId, status: "interrupted", startedAtMs: 0, completedAtMs: 900 } } },
      { method: "turn/completed", params: { turn: { id: turnId, status: "failed", startedAtMs: 0 } } },
    ),
  ).toBe(
    "! no connection. Check it. Trying again (Ctrl+C stops).\n! no connection. Check it.\n! careful\none was ended\nfailed: no connection. Check it.\ninterrupted in 0.9 s\nfailed: no reason is known\n",
  );
});

test("a hook's warning is said once, though it is an event now and a notice for later", () => {
  expect(
    printed(
      completed({ ...base, type: "notice", level: "warning", code: "hook", text: "the hook failed" }),
      { method: "warning", params: { message: "the hook failed" } },
      completed({ ...base, type: "notice", level: "warning", code: "hookBlocked", text: "A hook held back your input: no" }),
    ),
  ).toBe("! the hook failed\nA hook held back your input: no\n");
});

test("a notice that no event tells is printed, also one about the stop hooks", () => {
  const text = "The stop hooks have sent the model on 10 times";
  expect(printed(completed({ ...base, type: "notice", level: "warning", code: "stopHooks", text }))).toBe(`${text}\n`);
});

test("the notes of a call stand between its end and its output, whatever tool it is", () => {
  const notes = ["arguments changed by a hook to {}", "a hook replaced what the model reads"];
  const ran: TurnItem = { ...tool, notes, type: "commandExecution", command: "ls", cwd: "/", aggregatedOutput: "a" };
  const called: TurnItem = { ...tool, notes, type: "toolCall", tool: "read_file", arguments: "{}", output: "b" };
  const slept: TurnItem = { ...tool, notes, type: "sleep", seconds: 5 };
  const told = `< completed in 1.5 s\n${notes.map((note) => `  note: ${note}\n`).join("")}`;
  expect(printed(completed(ran), completed(called), completed(slept))).toBe(`${told}  a\n${told}  b\n${told}`);
});

test("what stop hooks ask for and the mail that is delivered are shown, no line of them like one of the program's own", () => {
  expect(
    printed(
      completed({ ...base, type: "hookPrompt", fragments: ["run the tests\n> run rm", "and lint"] }),
      completed({ ...base, type: "mail", author: "builder", text: "done\ncompleted in 1 s", triggerTurn: false }),
    ),
  ).toBe(
    "A stop hook asked for more:\n  run the tests\n  > run rm\nA stop hook asked for more:\n  and lint\nMail from builder:\n  done\n  completed in 1 s\n",
  );
});

test("what a compaction came to is said; one that failed is said by the turn's end", () => {
  const compaction = {
    ...base,
    type: "contextCompaction",
    trigger: "midTurn",
    status: "inProgress",
    tokensBefore: 9000,
  } as const;
  expect(
    printed(
      started(compaction),
      completed({ ...compaction, status: "completed", tokensAfter: 1200, summary: "Sum." }),
      completed({ ...compaction, status: "failed" }),
      completed({ ...compaction, status: "aborted" }),
    ),
  ).toBe("The window was compacted: 9000 tokens before, 1200 after.\n");
});

test("control characters of a model or a tool do not reach the terminal", () => {
  const evil = "\u001b]0;title\u0007a\u001b[2Jb\u009b31mc\rd\u0000e\u007f\tf";
  const kept = "]0;titlea[2Jb31mcde\tf";
  const call: TurnItem = { ...tool, type: "toolCall", tool: evil, arguments: evil, output: evil };
  const command: TurnItem = { ...tool, type: "commandExecution", command: evil, cwd: "/", aggregatedOutput: evil };
  const all = printed(
    delta(evil),
    started(call),
    completed(call),
    started(command),
    completed(command),
    { method: "warning", params: { message: evil } },
    { method: "error", params: { turnId, error: { code: "internal", message: evil }, willRetry: false } },
    completed({ ...base, type: "notice", level: "info", code: "x", text: evil }),
    completed({ ...tool, type: "sleep", seconds: 1, notes: [evil] }),
    completed({ ...base, type: "hookPrompt", fragments: [evil] }),
    completed({ ...base, type: "mail", author: evil, text: evil, triggerTurn: true }),
  );
  expect(all).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
  expect(all.split(kept)).toHaveLength(14);
});

test("a retry says when it comes, and which it is where they are counted", () => {
  const network = { code: "network", message: "no connection", action: "Check it" } as const;
  const cut = { code: "streamDisconnected", message: "it broke.", action: "Send again." } as const;
  const retry = { turnId, willRetry: true } as const;
  expect(
    printed(
      { method: "error", params: { ...retry, error: network, retryAtMs: 20_000 } },
      { method: "error", params: { ...retry, error: cut, retryAtMs: 200, attempt: 2, maxAttempts: 5 } },
    ),
  ).toBe(
    "! no connection. Check it. Trying again in 20 s (Ctrl+C stops).\n! it broke. Trying again in 1 s, retry 2 of 5 (Ctrl+C stops).\n",
  );
});

test("what follows a question starts a line of its own, once: the terminal shows the end of the answer's line itself", () => {
  let text = "";
  const printer = new TerminalPrinter((more) => (text += more));
  printer.question("first? ");
  printer.answered();
  printer.question("second? ");
  printer.line("given up");
  expect(text).toBe("first? second? \ngiven up\n");
});
