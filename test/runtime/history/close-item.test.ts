import { expect, test } from "vitest";
import { ItemId, TurnId } from "../../../shared/protocol/ids";
import type { TurnItemOf } from "../../../shared/protocol/turn-item";
import { endedItem } from "../../../electron/runtime/history/close-item";

const look: TurnItemOf<"toolCall"> = {
  type: "toolCall",
  id: ItemId.parse("c1"),
  turnId: TurnId.parse("t1"),
  line: 4,
  status: "inProgress",
  recordedAtMs: 1,
  tool: "view_image",
  arguments: '{"path":"/a.png"}',
};
const place = { type: "imageView", id: "c1", turnId: "t1", line: 4, path: "/a.png" };
const end = (images: readonly string[]) => endedItem(look, { outcome: null, output: "/a.png: image/png", images, line: 5 });

test("a look at an image shows the picture that its output holds", () => {
  expect(end(["data:image/png;base64,AAAA"])).toEqual({ ...place, url: "data:image/png;base64,AAAA" });
  expect(end([])).toEqual(place);
});

test("a picture too large to go with its item is told by its path alone", () => {
  expect(end([`data:image/png;base64,${"A".repeat(2_000_000)}`])).toEqual(place);
});

test("a look that failed is the call", () => {
  const failed = endedItem(look, { outcome: { status: "failed", output: "no image" }, output: "no image", line: 5 });
  expect(failed).toEqual({ ...look, status: "failed", output: "no image", outputLine: 5 });
});
