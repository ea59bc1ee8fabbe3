// Composition root of the stdio program: the window's server without a window (protocol.md §1). Logs go to stderr only.
import path from "node:path";
import { assembleAgent } from "./assembly";
import { readConfig, USAGE, UsageError } from "./config";
import { serveStdio } from "./ipc/stdio-transport";

async function main(): Promise<void> {
  const config = readConfig(process.argv.slice(2), process.env, "headless");
  if (config.terminal.wantsHelp) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const agent = assembleAgent(config, { workerFile: path.join(__dirname, "rollout-worker.cjs") });
  const stop = (): void => {
    process.stdin.destroy();
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  await serveStdio({ input: process.stdin, output: process.stdout, connect: agent.connect, stop: agent.stop });
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(error instanceof UsageError ? `${error.message}\n` : `headless: ${String(error)}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
