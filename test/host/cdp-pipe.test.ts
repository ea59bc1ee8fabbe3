import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { CdpPipe, splitFrames, TargetGone } from "./cdp-pipe";

function pipe() {
  const output = new PassThrough();
  const input = new PassThrough();
  const receiveTogether = (...values: unknown[]) => input.write(values.map((value) => `${JSON.stringify(value)}\0`).join(""));
  return { output, cdp: new CdpPipe(output, input), receive: (value: unknown) => receiveTogether(value), receiveTogether };
}

test("frames cut anywhere, even inside a character, come out whole", () => {
  const frames: string[] = [];
  const push = splitFrames((text) => frames.push(text));
  for (const byte of Buffer.from("één\0\0zwei\0half")) push(Buffer.from([byte]));
  expect(frames).toEqual(["één", "", "zwei"]);
});

test("an answer reaches its call, an error is thrown with the method's name", async () => {
  const { cdp, receive } = pipe();
  const version = cdp.browser.send("Browser.getVersion");
  const page = expect(cdp.session("s").send("Page.enable")).rejects.toThrow("Page.enable: no");
  receive({ id: 2, sessionId: "s", error: { message: "no" } });
  receive({ id: 1, result: { product: "Chrome/1" } });
  expect(await version).toEqual({ product: "Chrome/1" });
  await page;
});

test("events go to the session they name", () => {
  const { cdp, receive } = pipe();
  const heard: string[] = [];
  cdp.browser.on("Target.targetDestroyed", ({ targetId }) => heard.push(targetId));
  cdp.session("s").on("Page.loadEventFired", ({ timestamp }) => heard.push(`load ${timestamp}`));
  receive({ method: "Page.loadEventFired", sessionId: "s", params: { timestamp: 1 } });
  receive({ method: "Target.targetDestroyed", params: { targetId: "t" } });
  return expect.poll(() => heard).toEqual(["load 1", "t"]);
});

test("what a message has started by promise is under way before the next one is heard, even of one chunk", async () => {
  const { cdp, receiveTogether } = pipe();
  const log: string[] = [];
  cdp.browser.on("Target.targetInfoChanged", () => {
    Promise.resolve()
      .then(() => Promise.resolve())
      .then(() => log.push("taken in"))
      .catch((error: unknown) => log.push(String(error)));
  });
  cdp.browser.on("Target.targetDestroyed", () => log.push("gone"));
  receiveTogether({ method: "Target.targetInfoChanged" }, { method: "Target.targetDestroyed" });
  await expect.poll(() => log).toEqual(["taken in", "gone"]);
});

test("a closed page ends the calls of its session only, a closed pipe all", async () => {
  const { cdp, receive } = pipe();
  const mine = cdp.session("a").send("Page.enable");
  const other = cdp.session("b").send("Page.enable");
  receive({ method: "Target.detachedFromTarget", params: { sessionId: "a" } });
  await expect(mine).rejects.toThrow(TargetGone);
  cdp.close();
  await expect(other).rejects.toThrow(TargetGone);
  await expect(cdp.browser.send("Browser.getVersion")).rejects.toThrow(TargetGone);
});
