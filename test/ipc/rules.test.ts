import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { CommandRule } from "../../shared/protocol/permission";
import { TestServer } from "../support/test-server";

const rule: CommandRule = { folder: "/project", effect: "allow", pattern: "git status *" };

test("protocol.md §2: rule/add, rule/list and rule/delete keep the rules in HOME/rules.json", async () => {
  const server = new TestServer();
  const client = await server.client();
  expect(await client.ask("rule/list", {})).toEqual({ rules: [] });
  await client.ask("rule/add", rule);
  await client.ask("rule/add", { ...rule, effect: "deny", pattern: "*" });
  expect(await client.ask("rule/list", {})).toEqual({ rules: [rule, { ...rule, effect: "deny", pattern: "*" }] });
  expect(JSON.parse(readFileSync(join(server.home, "rules.json"), "utf8"))).toEqual(await client.ask("rule/list", {}));
  await client.ask("rule/delete", rule);
  expect(await client.ask("rule/list", {})).toEqual({ rules: [{ ...rule, effect: "deny", pattern: "*" }] });
});

test("bug report 146: rule/add refuses, with words, what may never be always allowed", async () => {
  const server = new TestServer();
  const client = await server.client();
  await expect(client.ask("rule/add", { ...rule, pattern: "python *" })).rejects.toThrow("“python” runs whatever it is given");
  await expect(client.ask("rule/add", { ...rule, folder: "project" })).rejects.toThrow("A rule needs the whole path of a folder");
  await expect(client.ask("rule/delete", rule)).rejects.toThrow("there is no such rule");
});

test("rule/list tells what is wrong with a broken file, and rule/add does not write over it", async () => {
  const server = new TestServer();
  const client = await server.client();
  const file = join(server.home, "rules.json");
  writeFileSync(file, '{ "rules": [\n  nothing\n] }');
  await expect(client.ask("rule/list", {})).rejects.toThrow("rules.json line 2: a value is expected");
  await expect(client.ask("rule/add", rule)).rejects.toThrow("rules.json line 2");
  expect(readFileSync(file, "utf8")).toBe('{ "rules": [\n  nothing\n] }');
});

test("a program that was started read-only adds and deletes no rules", async () => {
  const server = new TestServer({ readOnly: true });
  const client = await server.client();
  await expect(client.ask("rule/add", rule)).rejects.toThrow();
  await expect(client.ask("rule/delete", rule)).rejects.toThrow();
  expect(await client.ask("rule/list", {})).toEqual({ rules: [] });
});
