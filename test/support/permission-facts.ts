// What a person allowed, as the files tell it, and whether this machine has a sandbox at all.
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { OpenApp } from "./open-app";

/** Every decision of the newest session, in order: `["accept", "person"]`. */
export function decisions(app: OpenApp): unknown[] {
  return app
    .lines()
    .filter(({ type }) => type === "cf_approval_decided")
    .map(({ payload: { decision, decidedBy } }) => [decision, decidedBy]);
}

/** What the model read of each call, in order. */
export function outputs(app: OpenApp): string[] {
  return app
    .lines()
    .filter(({ payload }) => payload["type"] === "function_call_output")
    .map(({ payload }) => z.string().parse(payload["output"]));
}

export function jsonFile(app: OpenApp, name: string): unknown {
  return JSON.parse(readFileSync(path.join(app.home, name), "utf8")) as unknown;
}

const Settings = z.object({ sandboxStates: z.object({ workspaceWrite: z.object({ isEnforced: z.boolean() }) }) });

/** As the app itself has found out. */
export async function hasSandbox(app: OpenApp): Promise<boolean> {
  const reply = z.object({ result: Settings }).parse(await app.command("settings/read", {}));
  return reply.result.sandboxStates.workspaceWrite.isEnforced;
}
