// The list, the palette and the cards about sessions: pictures, axe, and nothing that overflows.
import { BROKEN, LISTED, listed, OFFERED } from "./past-list";
import { NOW } from "./scene";
import { expect, test, type WindowUnderTest } from "./window-fixture";
import { axeViolations } from "./axe-violations";

const SEARCHED = {
  "thread/search": {
    hits: [
      hit("c2", "prompt", "some stations send no newline after the last record, keep it anyway", [[22, 29]]),
      hit("c2", "answer", "kept: a file without a newline at its end has a last record too", [[23, 30]]),
      hit("s3", "output", "warning: file ends without newline, 1 reading kept", [[27, 34]]),
      hit("c1", "command", "grep -c 'newline' data/*.csv", [[9, 16]]),
    ],
    threads: LISTED,
    nextCursor: null,
    isComplete: false,
  },
};

function hit(threadId: string, field: string, snippet: string, ranges: [number, number][]) {
  return { threadId, itemId: `${field}-1`, cursor: `@${snippet.length}`, field, atMs: NOW - 3_600_000, snippet, ranges };
}

const FOUND = {
  "thread/export/check": {
    findings: [
      { kind: "GitHub token", itemId: "i1", line: 61, excerpt: "ghp_4f…………………………9k" },
      { kind: "Private key", itemId: "i2", line: 208, excerpt: "-----BEGIN OPENSSH PRIVATE KEY----- …" },
    ],
    isWhole: true,
    title: "Release notes 2.4",
  },
};

const LOOKS: Readonly<Record<string, (view: WindowUnderTest) => Promise<void>>> = {
  list: async ({ page }) => {
    await expect(page.getByText("Last reading goes missing").first()).toBeVisible();
  },
  menu: async ({ page }) => {
    await page.getByRole("button", { name: "Move readings to a ring buffer" }).click({ button: "right" });
    await expect(page.getByRole("menu")).toBeVisible();
  },
  renaming: async ({ page }) => {
    await page.getByRole("button", { name: "Release notes 2.4" }).focus();
    await page.keyboard.press("F2");
    await expect(page.getByRole("textbox", { name: "Name of the session" })).toBeFocused();
  },
  palette: async ({ page }) => {
    await page.evaluate(() => window.fake.answer("thread/list", { threads: [], nextCursor: null, hidden: {}, isComplete: true }));
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("newline");
    await expect(page.getByText("4 hits in 3 sessions")).toBeVisible();
  },
  recent: async ({ page }) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByText("Recent sessions")).toBeVisible();
  },
  export: async ({ page }) => {
    await page.getByRole("button", { name: "Release notes 2.4" }).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Export" }).click();
    await expect(page.getByText("2 things look like secrets.").first()).toBeVisible();
  },
  delete: async ({ page }) => {
    await page.getByRole("button", { name: "Release notes 2.4" }).focus();
    await page.keyboard.press("Delete");
    await expect(page.getByRole("dialog")).toBeVisible();
  },
};

const SIZES = [
  { size: "900x700", width: 900, height: 700 },
  { size: "zoom200", width: 720, height: 450 },
  { size: "480x400", width: 480, height: 400 },
] as const;

async function open(view: WindowUnderTest): Promise<void> {
  await view.page.clock.setFixedTime(NOW);
  const results = {
    ...listed([...LISTED, BROKEN]),
    ...OFFERED,
    ...SEARCHED,
    ...FOUND,
    "recent/read": { paths: ["/home/mara/downloads/rollout-2025-05-07.jsonl", "/srv/backup/old session.json"] },
  };
  await view.open({ results });
  if ((view.page.viewportSize()?.width ?? 1440) <= 780) await view.page.getByRole("button", { name: /Show sidebar/ }).click();
  await expect(view.page.getByRole("region", { name: "Session list" })).toHaveAttribute("aria-busy", "false");
}

for (const [name, show] of Object.entries(LOOKS)) {
  test(`${name}: axe finds nothing, light and dark`, async ({ view }, info) => {
    const { page } = view;
    await open(view);
    await show(view);
    await page.evaluate(() => document.fonts.ready);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ animations: "disabled", path: info.outputPath(`${name}-${colorScheme}.png`) });
      expect(await axeViolations(page), colorScheme).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    await page.screenshot({ animations: "disabled", path: info.outputPath(`${name}-forced-colors.png`) });
    expect(await axeViolations(page), "forced colours").toEqual([]);
  });

  for (const { size, width, height } of SIZES)
    test(`${name}: fits into a window of ${size}`, async ({ view }, info) => {
      const { page } = view;
      await page.setViewportSize({ width, height });
      await open(view);
      await show(view);
      await page.screenshot({ animations: "disabled", path: info.outputPath(`${name}-${size}.png`) });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
      expect(await axeViolations(page)).toEqual([]);
    });
}
