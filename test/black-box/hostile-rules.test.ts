// Rules of one folder are not taken along into another.
import { mkdirSync, readdirSync, symlinkSync } from "node:fs";
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

test("what a folder denies is refused behind a cd from elsewhere too, however it is gone there", async () => {
  const cwd = tempFolder();
  const outside = tempFolder();
  symlinkSync(outside, path.join(cwd, "link"));
  const params = { approvalPolicy: "never", sandbox: "dangerFullAccess" };
  const { program, play, model } = await hostileThread({ cwd, params, variables: { CDPATH: outside } });
  mkdirSync(path.join(outside, "below"));
  await program.ask("rule/add", { folder: outside, effect: "deny", pattern: "touch *" });
  await play([
    shell(`cd ${outside} && touch made`),
    shell("cd link; touch made"),
    shell(`(cd / && cd ${outside.slice(1)} && touch made)`),
    shell(`pushd ${outside}; touch made`),
    shell(`x=${outside}; cd $x; touch made`),
    shell(`env -C ${outside} touch made`),
    shell(`bash -c "cd ${outside}; touch made"`),
    shell("cd below; touch made"),
    shell(`cd ${outside}; ls; cd -; true`),
  ]);
  expect(readdirSync(outside)).toEqual(["below"]);
  expect(readdirSync(path.join(outside, "below"))).toEqual([]);
  await play([shell("touch made"), shell("cd / && true")]);
  expect(readdirSync(cwd).sort()).toEqual(["link", "made"]);
  await model.close();
});
