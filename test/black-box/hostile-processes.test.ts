// Fifty commands at once that do not want to end, and the program that is killed, quits or is told to stop: nothing of it is left.
import { expect, onTestFinished, test } from "vitest";
import { blackBoxBreaches, startHeadless } from "../support/black-box";
import { createProcessMark } from "../support/process-count";
import { hostileThread } from "./hostile-thread";

const STUBBORN = [
  "sleep 900",
  "trap '' TERM HUP INT; sleep 900 & wait; sleep 900",
  "setsid sleep 900 & wait",
  "(setsid sh -c 'trap \"\" TERM; sleep 900; sleep 900' &) ; sleep 900",
  "nohup sleep 900 >/dev/null 2>&1 & sleep 900",
  "sh -c 'kill -STOP $$; sleep 900'",
  "setsid sh -c 'kill -STOP $$' & sleep 900",
  "exec -a '' sleep 900",
  "exec -a $'x) R 1 1 1 (\\n' sleep 900",
  "ulimit -u 4000; f() { f2 & f2; }; f2() { sleep 900 & sleep 900; }; f",
  "while :; do (setsid sleep 900 &); sleep 0.5; done",
  "cat /dev/zero | sleep 900",
  "yes | while read x; do :; done",
];

test.each(
  (["workspaceWrite", "dangerFullAccess"] as const).flatMap((sandbox) =>
    (["kill", "quit", "stop"] as const).map((how) => [sandbox, how] as const),
  ),
)(
  "%s: %s",
  async (sandbox, how) => {
    const mark = createProcessMark();
    onTestFinished(() => mark.living().forEach((pid) => process.kill(pid, "SIGKILL")));
    const params = { approvalPolicy: "never", sandbox, toolDispatch: "afterStream" };
    const { program, begin, place, threadId, model } = await hostileThread({ params, variables: mark.variable });
    const commands = Array.from({ length: 50 }, (_, at) => STUBBORN[at % STUBBORN.length] ?? "");
    const turnId = await begin([commands.map((command) => ["shell", { command: `echo up; ${command}` }] as const)]);
    const up = () =>
      new Set(
        program.heard
          .filter(({ method }) => method === "item/commandExecution/outputDelta")
          .map(({ params }) => params?.["itemId"]),
      );
    await program.hear(() => up().size === 50);
    expect(mark.living().length).toBeGreaterThan(50);
    if (how === "kill") {
      await program.end("SIGKILL");
      const next = await startHeadless(place);
      await next.ask("thread/resume", { threadId });
      await expect.poll(() => mark.living().filter((pid) => pid !== next.pid).length, { timeout: 10_000 }).toBe(0);
    } else if (how === "quit") {
      expect(await program.closeInput()).toBe(0);
      expect(mark.living()).toEqual([]);
    } else {
      await program.ask("turn/interrupt", { threadId, turnId });
      await program.hear(({ method }) => method === "turn/completed");
      expect(mark.living().filter((pid) => pid !== program.pid)).toEqual([]);
      expect(await blackBoxBreaches(program, threadId, place)).toEqual([]);
    }
    expect(program.stderr).toBe("");
    await model.close();
  },
  60_000,
);
