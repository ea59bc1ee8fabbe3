import { expect, test } from "vitest";
import { chooseHost, type HostChoice } from "./e2e-host";

const binary = "/opt/electron/electron";

/** Each row: E2E_HOST, Electron's executable, whether the stand-in is built, what runs, and words that must be said. */
const rows: [wanted: string | undefined, electron: string | null, hasStandIn: boolean, HostChoice["kind"], said: string][] = [
  [undefined, binary, true, "electron", binary],
  [undefined, binary, false, "electron", binary],
  [undefined, null, true, "chromium-host", "e2e host: chromium-host (the Electron binary is not installed here)"],
  [undefined, null, false, "refused", "node scripts/build.mjs"],
  ["auto", binary, true, "electron", binary],
  ["auto", null, true, "chromium-host", "not installed here"],
  ["electron", binary, false, "electron", binary],
  ["electron", null, true, "refused", "npx install-electron"],
  ["electron", null, false, "refused", "npx install-electron"],
  ["chromium-host", binary, true, "chromium-host", "forced by E2E_HOST"],
  ["chromium-host", binary, false, "refused", "node scripts/build.mjs"],
  ["chromium-host", null, false, "refused", "node scripts/build.mjs"],
  ["chrome", binary, true, "refused", "auto, electron or chromium-host"],
];

test.each(rows)("E2E_HOST=%j, Electron at %j, stand-in built %j: %s", (wanted, electron, hasStandIn, kind, said) => {
  const choice = chooseHost({ wanted, electron, hasStandIn });
  expect(choice.kind).toBe(kind);
  expect(choice.words).toContain(said);
  expect(choice.words).toMatch(/^e2e host: [^\n]+$/);
});
