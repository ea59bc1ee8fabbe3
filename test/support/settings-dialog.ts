// The settings of the window, opened and closed as a person does it.
import { expect, type Locator } from "playwright/test";
import type { OpenApp } from "./open-app";

export async function openSettings(app: OpenApp): Promise<Locator> {
  await app.page.keyboard.press("ControlOrMeta+,");
  const card = app.page.getByRole("dialog", { name: "Settings" });
  await expect(card.getByRole("form", { name: "Add a rule" })).toBeVisible();
  return card;
}

export async function closeSettings(app: OpenApp): Promise<void> {
  await app.page.keyboard.press("Escape");
  await expect(app.page.getByRole("dialog")).toHaveCount(0);
}
