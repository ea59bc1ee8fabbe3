// The app's specs with a scripted model server, for those that decide what a provider answers and when.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test as base, type Places } from "./app-fixture";
import { type Script, type ScriptedModel, startScriptedModel } from "./scripted-model";

interface ModelFixtures {
  /** Starts a server for this test, closed at its end; that fails the test for a request that breaks the rules. */
  model: (script: Script) => Promise<ScriptedModel>;
}

export const test = base.extend<ModelFixtures>({
  model: async ({}, use) => {
    const started: ScriptedModel[] = [];
    await use(async (script) => {
      const model = await startScriptedModel(script);
      started.push(model);
      return model;
    });
    for (const model of started) await model.close();
  },
});

/** Variables that connect an app to the server. */
export function connectedTo({ baseUrl }: Pick<ScriptedModel, "baseUrl">): Record<string, string> {
  return { COUNTERFOIL_BASE_URL: baseUrl, COUNTERFOIL_MODEL: "scripted-1" };
}

/** `settings`: text goes in as it stands; otherwise every command asks unless they say what else. */
export function writeSettings({ home }: Pick<Places, "home">, settings: object | string): void {
  mkdirSync(home, { recursive: true });
  const text = typeof settings === "string" ? settings : JSON.stringify({ approvalPolicy: "always", ...settings }, null, 2);
  writeFileSync(path.join(home, "settings.json"), text);
}
