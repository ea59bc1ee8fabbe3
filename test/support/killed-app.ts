// An app that is killed while its command runs: what is left of that is the test's business.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { newRunMark } from "../../electron/adapters/tools/abandoned-runs";
import type { ShellInvocation } from "../../electron/adapters/tools/shell-command";

/** An app in the smallest: starts the command as the tool does, says "started", and lives on. */
const APP = `
  const { file, args, environment } = JSON.parse(process.argv[1]);
  const child = require("node:child_process").spawn(file, args, { detached: true, env: environment, stdio: ["ignore", "pipe", "ignore", "pipe"] });
  child.stdout.once("data", () => console.log("started"));
  setInterval(() => 0, 1e6);
`;

/** Resolves once the command has printed something and its app has been killed. */
export async function killAppRunning(invocation: ShellInvocation): Promise<void> {
  const app = spawn(process.execPath, ["-e", APP, JSON.stringify(invocation)], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    app.kill("SIGKILL");
  });
  await once(app.stdout, "data");
  const exit = once(app, "exit");
  app.kill("SIGKILL");
  await exit;
}

/** A run of another app, which lives until `end`: before that no start of a third one, in a test beside this one, ends what it has left behind. */
export function runOfAnotherApp(): { readonly mark: string; readonly end: () => Promise<void> } {
  const owner = spawn("sleep", ["300"], { stdio: "ignore" });
  const exit = once(owner, "exit");
  const end = async (): Promise<void> => {
    owner.kill("SIGKILL");
    await exit;
  };
  onTestFinished(end);
  return { mark: newRunMark().replace(String(process.pid), String(owner.pid)), end };
}
