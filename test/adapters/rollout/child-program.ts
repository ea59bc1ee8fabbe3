// Another process for the tests of locks and crashes. It does one thing, says each step on standard output and lives until it is killed or its input ends.
import { once } from "node:events";
import { acquireLock } from "../../../electron/adapters/rollout/lock";
import { createContinuationReader } from "../../../electron/adapters/rollout/continuing/read-continuation";
import { createJsonlStore } from "../../../electron/adapters/rollout/jsonl-store";
import { errorMessage } from "../../../electron/runtime/errors";
import { ThreadId } from "../../../shared/protocol/ids";

const [task, target = "", id = ""] = process.argv.slice(2);

function say(word: string): void {
  process.stdout.write(`${word}\n`);
}

/** Takes the lock when told to, gives it back when the input ends. */
async function hold(path: string): Promise<void> {
  say("ready");
  await once(process.stdin, "data");
  const lock = await acquireLock(path, Date.now()).catch((error: unknown) => errorMessage(error));
  if (typeof lock === "string") return say(`refused ${lock}`);
  say("held");
  await once(process.stdin, "end");
  await lock.release();
}

/** Appends one line after the other and says the number of each once it is acknowledged. */
async function write(home: string, threadId: ThreadId): Promise<void> {
  const clock = { nowMs: () => Date.now(), describe: () => ({ utc: "", local: "2026-10-05 12:00:00", zone: "UTC" }) };
  const writer = createJsonlStore({ home, clock, continuation: createContinuationReader() }).create(threadId, Date.now());
  for (let n = 1; ; n += 1) {
    const { line } = await writer.append([JSON.stringify({ n, filler: "x".repeat(2000) })], { barrier: n % 10 === 0 });
    say(String(line));
  }
}

await (task === "write" ? write(target, ThreadId.parse(id)) : hold(target));
