// Rules of one folder are not taken along into another.
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { turnEnd } from "../support/black-box";
import type { HeardMessage } from "../support/headless-program";
import { tempFolder } from "../support/temp-folder";
import { hostileThread, type HostileThread } from "./hostile-thread";

const shell = (command: string) => ["shell", { command }] as const;

/** Declines whatever is asked until the turn ends, and tells which commands were. */
async function declinedUntilEnd({ program }: HostileThread, turnId: string): Promise<ReadonlySet<unknown>> {
  const asked: HeardMessage[] = [];
  const isNew = (heard: HeardMessage): boolean => heard.method?.endsWith("requestApproval") === true && !asked.includes(heard);
  for (;;) {
    const next = await Promise.race([program.hear(isNew), turnEnd(program, turnId)]);
    if (typeof next === "string") return new Set(asked.map(({ params: question }) => question?.["command"]));
    asked.push(next);
    program.send({ id: next.id ?? "", result: { decision: "decline" } });
  }
}

test("cd and its likes out of the folder are asked about, although both commands are allowed in it", async () => {
  const cwd = path.join(tempFolder(), "workspace");
  const outside = tempFolder();
  mkdirSync(path.join(cwd, "sub"), { recursive: true });
  const params = { approvalPolicy: "onRequest", sandbox: "dangerFullAccess" };
  const thread = await hostileThread({ cwd, params, variables: { HOME: outside } });
  const { program, begin, model } = thread;
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
  expect(await declinedUntilEnd(thread, turnId)).toEqual(new Set(out));
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

const MAKEFILE = "all there:\n\ttouch made\n";

test("an option that takes a program into another folder is judged there too, as a cd is", async () => {
  const cwd = tempFolder();
  const outside = tempFolder();
  symlinkSync(outside, path.join(cwd, "link"));
  writeFileSync(path.join(cwd, "made"), "");
  writeFileSync(path.join(outside, "Makefile"), MAKEFILE);
  const params = { approvalPolicy: "never", sandbox: "dangerFullAccess" };
  const { program, play, model } = await hostileThread({ cwd, params });
  for (const pattern of ["git *", "make *", "tar *", "touch *"])
    await program.ask("rule/add", { folder: outside, effect: "deny", pattern });
  await play([shell("tar cf x.tar made")]);
  const lines = [
    `git -C ${outside} init -q made`,
    `git -C / -C ${outside.slice(1)} init -q made`,
    "git -C link init -q made",
    `git --git-dir=${outside}/made init -q`,
    `git --git-dir ${outside}/made --work-tree . init -q`,
    `d=${outside}; git -C $d init -q made`,
    `make -C ${outside}`,
    `make -kC${outside}`,
    `make --directory=${outside}`,
    `make --dir ${outside} there`,
    `make -C link`,
    `tar -C ${outside} -xf x.tar`,
    `tar xfC x.tar ${outside}`,
    `tar -xf x.tar --directory ${outside}`,
    `env -C${outside} touch made`,
    `env -iC ${outside} touch made`,
    `env --chd=${outside} touch made`,
    `env -S "-C ${outside} touch made"`,
    `find ${outside}/Makefile -execdir touch made ";"`,
    `timeout 5 make -C ${outside}`,
    `echo ${outside} | xargs -I@ make -C @`,
    `x="make -C ${outside}"; $x`,
    `CDPATH=${path.dirname(outside)}; cd ${path.basename(outside)}; touch made`,
    `f() { cd /; }; f; cd .${outside}; touch made`,
  ];
  for (const line of lines) {
    await play([shell(line)]);
    expect([line, readdirSync(outside)]).toEqual([line, ["Makefile"]]);
  }
  const { outputs } = await play([shell("git -C / --version"), shell("make -C / -n -p | head -1; touch fine")]);
  expect(outputs).toEqual([expect.stringContaining("git version"), expect.stringContaining("Entering directory")]);
  expect(readdirSync(cwd).sort()).toEqual(["fine", "link", "made", "x.tar"]);
  await model.close();
});

test("a link that the line itself makes is not followed by what lies there before it runs", async () => {
  const cwd = tempFolder();
  const outside = tempFolder();
  writeFileSync(path.join(outside, "Makefile"), MAKEFILE);
  const params = { approvalPolicy: "never", sandbox: "dangerFullAccess" };
  const { program, play, model } = await hostileThread({ cwd, params });
  for (const pattern of ["make *", "touch *"]) await program.ask("rule/add", { folder: outside, effect: "deny", pattern });
  const lines = [
    `ln -s ${outside} x && cd x && touch made`,
    `ln -s ${outside} x && make -C x`,
    `python3 -c 'import os; os.symlink("${outside}", "x")'; cd x && touch made`,
    `mkdir d; ln -s ${outside} d/x; cd d; cd x; touch made`,
    `(ln -s ${outside} x); (cd x; touch made)`,
    `for i in 1 2; do (cd x && touch made); ln -sn ${outside} x; done`,
    `{ sleep 0.3; cd x && touch made; } & ln -s ${outside} x; wait`,
    `{ sleep 0.3; cd x && touch made; } | ln -s ${outside} x`,
    `cat <(sleep 0.3; cd x && touch made) <(ln -s ${outside} x)`,
    `make -C x $(ln -s ${outside} x)`,
    `cd x$(ln -s ${outside} x) && touch made`,
    `mkdir x; cd x; mv ../x ${outside}/x; touch ../made`,
  ];
  for (const line of lines) {
    await play([shell(line)]);
    expect([line, readdirSync(outside)]).toEqual([line, ["Makefile"]]);
    for (const name of readdirSync(cwd)) rmSync(path.join(cwd, name), { recursive: true });
  }
  await play([shell("mkdir -p build && cd build && echo x > made")]);
  expect(readdirSync(path.join(cwd, "build"))).toEqual(["made"]);
  await model.close();
});

test("what is allowed in a folder is asked about where an option or a link of the line leads out of it", async () => {
  const cwd = path.join(tempFolder(), "workspace");
  const outside = tempFolder();
  mkdirSync(path.join(cwd, "sub"), { recursive: true });
  for (const folder of [outside, path.join(cwd, "sub")]) writeFileSync(path.join(folder, "Makefile"), MAKEFILE);
  const params = { approvalPolicy: "onRequest", sandbox: "dangerFullAccess" };
  const thread = await hostileThread({ cwd, params });
  const { program, begin, model } = thread;
  for (const pattern of ["cd *", "ln *", "touch *", "make *", "git *", "tar *"])
    await program.ask("rule/add", { folder: cwd, effect: "allow", pattern });
  const out = [
    `git -C ${outside} init -q made`,
    `git -C sub/../.. init -q made`,
    `git --work-tree=${outside} --git-dir=.git status`,
    `make -C ${outside}`,
    `make -C "$PWD"/../..`,
    "make -C ..",
    `tar -cf ${outside}/made -C ${outside} .`,
    `ln -s ${outside} x && cd x && touch made`,
    `ln -s ${outside} y && make -C y`,
  ];
  const turnId = await begin([out.map(shell), [shell("make -C sub && cd sub && touch below; make -C . there")]]);
  expect(await declinedUntilEnd(thread, turnId)).toEqual(new Set(out));
  expect(readdirSync(outside)).toEqual(["Makefile"]);
  expect(readdirSync(path.join(cwd, "sub")).sort()).toEqual(["Makefile", "below", "made"]);
  await model.close();
});
