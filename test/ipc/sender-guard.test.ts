import { expect, test } from "vitest";
import { isTrustedSender } from "../../electron/ipc/sender-guard";

const ours = { origin: "app://bundle" };

test("the main frame with the bundle's origin is trusted", () => {
  expect(isTrustedSender(ours, ours)).toBe(true);
});

test("a frame that has navigated or is gone is refused", () => {
  expect(isTrustedSender(null, ours)).toBe(false);
});

test("another frame is refused although its origin is ours", () => {
  expect(isTrustedSender({ origin: "app://bundle" }, ours)).toBe(false);
});

test.each(["app://bundle.example", "app://bundle:1", "app://other", "https://bundle", "null", ""])(
  "a main frame of origin %j is refused",
  (origin) => {
    const frame = { origin };
    expect(isTrustedSender(frame, frame)).toBe(false);
  },
);
