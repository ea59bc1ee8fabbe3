// What axe finds in the page, in words short enough for a test's report.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright/test";

const axeSource = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(await axeSource);
  return page.evaluate(async () => {
    const host: object = window;
    const axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> } = Reflect.get(host, "axe");
    const { violations } = await axe.run();
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}
