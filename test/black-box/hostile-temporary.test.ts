// The folder that stands in the place of /tmp in the sandbox: no command can put another one there, and none is left on the disk.
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startHeadless } from "../support/black-box";
import { tempFolder } from "../support/temp-folder";
import { hostileThread } from "./hostile-thread";

const shell = (command: string) => ["shell", { command }] as const;
const FREE = { approvalPolicy: "never", sandbox: "workspaceWrite" };

test("where the machine's temporary folder lies in the workspace, a link in its place leads nowhere", async () => {
  const cwd = tempFolder();
  const victim = tempFolder();
  mkdirSync(path.join(cwd, "tmp"));
  const { play, model } = await hostileThread({ cwd, params: FREE, variables: { TMPDIR: path.join(cwd, "tmp") } });
  const replace = `cd tmp; for root in *; do for one in "$root"/*; do mv "$one" "$one.old" && ln -s ${victim} "$one"; done; done; ls -R`;
  const { outputs } = await play([shell("echo mine > /tmp/kept"), shell(replace), shell("touch /tmp/written; cat /tmp/kept")]);
  expect(readdirSync(victim)).toEqual([]);
  expect(outputs[2]).toContain("mine");
  await model.close();
});

test("what a killed program has left goes when the next one quits", async () => {
  const temporary = tempFolder();
  const { play, program, place, threadId, model } = await hostileThread({ params: FREE, variables: { TMPDIR: temporary } });
  await play([shell("head -c 1000 /dev/zero > /tmp/left; mkdir -m 0 /tmp/closed")]);
  await program.end("SIGKILL");
  const next = await startHeadless(place);
  await next.ask("thread/resume", { threadId });
  expect(await next.closeInput()).toBe(0);
  expect(readdirSync(temporary)).toEqual([]);
  expect(readdirSync(place.home, { recursive: true }).filter((name) => String(name).endsWith("left"))).toEqual([]);
  await model.close();
});
