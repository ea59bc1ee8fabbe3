// What is wrong with a value that a schema refused, in one line of words.
import type { z } from "zod";

export function describeIssues(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join(".")}: ${message}`)).join("; ");
}
