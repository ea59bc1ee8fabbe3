// Arguments of the built-in tools (protocol.md §7): one schema each, from which the model's description, the check and the card come.
import { z } from "zod";
import { describeIssues } from "./describe-issues";

export const SLEEP_RANGE_MESSAGE = "sleep must be between 1 second and 12 hours";
const SLEEP_MAX_SECONDS = 43_200;

export const SleepArguments = z.strictObject({ seconds: z.number().describe("How long to wait, 1 to 43200 seconds.") });
export const NoArguments = z.strictObject({});
export const ShellArguments = z.looseObject({
  command: z.string().min(1).describe("The command line, run by the platform's shell."),
  workdir: z.string().exactOptional().describe("Folder to run in, absolute or relative to the session's folder."),
  timeoutMs: z.number().int().min(1).exactOptional().describe("Ended after this many milliseconds; 120000 when absent."),
});
export type ShellArguments = z.infer<typeof ShellArguments>;
export const ReadFileArguments = z.looseObject({
  path: z.string().min(1).describe("File to read, absolute or relative to the session's folder."),
  offset: z.number().int().min(1).exactOptional().describe("First line to show, from 1."),
  limit: z.number().int().min(1).exactOptional().describe("How many lines to show; 2000 when absent."),
});
export type ReadFileArguments = z.infer<typeof ReadFileArguments>;
export const ListDirArguments = z.looseObject({
  path: z.string().min(1).describe("Folder to list, absolute or relative to the session's folder."),
  depth: z.number().int().min(1).max(5).exactOptional().describe("How many levels to show; 1 when absent."),
});
export type ListDirArguments = z.infer<typeof ListDirArguments>;

export type Checked<Args> = { ok: true; args: Args; ignored: string[] } | { ok: false; detail: string; verbatim?: true };

/** Checks parsed JSON against a schema. Fields that a loose schema does not name are listed in `ignored`. */
export function checkArguments<Schema extends z.ZodObject>(schema: Schema, value: unknown): Checked<z.infer<Schema>> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) return { ok: false, detail: describeIssues(parsed.error) };
  const ignored = Object.keys(parsed.data).filter((name) => !Object.hasOwn(schema.shape, name));
  return { ok: true, args: parsed.data, ignored };
}

/** runtime.md §9: a number outside the range has its own words; another type or an extra field is a parse error. */
export function checkSleepArguments(value: unknown): Checked<{ seconds: number }> {
  const checked = checkArguments(SleepArguments, value);
  if (!checked.ok) return checked;
  const { seconds } = checked.args;
  if (seconds < 1 || seconds > SLEEP_MAX_SECONDS) return { ok: false, detail: SLEEP_RANGE_MESSAGE, verbatim: true };
  return checked;
}
