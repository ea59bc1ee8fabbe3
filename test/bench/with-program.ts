// What most measures need: the built program, connected to a scripted server, and folders that are gone afterwards.
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { completed, messageDone } from "../support/provider-events";
import { startScriptedModel, type Chunk, type Script, type ScriptedModel } from "../support/scripted-model";
import { HeadlessProcess } from "./headless-process";

const folders: string[] = [];

export function tempFolder(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "counterfoil-bench-"));
  folders.push(folder);
  return folder;
}

export function removeFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Commands are not asked for, and `settings` says the rest. */
export function writeSettings(home: string, settings: object = {}): void {
  writeFileSync(join(home, "settings.json"), JSON.stringify({ approvalPolicy: "never", ...settings }));
}

export interface Place {
  readonly program: HeadlessProcess;
  readonly model: ScriptedModel;
}

/** The program is there while `measure` runs, and has to end by itself afterwards. */
export async function withProgram<Result>(
  script: Script,
  measure: (place: Place) => Promise<Result>,
  home = newHome(),
): Promise<Result> {
  const model = await startScriptedModel(script);
  const environment = { COUNTERFOIL_BASE_URL: model.baseUrl, COUNTERFOIL_MODEL: "bench-1" };
  const program = new HeadlessProcess({ home, environment });
  try {
    await program.initialize();
    return await measure({ program, model });
  } finally {
    await program.close();
    await model.close();
  }
}

export function newHome(settings: object = {}): string {
  const home = tempFolder();
  writeSettings(home, settings);
  return home;
}

export function answer(text = "ok"): Chunk[] {
  return [messageDone("msg_1", text), completed()];
}
