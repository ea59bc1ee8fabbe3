// Rules of one folder are not taken along into another.
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { turnEnd } from "../support/black-box";
import type { HeardMessage } from "../support/headless-program";
import { tempFolder } from "../support/temp-folder";
import { hostileThread } from "./hostile-thread";

const shell = (command: string) => ["shell", { command }] as const;

test("cd and its likes out of the folder are asked about, although both commands are allowed in it", async () => {
  const cwd = path.join(tempFolder(), "workspace");
  const outside = tempFolder();
  mkdirSync(path.join(cwd, "sub"), { recursive: true });
  const params = { approvalPolicy: "onRequest", sandbox: "dangerFullAccess" };
  const { program, begin, model } = await hostileThread({ cwd, params, variables: { HOME: outside } });
  for (const pattern of ["cd *", "pushd *", "popd", "touch *"])
    await program.ask("rule/add", { folder: cwd, effect: "allow", pattern });
  const out = [
    `cd ${outside} && touch made`,
    `pushd ${outside}; touch made`,
    "cd; touch made",
    "cd - && touch made",
    "cd .. && touch made",
    "cd sub/../.. && touch made",
    "cd ~ && touch made",
    'cd "$HOME" && touch made',
    `cd -P ${outside} && touch made`,
    `(cd ${outside} && touch made)`,
  ];
  const turnId = await begin([out.map(shell), [shell("cd sub && touch below")]]);
  const asked: HeardMessage[] = [];
  const isNew = (heard: HeardMessage): boolean => heard.method?.endsWith("requestApproval") === true && !asked.includes(heard);
  for (;;) {
    const next = await Promise.race([program.hear(isNew), turnEnd(program, turnId)]);
    if (typeof next === "string") break;
    asked.push(next);
    program.send({ id: next.id ?? "", result: { decision: "decline" } });
  }
  expect(new Set(asked.map(({ params: question }) => question?.["command"]))).toEqual(new Set(out));
  expect(readdirSync(outside)).toEqual([]);
  expect(readdirSync(path.join(cwd, "sub"))).toEqual(["below"]);
  await model.close();
});
