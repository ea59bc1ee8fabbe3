// HOME/settings.json in force: read anew whenever it is asked for, so a change counts at once and nothing has to be watched. Never writes.
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { errorMessage } from "../../runtime/errors";
import { parseSettings } from "./parse-settings";
import { type Environment, type Resolution, type ResolvedSettings, resolveSettings } from "./resolve-settings";

export interface SettingsFile {
  /** What is in force now. Never rejects: a broken file is the `problem`, and the last good settings (at first the defaults) stay. */
  resolve(): Promise<ResolvedSettings>;
}

type FileContent =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly reason: string };

/** `env`: the environment at start; only config.ts reads the real one. A missing file means the defaults: the demo provider, model demo-1, asking. */
export function createSettingsFile({ file, env }: { readonly file: string; readonly env: Environment }): SettingsFile {
  const name = basename(file);
  const defaults = resolveSettings({}, env);
  if (defaults.kind === "problem") throw new Error(`the default settings are broken: ${defaults.problem}`);
  let lastGood = defaults.resolved;

  return {
    resolve: async () => {
      const read = resolveContent(await readContent(file), name, env);
      if (read.kind === "resolved") {
        lastGood = read.resolved;
        return lastGood;
      }
      const problem = `${read.problem} Until this is put right, ${lastGood === defaults.resolved ? "the defaults are" : "the last good settings stay"} in force.`;
      return { ...lastGood, problem: lastGood.problem === null ? problem : `${problem} ${lastGood.problem}` };
    },
  };
}

function resolveContent(content: FileContent, name: string, env: Environment): Resolution {
  if (content.kind === "missing") return resolveSettings({}, env);
  if (content.kind === "unreadable") return { kind: "problem", problem: `${name} cannot be read (${content.reason}).` };
  const parsed = parseSettings(content.text, name);
  if (parsed.kind === "problem") return parsed;
  const resolved = resolveSettings(parsed.settings, env);
  return resolved.kind === "problem" ? { kind: "problem", problem: `${name}: ${resolved.problem}` } : resolved;
}

async function readContent(file: string): Promise<FileContent> {
  try {
    return { kind: "text", text: await readFile(file, "utf8") };
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return isMissing ? { kind: "missing" } : { kind: "unreadable", reason: errorMessage(error) };
  }
}
