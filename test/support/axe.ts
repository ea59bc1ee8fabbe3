// Checks the page with axe-core. Its source is evaluated by the debugger, because the page's policy lets no script in.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

declare global {
  interface Window {
    readonly axe?: { run(): Promise<AxeResults> };
  }
}

/** One line per violation: the rule and the parts that break it. Colours on their way to other ones are waited for. */
export async function accessViolations(page: Page): Promise<string[]> {
  await page.waitForFunction(() => !document.getAnimations().some((animation) => animation instanceof CSSTransition));
  if (!(await page.evaluate(() => window.axe !== undefined))) await page.evaluate(source);
  const { violations } = await page.evaluate(() => {
    if (window.axe === undefined) throw new Error("axe was not loaded");
    return window.axe.run();
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 120)).join(" | ")}`);
}
