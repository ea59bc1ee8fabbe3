// What is wrong with a value that a person has written into a file of ours: what it is, and what is allowed. Repeats no value: a key may stand there by
// mistake.
import type { z } from "zod";

/** `root`: the parsed JSON that the issue is about. Without a full stop. */
export function issueWords(issue: z.core.$ZodIssue, root: unknown): string {
  const value = issue.path.reduce<unknown>(memberOf, root);
  const kind = kindOf(value);
  switch (issue.code) {
    case "invalid_type":
      return `it is ${issue.expected === "int" && kind === "a number" ? "no whole number" : kind}; it has to be ${expectedWords(issue.expected)}`;
    case "invalid_value": {
      const allowed = issue.values.map((each) => JSON.stringify(each)).join(", ");
      return typeof value === "string" ? `it is none of ${allowed}` : `it is ${kind}; it has to be one of ${allowed}`;
    }
    case "too_small":
      if (issue.origin === "string") return "it is empty; it has to be text";
      return issue.origin === "array"
        ? "the list is empty"
        : `it is too small; it has to be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`;
    case "too_big":
      if (issue.origin === "string") return `it is too long; at most ${issue.maximum} characters are allowed`;
      return `it is too large; it has to be at most ${issue.maximum}`;
    case "invalid_format":
      return issue.format === "url" ? "it is no address that begins with http:// or https://" : issue.message;
    case "custom":
      return issue.message;
    default:
      return `it is ${kind} that is not understood here`;
  }
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return "text";
    case "number":
      return "a number";
    case "boolean":
      return value ? "true" : "false";
    default:
      return "an object";
  }
}

function expectedWords(expected: string): string {
  switch (expected) {
    case "string":
      return "text in double quotes";
    case "number":
      return "a number";
    case "int":
      return "a whole number";
    case "boolean":
      return "true or false";
    case "array":
      return "a list in [ ]";
    default:
      return "an object in { }";
  }
}
