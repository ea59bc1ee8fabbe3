// HOME/settings.json in force: read anew whenever it is asked for, so a change counts at once and nothing has to be watched. What a person chooses in
// the window is written beside all that stands there.
import { readFile, realpath } from "node:fs/promises";
import { basename } from "node:path";
import type { Settings } from "../../../shared/protocol/settings";
import { errorMessage } from "../../runtime/errors";
import { atomicWrite } from "../atomic-write";
import { parseSettings } from "./parse-settings";
import { type Environment, type Resolution, type ResolvedSettings, resolveSettings } from "./resolve-settings";

export interface SettingsFile {
  /** What is in force now. Never rejects: a broken file is the `problem`, and the last good settings (at first the defaults, with everything asked) stay. */
  resolve(): Promise<ResolvedSettings>;
  /** In force for whoever reads later. Rejects in words for the person, the file then being as before: above all when it cannot be in force as it stands. */
  write(change: SettingsChange): Promise<void>;
}

export type SettingsChange = Pick<Settings, "approvalPolicy" | "sandbox" | "network">;

type FileContent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** `env`: the environment at start; only config.ts reads the real one. A missing file means the defaults: the demo provider, model demo-1, asking. */
export function createSettingsFile({ file, env }: { readonly file: string; readonly env: Environment }): SettingsFile {
  const name = basename(file);
  const defaults = resolveSettings({}, env);
  if (defaults.kind === "problem") throw new Error(`the default settings are broken: ${defaults.problem}`);
  const first = strictest(defaults.resolved);
  let lastGood = first;
  let lastWrite: Promise<unknown> = Promise.resolve();

  const change = async (changed: SettingsChange): Promise<void> => {
    const content = await readContent(file);
    const read = resolveContent(content, name, env);
    if (read.kind === "problem") throw new Error(`Nothing was changed: ${read.problem} Put that right in ${file} first.`);
    try {
      await atomicWrite(await targetOf(file), withChange(content.kind === "text" ? content.text : "{}", changed));
    } catch (error) {
      throw new Error(`Nothing was changed: ${file} could not be written (${errorMessage(error)}).`, { cause: error });
    }
  };

  return {
    resolve: async () => {
      const read = resolveContent(await readContent(file), name, env);
      if (read.kind === "resolved") {
        lastGood = read.resolved;
        return lastGood;
      }
      const problem = `${read.problem} Until this is put right, ${lastGood === first ? "the defaults are in force, and every command and change of files asks" : "the last good settings stay in force"}.`;
      return { ...lastGood, problem: lastGood.problem === null ? problem : `${problem} ${lastGood.problem}` };
    },
    write: (changed) => {
      const written = lastWrite.then(() => change(changed));
      lastWrite = written.catch((error: unknown) => error);
      return written;
    },
  };
}

/** What was meant by a file that cannot be read may have been the strictest: nothing runs unasked on its account. */
function strictest(settings: ResolvedSettings): ResolvedSettings {
  return { ...settings, approvalPolicy: "always" };
}

function resolveContent(content: FileContent, name: string, env: Environment): Resolution {
  if (content.kind === "missing") return resolveSettings({}, env);
  if (content.kind === "unreadable") return { kind: "problem", problem: `${name} cannot be read (${content.reason}).` };
  const parsed = parseSettings(content.text, name);
  if (parsed.kind === "problem") return parsed;
  const resolved = resolveSettings(parsed.settings, env);
  return resolved.kind === "problem" ? { kind: "problem", problem: `${name}: ${resolved.problem}` } : resolved;
}

/** The text, which is known to hold settings, with these changed; members keep their places, and the indent stays. */
function withChange(text: string, changed: SettingsChange): string {
  const json = text.replace(/^\ufeff/, "");
  const indent = /^\s*\{\s*\n([ \t]+)"/.exec(json)?.[1] ?? "  ";
  const stands: unknown = JSON.parse(json);
  return `${JSON.stringify(Object.assign({}, stands, changed), null, indent)}\n`;
}

/** Where the file really lies: a link to it stays a link. */
async function targetOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return file;
    throw error;
  }
}

async function readContent(file: string): Promise<FileContent> {
  try {
    return { kind: "text", text: await readFile(file, "utf8") };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing ? { kind: "missing" } : { kind: "unreadable", reason: errorMessage(error) };
  }
}
