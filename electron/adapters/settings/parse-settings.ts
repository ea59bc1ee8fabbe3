// The text of settings.json → settings, or what is wrong with it, by line. Says nothing of the values: a key may stand there by mistake.
import type { z } from "zod";
import { Settings } from "../../../shared/protocol/settings";
import { jsonLines } from "../json-lines";
import { issueWords } from "../schema-words";

export type ParsedSettings =
  { readonly kind: "settings"; readonly settings: Settings } | { readonly kind: "problem"; readonly problem: string };

const MAX_ISSUES = 5;

/** `name`: what the file is called in the problem's text. A key that is not known makes the whole file a problem: it is most often a typing error. */
export function parseSettings(text: string, name: string): ParsedSettings {
  const json = text.startsWith("\ufeff") ? text.slice(1) : text;
  const lines = jsonLines(json);
  if (lines.kind === "broken") return { kind: "problem", problem: `${name} line ${lines.line}: ${lines.reason}.` };
  const content: unknown = JSON.parse(json);
  const parsed = Settings.safeParse(content);
  if (parsed.success) return { kind: "settings", settings: parsed.data };
  const reasons = parsed.error.issues.flatMap((issue) => reasonsOf(issue, content));
  const told = reasons.slice(0, MAX_ISSUES).map(({ path, reason }) => `${name} line ${lines.lineOf(path)}: ${reason}.`);
  if (reasons.length > MAX_ISSUES) told.push(`And ${reasons.length - MAX_ISSUES} more.`);
  return { kind: "problem", problem: told.join(" ") };
}

function reasonsOf(issue: z.core.$ZodIssue, content: unknown): { path: readonly PropertyKey[]; reason: string }[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      reason: `"${[...issue.path, key].join(".")}" is not a known setting`,
    }));
  }
  const where = issue.path.length === 0 ? "the settings" : `"${issue.path.join(".")}"`;
  return [{ path: issue.path, reason: `${where}: ${issueWords(issue, content)}` }];
}
