import { expect, test } from "vitest";
import { InputId, ThreadId } from "../../../shared/protocol/ids";
import { encodeLine, type LineBody } from "../../../shared/protocol/rollout-line";
import { rolloutHead } from "../../../electron/adapters/rollout/rollout-head";
import { STAMP, stamped } from "../../support/lines";

const meta: LineBody = {
  type: "session_meta",
  payload: {
    id: ThreadId.parse("t"),
    timestamp: STAMP,
    cwd: "/",
    originator: "counterfoil",
    cli_version: "0",
    source: "unknown",
  },
};

function input(id: string, via: "start" | "mail"): LineBody {
  return { type: "cf_input", payload: { inputId: InputId.parse(id), via, input: [{ type: "text", text: id }] } };
}

function head(...lines: readonly LineBody[]) {
  return rolloutHead(Buffer.from(lines.map((line) => `${encodeLine(stamped(line)).text}\n`).join("")));
}

test("the lines end with what the person said first, not with mail that came before", () => {
  const whole = head(meta, input("m", "mail"), input("one", "start"), input("two", "start"));
  expect(whole).toMatchObject({ kind: "listed", hasInput: true });
  expect(whole.kind === "listed" ? whole.lines.length : 0).toBe(3);
  expect(head(meta, input("m", "mail"))).toMatchObject({ kind: "listed", hasInput: false });
});
