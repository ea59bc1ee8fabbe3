import { describe, expect, test } from "vitest";
import { createCommandReader } from "../../../electron/adapters/permissions/read-command";
import { type ApprovalFacts, decideApproval, grantsOf } from "../../../electron/runtime/tools/decide-approval";
import type { ApprovalSubject } from "../../../shared/protocol/approval";
import type { CommandRule } from "../../../shared/protocol/permission";
import type { ApprovalPolicy, SandboxMode } from "../../../shared/protocol/thread";

const read = createCommandReader("/bin/bash");
const command = (text: string, outsideSandbox = false): ApprovalSubject => ({
  kind: "command",
  command: text,
  cwd: "/project",
  ...(outsideSandbox ? { outsideSandbox } : {}),
});
const patch: ApprovalSubject = {
  kind: "fileChange",
  cwd: "/project",
  changes: [{ path: "a", kind: "update", diff: "" }],
};
const question: ApprovalSubject = { kind: "userInput", questions: [{ id: "q", question: "Which?" }] };
const allow: CommandRule = { folder: "/project", effect: "allow", pattern: "git *" };
const deny: CommandRule = { folder: "/project", effect: "deny", pattern: "git push *" };

function facts(subject: ApprovalSubject, over: Partial<ApprovalFacts> = {}): ApprovalFacts {
  return {
    subject,
    policy: "onRequest",
    mode: "workspaceWrite",
    unconfined: null,
    reading: subject.kind === "command" ? read(subject.command) : null,
    rules: [],
    rulesElsewhere: new Map(),
    grants: new Set(),
    ...over,
  };
}

/** In a word: by what it runs, that it is asked, or that it is refused. */
function outcome(subject: ApprovalSubject, over: Partial<ApprovalFacts> = {}): string {
  const verdict = decideApproval(facts(subject, over));
  return verdict.type === "run" && verdict.by !== null ? `run by ${verdict.by}` : verdict.type;
}

type Row = readonly [ApprovalPolicy, SandboxMode, "holds" | "does not hold", string];

describe("a runner that is given the name of what a rule denies", () => {
  test.each(["ssh there git push", 'python -c \'run(["git", "push"])\'', "hyperfine 'git push'", "prlimit /usr/bin/GIT push"])(
    "%s: it is asked about, with that rule, and under never refused",
    (line) => {
      const verdict = decideApproval(facts(command(line), { rules: [deny] }));
      expect(verdict).toMatchObject({
        type: "ask",
        warnings: ["It may run what is denied by the rule “deny git push * in /project”."],
      });
      expect(outcome(command(line), { policy: "never", rules: [deny] })).toBe("refuse");
      expect(outcome(command(line))).toBe("run");
    },
  );

  test.each(["python digit.py", "node x.js", "echo git push", "make git"])("%s is none", (line) => {
    expect(outcome(command(line), { rules: [deny] })).toBe("run");
  });

  test("where any program is denied by its words, every runner may be it", () => {
    const any: CommandRule = { ...deny, pattern: "* push *" };
    expect(outcome(command("node x.js"), { rules: [any] })).toBe("ask");
  });
});

describe("a cd into a folder that denies commands", () => {
  const behind = new Map([
    ["/a", [deny]],
    [null, [deny]],
  ]);

  test.each(["onRequest", "always", "never"] as const)("under %s what is denied there is refused", (policy) => {
    expect(outcome(command("cd /a && git push"), { policy, rulesElsewhere: behind })).toBe("refuse");
  });

  test("where it leads is not known: it is asked about, and under never refused", () => {
    expect(outcome(command('cd "$x" && make'), { rulesElsewhere: behind })).toBe("ask");
    expect(outcome(command('cd "$x" && make'), { policy: "never", rulesElsewhere: behind })).toBe("refuse");
    expect(outcome(command('cd "$x" && make'))).toBe("run");
  });
});

