// Which lines are told to be ours without parsing them: all that our writer writes, and none that anybody reads differently.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isOwnLayout } from "../../../../electron/adapters/rollout/continuing/own-layout";
import { says } from "../../../support/scripted-client";
import { TestServer } from "../../../support/test-server";

const AT = "2026-02-03T04:05:06.789Z";

test("every line of a session of ours is", async () => {
  const server = new TestServer({ onDisk: true, scripts: [says("Hello.")] });
  const client = await server.client();
  const { thread } = await client.ask("thread/start", { cwd: "/project" });
  const { turn } = await client.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text: 'say "hello"' }] });
  await server.runtime.turnEnd(thread.id, turn.id);
  const { path } = (await client.ask("thread/read", { threadId: thread.id })).thread;
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => !isOwnLayout(line))).toEqual([]);
});

test.each([
  ["no envelope", { a: 1 }],
  ["no time", { type: "cf_name", payload: { name: "n" } }],
  ["a time that is no text", { timestamp: 1, type: "cf_name", payload: { name: "n" } }],
  ["no payload", { timestamp: AT, type: "cf_name" }],
  ["a payload that is no object", { timestamp: AT, type: "cf_name", payload: "n" }],
  ["a type of another program", { timestamp: AT, type: "world_state", payload: {} }],
  ["an event of another program", { timestamp: AT, type: "event_msg", payload: { type: "exec_command_begin" } }],
  ["an item of another program", { timestamp: AT, type: "response_item", payload: { type: "web_search_call" } }],
  ["members in another order", { type: "cf_name", timestamp: AT, payload: { name: "n" } }],
])("%s: has to be looked at", (_name, value) => {
  expect(isOwnLayout(JSON.stringify(value))).toBe(false);
});
