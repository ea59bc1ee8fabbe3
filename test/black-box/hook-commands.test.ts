// Hooks as commands that behave in any way (protocol.md §6): the turn always ends, a fault is a warning that says what happened, and only what is an
// answer is heeded.
import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { eventsOf, linesOf, startHeadless, startThread, startTurn, turnEnd, type Place } from "../support/black-box";
import { createProcessMark } from "../support/process-count";
import { call, completed, created, message } from "../support/provider-events";
import { reply, startScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";
import { eventBreaches, lineBreaches } from "../support/transcript-invariants";

const EVENTS = ["userPromptSubmit", "preToolUse", "postToolUse", "stop", "afterTurn"];

/** What a hook does, and what the person is told; null: nothing. */
const BEHAVIOURS: readonly [name: string, command: string, warning: RegExp | null][] = [
  ["passes", "true", null],
  ["reads nothing and closes its input", "exec <&-; sleep 0.05", null],
  ["writes to stderr only", "echo log >&2", null],
  ["says an empty object", "echo '{}'", null],
  ["fails", "echo broken >&2; exit 3", /failed with exit code 3 and was ignored \(broken\)/],
  ["blocks without a reason", "exit 2", /gave no reason on stderr/],
  ["prints garbage", "echo '<html>'", /not JSON/],
  ["prints half an object", `printf '{"decision":'`, /not JSON/],
  ["prints an array", "echo '[1]'", /JSON of another form/],
  ["prints bytes that are no text", "printf '\\377\\376\\000'", /not JSON/],
  ["prints without end", "yes", /printed more than 1 MiB|did not end within/],
  ["prints two megabytes", "head -c 2000000 /dev/zero | tr '\\0' x", /printed more than 1 MiB/],
  ["complains in two megabytes", "head -c 2000000 /dev/zero | tr '\\0' x >&2; exit 1", /failed with exit code 1/],
  ["kills itself", "kill -9 $$", /exit code 137|SIGKILL/],
  ["does not exist", "./no-such-hook", /could not be run, exit code 127/],
  ["sleeps too long", "sleep 4720", /did not end within 0.3 s/],
  ["leaves somebody behind that holds its output", "(trap '' TERM; setsid sleep 4720) & echo '{}'", null],
];

describe.skipIf(process.platform === "win32")("a hook that", () => {
  test.each(BEHAVIOURS)("%s", async (_name, command, warning) => {
    const model = await startScriptedModel(({ input }) =>
      input.some(({ type }) => type === "function_call_output")
        ? reply(created(), message("Done."), completed())
        : reply(created(), call("l", "list_dir", { path: "." }), completed()),
    );
    const mark = createProcessMark();
    const place: Place = { home: tempFolder(), baseUrl: model.baseUrl, variables: mark.variable };
    const isEndless = warning?.source.includes("did not end") ?? false;
    const hook = { command, ...(isEndless ? { timeoutMs: 300 } : {}) };
    const hooks = Object.fromEntries(EVENTS.map((event) => [event, [hook]]));
    writeFileSync(path.join(place.home, "settings.json"), JSON.stringify({ hooks }));
    const program = await startHeadless(place);
    const threadId = await startThread(program, tempFolder());
    expect(await turnEnd(program, await startTurn(program, threadId, "go"))).toBe("completed");
    const warnings = eventsOf(program, threadId).flatMap((event) => (event.method === "warning" ? [event.params.message] : []));
    expect(warnings.map((words) => /^The hook (\w+):0 /.exec(words)?.[1])).toEqual(warning === null ? [] : EVENTS);
    for (const words of warnings) expect(words).toMatch(warning ?? "");
    const lines = linesOf(place.home, threadId);
    const notices = lines.flatMap((line) => (line.type === "cf_notice" ? [line.payload.text] : []));
    expect(notices).toEqual(warnings);
    expect(lineBreaches(lines, true)).toEqual([]);
    expect(eventBreaches(eventsOf(program, threadId))).toEqual([]);
    if (process.platform === "linux") expect(mark.living()).toEqual([program.pid]);
    expect(program.stderr).toBe("");
    await model.close();
  });
});
