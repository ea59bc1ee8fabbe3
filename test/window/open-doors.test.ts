import { EventEmitter } from "node:events";
import path from "node:path";
import type { App } from "electron";
import { beforeEach, expect, test } from "vitest";
import { readPositionals } from "../../electron/config";
import { listenForOpens } from "../../electron/window/open-doors";

let app: EventEmitter;
let log: unknown[];

beforeEach(() => {
  app = new EventEmitter();
  log = [];
});

function listen(...argv: string[]): void {
  listenForOpens(
    {
      // An emitter has every event; the app's type says which there are.
      app: app as unknown as Pick<App, "on">,
      positionals: (all) => readPositionals(all.slice(1)),
      onTarget: (target) => log.push(target),
      onShow: () => log.push("show"),
      onProblem: (words) => log.push(words),
    },
    { argv: ["counterfoil", ...argv], folder: path.resolve("/first") },
  );
}

function systemEvent(): { preventDefault: () => void } {
  return { preventDefault: () => log.push("prevented") };
}

test("paths and links among the arguments of the start are opened, options are not", () => {
  listen("a.jsonl", "--home", "/somewhere", "--ozone-platform=x11", "counterfoil://thread/abc", "--read-only");
  expect(log).toEqual([{ path: path.resolve("/first/a.jsonl") }, { threadId: "abc" }]);
});

test("a second start shows the window and opens what it was given, from where it was started", () => {
  listen();
  app.emit("second-instance", {}, ["counterfoil", "--allow-file-access-from-files", "b.jsonl"], path.resolve("/second"), null);
  expect(log).toEqual(["show", { path: path.resolve("/second/b.jsonl") }]);
});

test("open-file and open-url of macOS are taken, and kept from the system", () => {
  listen();
  app.emit("open-file", systemEvent(), "/home/me/c.jsonl");
  app.emit("open-url", systemEvent(), "counterfoil://thread/abc");
  app.emit("activate");
  expect(log).toEqual(["prevented", { path: "/home/me/c.jsonl" }, "prevented", { threadId: "abc" }, "show"]);
});

test("what cannot be opened is said, and opens nothing", () => {
  listen("https://example.com/");
  app.emit("open-url", systemEvent(), "counterfoil://thread/../x");
  expect(log).toEqual([
    '"https://example.com/" is neither a file nor a link to a session',
    "prevented",
    '"counterfoil://thread/../x" is no link to a session',
  ]);
});
