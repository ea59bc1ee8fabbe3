// What has to hold for the layout at any size: nothing runs out sideways, and the composer is in the window.
import { expect, type Page } from "playwright/test";
import type { OpenApp } from "./open-app";

/** Parts that are wider than the window or than their own frame; what may be scrolled sideways by itself (code, tables) is left out. */
export function overflows(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element): boolean => {
      for (let part: Element | null = element; part !== null && part !== document.body; part = part.parentElement) {
        if (["auto", "scroll"].includes(getComputedStyle(part).overflowX) && part.scrollWidth > part.clientWidth) {
          if (!part.matches("[role=region], .app, .main")) return true;
        }
        if (["hidden", "clip"].includes(getComputedStyle(part).overflowX)) return true;
      }
      return false;
    };
    const tooWide = [...document.querySelectorAll("body *")].filter((element) => {
      const { right, left, width: own } = element.getBoundingClientRect();
      return own > 1 && (right > width + 1 || left < -1) && !scrolls(element);
    });
    const frames = [...document.querySelectorAll("[role=region]:not(.diff)")].filter(
      (frame) => frame.scrollWidth > frame.clientWidth + 1,
    );
    return [...tooWide, ...frames].map((element) => `${element.tagName} ${element.className.toString()}`);
  });
}

export async function expectUsable(app: OpenApp): Promise<void> {
  expect(await overflows(app.page)).toEqual([]);
  await expect(app.composer).toBeInViewport({ ratio: 1 });
  await app.composer.fill("typed");
  await expect(app.composer).toHaveValue("typed");
  await expect(app.button(/^(Send|Queue)( ?Enter)?$/)).toBeInViewport({ ratio: 1 });
  await app.composer.fill("");
}

/** As a person's zoom does it; 1: unzoomed. */
export async function zoom(app: OpenApp, factor: number): Promise<void> {
  const level = Math.log(factor) / Math.log(1.2);
  const width = await app.page.evaluate(() => window.innerWidth);
  const before = await app.page.evaluate(() => window.devicePixelRatio);
  await app.electron.evaluate(({ BrowserWindow }, to) => BrowserWindow.getAllWindows()[0]?.webContents.setZoomLevel(to), level);
  await app.page.waitForFunction((ratio) => Math.abs(window.devicePixelRatio - ratio) < 0.01, before * factor);
  expect(await app.page.evaluate(() => window.innerWidth)).toBeCloseTo(width / factor, -1);
}
