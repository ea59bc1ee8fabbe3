// A home in which every command asks, whatever sandbox this machine has.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Settings that are there already stay. */
export function writeAskingSettings(home: string): void {
  const file = path.join(home, "settings.json");
  if (existsSync(file)) return;
  mkdirSync(home, { recursive: true });
  writeFileSync(file, JSON.stringify({ approvalPolicy: "always" }));
}