describe("protocol.md §6: the whole table of policies and sandboxes", () => {
  const rows = (subject: ApprovalSubject, table: readonly Row[]): void => {
    test.each(table)(`${subject.kind}: %s, %s that %s: %s`, (policy, mode, holds, expected) => {
      expect(outcome(subject, { policy, mode, unconfined: holds === "holds" ? null : "no sandbox" })).toBe(expected);
    });
  };

  rows(command("ls"), [
    ["onRequest", "readOnly", "holds", "run"],
    ["onRequest", "workspaceWrite", "holds", "run"],
    ["onRequest", "readOnly", "does not hold", "ask"],
    ["onRequest", "workspaceWrite", "does not hold", "ask"],
    ["onRequest", "dangerFullAccess", "does not hold", "ask"],
    ["always", "readOnly", "holds", "ask"],
    ["always", "workspaceWrite", "holds", "ask"],
    ["always", "readOnly", "does not hold", "ask"],
    ["always", "workspaceWrite", "does not hold", "ask"],
    ["always", "dangerFullAccess", "does not hold", "ask"],
    ["never", "readOnly", "holds", "run"],
    ["never", "workspaceWrite", "holds", "run"],
    ["never", "readOnly", "does not hold", "refuse"],
    ["never", "workspaceWrite", "does not hold", "run"],
    ["never", "dangerFullAccess", "does not hold", "run"],
  ]);
  rows(command("ls", true), [
    ["onRequest", "readOnly", "holds", "ask"],
    ["onRequest", "workspaceWrite", "holds", "ask"],
    ["onRequest", "workspaceWrite", "does not hold", "ask"],
    ["onRequest", "dangerFullAccess", "does not hold", "ask"],
    ["always", "workspaceWrite", "holds", "ask"],
    ["never", "readOnly", "holds", "refuse"],
    ["never", "workspaceWrite", "holds", "refuse"],
    ["never", "workspaceWrite", "does not hold", "refuse"],
    ["never", "dangerFullAccess", "does not hold", "run"],
  ]);
  rows(patch, [
    ["onRequest", "readOnly", "holds", "ask"],
    ["onRequest", "workspaceWrite", "holds", "run"],
    ["onRequest", "workspaceWrite", "does not hold", "ask"],
    ["onRequest", "dangerFullAccess", "does not hold", "ask"],
    ["always", "readOnly", "holds", "ask"],
    ["always", "workspaceWrite", "holds", "ask"],
    ["always", "dangerFullAccess", "does not hold", "ask"],
    ["never", "readOnly", "holds", "refuse"],
    ["never", "readOnly", "does not hold", "refuse"],
    ["never", "workspaceWrite", "holds", "run"],
    ["never", "workspaceWrite", "does not hold", "run"],
    ["never", "dangerFullAccess", "does not hold", "run"],
  ]);
  rows(question, [
    ["onRequest", "workspaceWrite", "holds", "ask"],
    ["always", "readOnly", "holds", "ask"],
    ["never", "dangerFullAccess", "does not hold", "ask"],
  ]);
});

describe("rules", () => {
  const unconfined = "no sandbox";

  test.each([
    ["onRequest", "run by rule"],
    ["always", "ask"],
    ["never", "run"],
  ] as const)("under %s an allowed command: %s", (policy, expected) => {
    expect(outcome(command("git status"), { policy, rules: [allow], unconfined })).toBe(expected);
  });

  test.each(["onRequest", "always", "never"] as const)(
    "under %s a denied command is refused, with the rule's words",
    (policy) => {
      const verdict = decideApproval(facts(command("git push"), { policy, rules: [allow, deny] }));
      expect(verdict).toEqual({ type: "refuse", reason: "the rule “deny git push * in /project”" });
    },
  );

  test.each(["onRequest", "always", "never"] as const)(
    "under %s what was allowed for the session is denied all the same",
    (policy) => {
      const subject = command("git push");
      expect(outcome(subject, { policy, rules: [deny], grants: new Set(grantsOf(facts(subject))) })).toBe("refuse");
    },
  );

  test("bug report 149: “deny all + allow some” denies all, “allow all of one + deny some” allows the rest", () => {
    const everything: CommandRule = { ...deny, pattern: "*" };
    expect(outcome(command("git status"), { rules: [everything, allow] })).toBe("refuse");
    expect(outcome(command("git status"), { rules: [allow, everything] })).toBe("refuse");
    expect(outcome(command("git status"), { rules: [allow, deny], unconfined })).toBe("run by rule");
    expect(outcome(command("git push"), { rules: [allow, deny], unconfined })).toBe("refuse");
  });

  test.each([
    ["onRequest", "ask"],
    ["always", "ask"],
    ["never", "refuse"],
  ] as const)("under %s a command that may hide a denied one: %s, also in the sandbox", (policy, expected) => {
    expect(outcome(command("$x push"), { policy, rules: [deny] })).toBe(expected);
    expect(outcome(command("$x push"), { policy, rules: [allow] })).toBe(policy === "always" ? "ask" : "run");
  });

  test.each([
    ["onRequest", "ask"],
    ["always", "ask"],
    ["never", "refuse"],
  ] as const)("under %s, when the rules cannot be read: %s", (policy, expected) => {
    const subject = command("git status");
    expect(outcome(subject, { policy, rules: null })).toBe(expected);
    expect(outcome(subject, { policy, rules: null, grants: new Set(grantsOf(facts(subject))) })).toBe(expected);
  });

  test("no rule lets a command out of the sandbox, and none is suggested for that", () => {
    const verdict = decideApproval(facts(command("git status", true), { rules: [allow] }));
    expect(verdict).toMatchObject({ type: "ask", suggestedRule: null, warnings: ["It would run without the sandbox."] });
  });
});

