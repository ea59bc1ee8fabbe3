// Programs that the app runs outside of the sandbox are never ones that a command could have put there.
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { startHeadless } from "../support/black-box";
import { tempFolder } from "../support/temp-folder";
import { hostileThread } from "./hostile-thread";

const shell = (command: string) => ["shell", { command }] as const;
const plant = (name: string, victim: string) =>
  shell(`printf '#!/bin/sh\\ntouch ${victim}/planted\\n' > bin/${name}; chmod +x bin/${name}`);

test.each(["rg", "bwrap", "git", "bash", "sh", "ps"])("%s on a PATH that begins in the workspace", async (name) => {
  const cwd = tempFolder();
  const victim = tempFolder();
  mkdirSync(path.join(cwd, "bin"));
  const variables = { PATH: `${path.join(cwd, "bin")}:${process.env["PATH"] ?? ""}` };
  const params = { approvalPolicy: "never", sandbox: "workspaceWrite" };
  const { play, program, place, threadId, model } = await hostileThread({ cwd, params, variables });
  await play([plant(name, victim), ["grep", { pattern: "x" }], shell("true"), ["list_dir", { path: "." }]]);
  expect(existsSync(path.join(victim, "planted"))).toBe(false);
  await program.end("SIGTERM");
  const next = await startHeadless(place);
  await next.ask("settings/read", {});
  await next.ask("thread/resume", { threadId });
  expect(existsSync(path.join(victim, "planted"))).toBe(false);
  await model.close();
});
