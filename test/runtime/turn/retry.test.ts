import { describe, expect, test } from "vitest";
import { ConnectionFailed, RequestRejected, StreamDisconnected } from "../../../electron/runtime/errors";
import { decideRetry } from "../../../electron/runtime/turn/retry";

const cut = new StreamDisconnected("cut");
const offline = new ConnectionFailed("offline");
const rejected = new RequestRejected({ code: "unauthorized", message: "no", action: "Check the key." });
const cutError = { code: "streamDisconnected", message: "cut", action: "Send again to go on from what is recorded." };
const networkError = {
  code: "network",
  message: "offline",
  action: "Check that the server runs and that its address is right; it is tried again until you stop.",
};

// The whole table of runtime.md §11 as this version has it.
describe("decideRetry", () => {
  test.each([
    [cut, { stream: 0, network: 0 }, 5, { type: "retry", kind: "stream", delayMs: 200, error: cutError }],
    [cut, { stream: 1, network: 0 }, 5, { type: "retry", kind: "stream", delayMs: 400, error: cutError }],
    [cut, { stream: 4, network: 0 }, 5, { type: "retry", kind: "stream", delayMs: 3200, error: cutError }],
    [cut, { stream: 5, network: 0 }, 5, { type: "fail", error: cutError }],
    [cut, { stream: 0, network: 0 }, 0, { type: "fail", error: cutError }],
    [cut, { stream: 0, network: 99 }, 1, { type: "retry", kind: "stream", delayMs: 200, error: cutError }],
    [offline, { stream: 0, network: 0 }, 0, { type: "retry", kind: "network", delayMs: 5000, error: networkError }],
    [offline, { stream: 5, network: 3 }, 5, { type: "retry", kind: "network", delayMs: 40_000, error: networkError }],
    [offline, { stream: 0, network: 1000 }, 5, { type: "retry", kind: "network", delayMs: 60_000, error: networkError }],
    [rejected, { stream: 0, network: 0 }, 5, { type: "fail", error: rejected.turnError }],
    [rejected, { stream: 3, network: 3 }, 5, { type: "fail", error: rejected.turnError }],
  ])("%s after %j of %i", (error, used, maxRetries, decision) => {
    expect(decideRetry({ error, used, maxRetries, chance: 0.5 })).toEqual(decision);
  });

  test("chance moves the wait by a tenth at most", () => {
    const at = (chance: number) => decideRetry({ error: cut, used: { stream: 0, network: 0 }, maxRetries: 5, chance });
    expect([at(0), at(0.999999)]).toMatchObject([{ delayMs: 180 }, { delayMs: 220 }]);
  });
});