describe("what was allowed for the session", () => {
  const unconfined = "no sandbox";

  test("counts for exactly the same command, folder and place in or out of the sandbox", () => {
    const grants = new Set(grantsOf(facts(command("git status"), { unconfined })));
    const over = { policy: "always", unconfined, grants } as const;
    expect(outcome(command("git status"), over)).toBe("run by session");
    expect(outcome(command("git  status"), over)).toBe("ask");
    expect(outcome(command("git status", true), over)).toBe("ask");
    expect(outcome({ kind: "command", command: "git status", cwd: "/other" }, over)).toBe("ask");
  });

  test("with the sandbox around it counts only while that holds; without it, also with it", () => {
    const subject = command("git status");
    const inSandbox = new Set(grantsOf(facts(subject)));
    const without = new Set(grantsOf(facts(subject, { unconfined })));
    expect(outcome(subject, { policy: "always", grants: inSandbox })).toBe("run by session");
    expect(outcome(subject, { policy: "always", grants: inSandbox, unconfined })).toBe("ask");
    expect(outcome(subject, { policy: "always", grants: without })).toBe("run by session");
    expect(outcome(patch, { mode: "readOnly", grants: new Set(grantsOf(facts(patch))) })).toBe("ask");
  });

  test("counts for changes of the same files, all of them", () => {
    const grants = new Set(grantsOf(facts(patch)));
    const both: ApprovalSubject = { ...patch, changes: [...patch.changes, { path: "b", kind: "add", diff: "" }] };
    expect(outcome(patch, { policy: "always", grants })).toBe("run by session");
    expect(outcome(both, { policy: "always", grants })).toBe("ask");
  });

  test("counts for nothing under never in a read-only sandbox", () => {
    expect(
      outcome(patch, { policy: "never", mode: "readOnly", grants: new Set(grantsOf(facts(patch, { mode: "readOnly" }))) }),
    ).toBe("refuse");
  });
});

describe("how it is asked", () => {
  const asked = (text: string, over: Partial<ApprovalFacts> = {}) =>
    decideApproval(facts(command(text), { unconfined: "no sandbox", ...over }));

  test("bug report 148: what cannot be seen, what stands far away and what is not understood is said", () => {
    expect(asked(`ls \u200b${" ".repeat(60)}; $x`)).toEqual({
      type: "ask",
      warnings: [
        "the command holds the invisible character U+200B",
        "a part of the command stands behind a long run of blanks",
        "Not all of it is understood: the name of a command is known only when it runs; it holds characters that cannot be seen.",
      ],
      canRemember: false,
      suggestedRule: null,
    });
  });

  test("a plain command may be remembered and allowed by a rule", () => {
    expect(asked("git status -s")).toEqual({ type: "ask", warnings: [], canRemember: true, suggestedRule: "git status *" });
    expect(asked("git status -s", { policy: "always" })).toMatchObject({ canRemember: true, suggestedRule: null });
  });

  test("bug report 146: a runner can neither be remembered nor allowed by a rule", () => {
    expect(asked("npx thing")).toEqual({ type: "ask", warnings: [], canRemember: false, suggestedRule: null });
  });
});
