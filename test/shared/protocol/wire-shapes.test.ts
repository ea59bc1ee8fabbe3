// Pins the wire: a change of any shape that crosses a door or stands in a rollout fails here, and has to be a decision.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { serverRequests } from "../../../shared/protocol/approval";
import { RpcResponse, commands, windowCommands } from "../../../shared/protocol/command";
import {
  eventParams,
  fileEventParams,
  parseFileEvent,
  parseNotification,
  type EventMethod,
} from "../../../shared/protocol/event";
import { ResponseItem } from "../../../shared/protocol/response-item";
import { encodeLine, parseLine } from "../../../shared/protocol/rollout-line";
import { TurnItem } from "../../../shared/protocol/turn-item";
import { WindowPush } from "../../../shared/protocol/window-push";
import { fixture, jsonFiles } from "../../support/json-files";
import { unusedProperties } from "./unused-properties";

const fileName = (method: string): string => method.replaceAll("/", "-");
const itemSchemas = new Map(TurnItem.options.map((option) => [option.shape.type.value, option]));

describe("notifications", () => {
  const files = jsonFiles("protocol", "notification");

  test("each has its fixture", () => {
    expect([...files.keys()]).toEqual(Object.keys(eventParams).map(fileName).toSorted());
  });

  test.each([...files])("%s", (name, value) => {
    const { method, params } = z
      .object({
        method: z.custom<EventMethod>((text) => typeof text === "string" && Object.hasOwn(eventParams, text)),
        params: z.unknown(),
      })
      .parse(value);
    expect(fileName(method)).toBe(name);
    expect(parseNotification(value)).toEqual(value);
    const itemsShownElsewhere = (path: string): boolean => !/^\.(item|thread|turn)\./.test(path);
    expect(unusedProperties(eventParams[method], [params]).filter(itemsShownElsewhere)).toEqual([]);
  });

  test("one of a kind that this version does not know is kept", () => {
    const value = { method: "thread/dreamt", params: { threadId: "t", seq: 1, emittedAtMs: 2, of: "sheep" } };
    expect(parseNotification(value)).toEqual({ method: "unknown", params: value.params, raw: value });
  });

  test("a method that objects have by nature is unknown too", () => {
    expect(parseNotification({ method: "constructor", params: { threadId: "t", seq: 1, emittedAtMs: 2 } })).toMatchObject({
      method: "unknown",
    });
  });
});

describe("news about files", () => {
  const files = jsonFiles("protocol", "file-event");

  test("each has its fixture", () => {
    expect([...files.keys()].toSorted()).toEqual(Object.keys(fileEventParams).map(fileName).toSorted());
  });

  test.each(Object.entries(fileEventParams))("%s", (method, schema) => {
    const value = files.get(fileName(method));
    expect(parseFileEvent(value)).toEqual(value);
    const { params } = z.object({ method: z.literal(method), params: z.unknown() }).parse(value);
    expect(unusedProperties(schema, [params])).toEqual([]);
  });

  test.each([
    [{ method: "warning", params: { threadId: "t", seq: 1, emittedAtMs: 2, message: "m" } }],
    [{ method: "constructor", params: {} }],
    [{ id: 1, result: {} }],
    [null],
    ["thread/list/changed"],
  ])("%j is none of them", (value) => {
    expect(parseFileEvent(value)).toBeNull();
  });

  test("one whose params do not fit is a fault, not another message", () => {
    expect(() => parseFileEvent({ method: "thread/index/progress", params: { threadId: "t", bytes: "many" } })).toThrow(
      z.ZodError,
    );
  });
});

describe("pushes of the window", () => {
  const files = jsonFiles("protocol", "window-push");
  const schemas = new Map(WindowPush.options.map((option) => [option.shape.method.value, option]));

  test("each has its fixture", () => {
    expect([...files.keys()].toSorted()).toEqual([...schemas.keys()].map(fileName).toSorted());
  });

  test.each([...schemas])("%s", (method, schema) => {
    const forms = z.array(z.unknown()).parse(files.get(fileName(method)));
    expect(forms.map((value) => WindowPush.parse(value))).toEqual(forms);
    expect(unusedProperties(schema, forms)).toEqual([]);
  });
});

describe("commands", () => {
  const files = jsonFiles("protocol", "command");
  const all = { ...commands, ...windowCommands, ...serverRequests };

  test("each has its fixture", () => {
    expect([...files.keys()].toSorted()).toEqual([...Object.keys(all).map(fileName), "error-reply"].toSorted());
  });

  // `also`: the other forms of params and results that have several.
  test.each(Object.entries(all))("%s", (method, { params, result }) => {
    const { also = [], ...first } = z
      .object({
        method: z.literal(method),
        params: z.unknown(),
        result: z.unknown(),
        also: z.array(z.object({ params: z.unknown().optional(), result: z.unknown().optional() })).optional(),
      })
      .parse(files.get(fileName(method)));
    const asked = [first, ...also].flatMap((each) => (each.params === undefined ? [] : [each.params]));
    const answers = [first, ...also].flatMap((each) => (each.result === undefined ? [] : [each.result]));
    expect(asked.map((value) => params.parse(value))).toEqual(asked);
    expect(answers.map((value) => result.parse(value))).toEqual(answers);
    const shownInItems = (path: string): boolean => !/items\[\]\./.test(path);
    expect([...unusedProperties(params, asked), ...unusedProperties(result, answers)].filter(shownInItems)).toEqual([]);
  });

  test("an error reply", () => {
    const value = files.get("error-reply");
    expect(RpcResponse.parse(value)).toEqual(value);
  });
});

