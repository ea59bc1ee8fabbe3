import { expect, test } from "vitest";
import { approvalFacts } from "../../../electron/runtime/tools/approval-facts";
import type { Permissions } from "../../../electron/runtime/ports/permissions";
import type { CommandRule } from "../../../shared/protocol/permission";

const rules: readonly CommandRule[] = ["/session", "/other"].flatMap((folder) =>
  (["allow", "deny"] as const).map((effect) => ({ folder, effect, pattern: `${effect} in ${folder}` })),
);

const permissions: Permissions = {
  readCommand: () => ({ type: "unclear", why: "it is a test", segments: [] }),
  rulesFor: (folder) => Promise.resolve(rules.filter((rule) => rule.folder === folder)),
  sandboxState: () => Promise.resolve({ isEnforced: false, reason: "it is a test" }),
  guards: [],
};

const sources = {
  cwd: "/session",
  policy: "onRequest",
  sandbox: { mode: "workspaceWrite", hasNetwork: false },
  permissions,
  grants: new Set<string>(),
} as const;

const command = (cwd: string) => ({ kind: "command", command: "ls", cwd }) as const;

test("what is denied where the session or the command stands counts, what is allowed only where the command stands", async () => {
  const { rules: found } = await approvalFacts(command("/other"), sources);
  expect(found?.map(({ pattern }) => pattern)).toEqual(["allow in /other", "deny in /other", "deny in /session"]);
});

test("the rules of every folder that a cd may lead to are asked for by its way", async () => {
  const segments = [
    { words: ["cd", "/a"], hasSideEffects: false, isRunner: false, elsewhere: ["/a", null] },
    { words: ["ls"], hasSideEffects: false, isRunner: false, elsewhere: ["/a", null] },
  ] as const;
  const told: Permissions = {
    ...permissions,
    readCommand: () => ({ type: "understood", segments }),
    rulesFor: (folder, way) => Promise.resolve([{ folder, effect: "deny", pattern: String(way) }]),
  };
  const { rulesElsewhere } = await approvalFacts(command("/other"), { ...sources, permissions: told });
  expect(rulesElsewhere).toEqual(
    new Map([
      ["/a", [{ folder: "/other", effect: "deny", pattern: "/a" }]],
      [null, [{ folder: "/other", effect: "deny", pattern: "null" }]],
    ]),
  );
});

test("what is denied anywhere counts where commands may run that are not seen, for they may run anywhere", async () => {
  const anywhere = async (hidesCommands: boolean) => {
    const told: Permissions = {
      ...permissions,
      readCommand: () => ({ type: "unclear", why: "it is a test", segments: [], hidesCommands }),
      rulesFor: (folder, way) => Promise.resolve([{ folder, effect: "deny", pattern: String(way) }]),
    };
    return [...(await approvalFacts(command("/other"), { ...sources, permissions: told })).rulesElsewhere.keys()];
  };
  expect(await anywhere(true)).toEqual([null]);
  expect(await anywhere(false)).toEqual([]);
});

test("rules that cannot be read are not the same as none", async () => {
  const broken: Permissions = { ...permissions, rulesFor: () => Promise.reject(new Error("rules.json line 1")) };
  expect((await approvalFacts(command("/session"), { ...sources, permissions: broken })).rules).toBeNull();
});

test("why the sandbox does not hold is a fact, also that it was not wanted", async () => {
  expect((await approvalFacts(command("/session"), sources)).unconfined).toBe("it is a test");
  const sandbox = { mode: "dangerFullAccess", hasNetwork: true } as const;
  expect((await approvalFacts(command("/session"), { ...sources, sandbox })).unconfined).toBe("full access was chosen");
});
