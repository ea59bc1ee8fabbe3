// Which rules a person may add, and why not others: what would allow everything, or whatever a runner is given, is no rule (bug report 146). Pure.
import path from "node:path";
import type { CommandRule } from "../../../shared/protocol/permission";
import { isRunner } from "./runners";

/** `rule`: as it is kept, with one blank between words and a folder without a `/` at its end. */
export type CheckedRule =
  { readonly type: "rule"; readonly rule: CommandRule } | { readonly type: "problem"; readonly why: string };

/** Characters by which a shell does something. A pattern is compared with words that they are gone from. */
const SYNTAX = /["'`$;&|<>(){}\\#]/;

export function problemWithRule({ folder, effect, pattern }: CommandRule): CheckedRule {
  if (!path.isAbsolute(folder) || folder.includes("\0")) return problem("A rule needs the whole path of a folder, from / on.");
  const words = pattern.split(/\s+/).filter((word) => word !== "");
  const [name] = words;
  if (name === undefined) return problem("A rule needs a command, such as “git status *”.");
  const odd = words.find((word) => SYNTAX.test(word));
  if (odd !== undefined) {
    return problem(
      `“${odd}” cannot be compared: a pattern is words as a command gets them, without quotes, variables or “;”, and “*” for any word.`,
    );
  }
  if (words.some((word) => /[^\x21-\x7e]/.test(word) && /\p{C}|\p{Z}/u.test(word)))
    return problem("The pattern holds characters that cannot be seen.");
  if (effect === "allow") {
    if (name.includes("*")) return problem("What is always allowed has to begin with the name of a program.");
    const end = words.indexOf("*");
    const [, ...fixed] = end === -1 ? words : words.slice(0, end);
    if (isRunner([name, ...fixed])) {
      return problem(
        `“${[name, ...fixed].join(" ")}” runs whatever it is given, so it can only be allowed each time. It may be denied.`,
      );
    }
  }
  return { type: "rule", rule: { folder: path.resolve(folder), effect, pattern: words.join(" ") } };
}

function problem(why: string): CheckedRule {
  return { type: "problem", why };
}