describe("items", () => {
  const files = jsonFiles("protocol", "item");

  test("each has its fixture", () => {
    expect([...files.keys()]).toEqual([...itemSchemas.keys()].toSorted());
  });

  test.each([...itemSchemas])("%s", (kind, schema) => {
    const value = files.get(kind);
    expect(TurnItem.parse(value)).toEqual(value);
    expect(unusedProperties(schema, [value])).toEqual([]);
  });
});

/** Members without which a line of ours is shown raw; all others may be absent. */
const NEEDED: Record<string, readonly string[]> = {
  compacted: ["message"],
  "event_msg.context_compacted": ["type"],
  "event_msg.item_completed": ["type", "item"],
  session_meta: ["id", "timestamp", "cwd", "originator", "cli_version", "source"],
  turn_context: ["cwd", "approval_policy", "sandbox_policy", "model", "summary"],
  cf_input: ["inputId", "via", "input"],
  "cf_input.mail": ["inputId", "via", "input"],
  "cf_input.returned": ["inputId", "via", "input"],
  cf_input_end: ["inputId", "how"],
  cf_mail: ["mailId", "author", "text", "triggerTurn"],
  "cf_queue.add": ["op", "inputId"],
  "cf_queue.update": ["op", "inputId", "input"],
  "cf_queue.delete": ["op", "inputId"],
  "cf_queue.reorder": ["op", "inputIds"],
  "cf_queue.pause": ["op"],
  "cf_queue.resume": ["op"],
  cf_running: ["callId", "startedAtMs"],
  cf_outcome: ["callId", "status", "output"],
  cf_approval_requested: ["requestId", "callId", "kind", "command", "cwd"],
  cf_approval_decided: ["requestId", "callId", "decision", "decidedBy"],
  cf_superseded: ["itemId", "text"],
  cf_undo: ["itemId", "undoOf", "changes"],
  cf_name: ["name"],
  cf_item: ["item"],
  cf_notice: ["level", "code", "text"],
  "cf_notice.compaction": ["level", "code", "text"],
};

describe("rollout lines", () => {
  const files = jsonFiles("protocol", "line");
  const itemTypes = ResponseItem.options.map((option) => `response_item.${option.shape.type.value}`);
  const eventTypes = [
    "task_started",
    "task_complete",
    "turn_aborted",
    "token_count",
    "token_count.estimated",
    "user_message",
    "agent_message",
    "agent_reasoning",
    "context_compacted",
    "item_completed",
  ].map((type) => `event_msg.${type}`);
  const own = [
    "cf_input",
    "cf_input.mail",
    "cf_input.returned",
    "cf_input_end",
    ...["add", "update", "delete", "reorder", "pause", "resume"].map((op) => `cf_queue.${op}`),
    "cf_mail",
    "cf_running",
    "cf_outcome",
    "cf_approval_requested",
    "cf_approval_decided",
    "cf_superseded",
    "cf_undo",
    "cf_name",
    "cf_item",
    "cf_notice",
    "cf_notice.compaction",
  ];

  test("each has its fixture: the closed table of protocol.md §5 as this version has it", () => {
    expect([...files.keys()].toSorted()).toEqual(
      ["session_meta", "turn_context", "compacted", ...itemTypes, ...eventTypes, ...own].toSorted(),
    );
  });

  test.each([...files])("%s is read, and written again as it was", (_name, value) => {
    const line = parseLine(JSON.stringify(value));
    expect(line).toEqual(value);
    if (line === null || line.type === "unknown") throw new Error("not known");
    const { text, line: written } = encodeLine(line);
    expect(JSON.parse(text)).toEqual(value);
    expect(written).toEqual(value);
  });

  test.each([...files].filter(([name]) => name.startsWith("response_item.")))("%s shows every member", (name, value) => {
    const schema = ResponseItem.options.find((option) => name.endsWith(`.${option.shape.type.value}`));
    if (schema === undefined) throw new Error("no schema");
    expect(unusedProperties(schema, [z.object({ payload: z.unknown() }).parse(value).payload])).toEqual([]);
  });

  test.each(Object.entries(NEEDED))("%s is not itself without %j", (name, needed) => {
    const { payload, ...envelope } = z.looseObject({ payload: z.record(z.string(), z.unknown()) }).parse(files.get(name));
    const missed = Object.keys(payload).filter((member) => {
      const { [member]: _left, ...rest } = payload;
      return parseLine(JSON.stringify({ ...envelope, payload: rest }))?.type === "unknown";
    });
    expect(missed).toEqual(needed);
  });

  test("a whole rollout: every line is known, ASCII, and written again as it was", () => {
    const lines = readFileSync(fixture("protocol", "rollout.jsonl"), "utf8").split("\n").slice(0, -1);
    expect(lines.length).toBeGreaterThan(40);
    for (const text of lines) {
      const line = parseLine(text);
      if (line === null || line.type === "unknown") throw new Error(`not known: ${text}`);
      expect(JSON.parse(encodeLine(line).text)).toEqual(JSON.parse(text));
      expect(text).toMatch(/^[\x20-\x7e]*$/);
    }
  });
});
