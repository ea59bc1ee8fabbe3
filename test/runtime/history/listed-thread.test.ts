import { expect, test } from "vitest";
import { InputId, ThreadId, TurnId } from "../../../shared/protocol/ids";
import { encodeLine, type LineBody } from "../../../shared/protocol/rollout-line";
import { listedThread } from "../../../electron/runtime/history/listed-thread";
import { STAMP, STAMP_MS, stamped } from "../../support/lines";

const threadId = ThreadId.parse("t");
const meta: LineBody = {
  type: "session_meta",
  payload: {
    id: threadId,
    timestamp: STAMP,
    cwd: "/project",
    originator: "counterfoil",
    cli_version: "0",
    source: "unknown",
    model_provider: "demo",
  },
};
const input: LineBody = {
  type: "cf_input",
  payload: {
    inputId: InputId.parse("i"),
    via: "start",
    input: [{ type: "text", text: "fix\nthe tests" }],
    turnId: TurnId.parse("1"),
  },
};
const context: LineBody = {
  type: "turn_context",
  payload: { cwd: "/project", approval_policy: "never", sandbox_policy: {}, model: "demo-1", summary: "auto" },
};

function listed(...lines: (LineBody | string)[]) {
  const head = lines.map((line) => (typeof line === "string" ? line : encodeLine(stamped(line)).text));
  return listedThread({ threadId, path: "/r.jsonl", head, updatedAtMs: 9 });
}

test("an entry of the list comes from the first lines", () => {
  expect(listed(meta, input, context)).toEqual({
    id: "t",
    path: "/r.jsonl",
    cwd: "/project",
    preview: "fix the tests",
    provider: "demo",
    model: "demo-1",
    approvalPolicy: "never",
    status: { type: "idle" },
    createdAtMs: STAMP_MS,
    updatedAtMs: 9,
    source: "counterfoil",
    readOnly: false,
  });
});

test("the preview is what a person said first, not mail that was there before", () => {
  const mail: LineBody = {
    type: "cf_input",
    payload: { inputId: InputId.parse("m"), via: "mail", input: [{ type: "text", text: "news" }] },
  };
  expect(listed(meta, mail, input)).toMatchObject({ preview: "fix the tests" });
  expect(listed(meta, mail)).toMatchObject({ preview: "" });
});

test("what the first lines do not hold stays empty", () => {
  expect(listed("broken {", meta)).toMatchObject({ preview: "", model: "", approvalPolicy: "onRequest" });
});

test("no header, no entry", () => {
  expect(listed(input, context)).toBeNull();
  expect(listed()).toBeNull();
});
