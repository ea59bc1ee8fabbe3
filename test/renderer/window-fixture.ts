// A page with the built window in it, the fake agent behind its bridge, and a watch over what must never happen.
import { test as base, expect, type Page } from "playwright/test";
import { installFakeAgent } from "./fake-agent";
import { resumed, SETTINGS, type Snapshot, thread, turn } from "./scene";

export interface OpenOptions {
  readonly snapshot?: Snapshot;
  readonly results?: Readonly<Record<string, unknown>>;
  readonly platform?: string;
  /** What the fake agent learns before the window asks it anything. */
  readonly setUp?: (page: Page) => Promise<void>;
}

export interface WindowUnderTest {
  readonly page: Page;
  /** Opens the window; with a snapshot, on that thread. */
  open(options?: OpenOptions): Promise<void>;
  push(...batch: readonly unknown[]): Promise<void>;
  /** The params of every command of this method, in order. */
  sent(method: string): Promise<unknown[]>;
  readonly composer: ReturnType<Page["getByRole"]>;
}

export const test = base.extend<{ view: WindowUnderTest }>({
  view: async ({ page }, use) => {
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" || message.text().includes("Content Security Policy")) complaints.push(message.text());
    });
    page.on("pageerror", (error) => {
      if (!error.message.includes("ResizeObserver loop")) complaints.push(error.message);
    });
    await use(windowUnderTest(page));
    expect(complaints, "errors, or breaches of the content security policy").toEqual([]);
  },
});

function windowUnderTest(page: Page): WindowUnderTest {
  return {
    page,
    composer: page.getByRole("textbox", { name: "Your input" }),
    async open({ snapshot, results = {}, platform = "linux", setUp } = {}) {
      const shown = snapshot?.thread ?? thread();
      const data = {
        platform,
        results: {
          initialize: { userAgent: "test", home: "/home/mara/.config/counterfoil", platformOs: platform, protocolVersion: 1 },
          "settings/read": SETTINGS,
          "thread/list": { threads: snapshot === undefined ? [] : [shown], nextCursor: null, hidden: {}, isComplete: true },
          "draft/read": { drafts: {} },
          "sessionRoot/list": { roots: [] },
          "recent/read": { paths: [] },
          "turn/start": { turn: turn("t-next") },
          "turn/steer": { turnId: "t1" },
          "thread/queue/add": { queuedSubmissionId: "q-new" },
          "thread/compact/start": { turn: turn("t-compact") },
          "thread/window/read": { items: [], tokens: { count: 0, source: "estimated" }, contextWindow: null, limit: null },
          "folder/choose": { path: "/home/mara/code/tidetable" },
          ...(snapshot === undefined ? {} : { "thread/resume": resumed(snapshot) }),
          ...results,
        },
      };
      await page.addInitScript(installFakeAgent, data);
      await setUp?.(page);
      const url = process.env["RENDERER_URL"];
      if (url === undefined) throw new Error("the renderer is not served");
      await page.goto(url);
      // The window's keys work from its first picture on.
      await page.getByRole("main").waitFor();
      if (snapshot === undefined) return;
      if ((page.viewportSize()?.width ?? 1440) <= 780) await page.getByRole("button", { name: /Show sidebar/ }).click();
      await page.getByRole("button", { name: shown.preview }).click();
      await page.getByRole("region", { name: "Thread" }).waitFor();
    },
    async push(...batch) {
      await page.evaluate((entries) => window.fake.push(entries), [...batch]);
    },
    sent: (method) =>
      page.evaluate(
        (name) => window.fake.sent.filter((message) => message.method === name).map((message) => message.params),
        method,
      ),
  };
}

export { expect };
