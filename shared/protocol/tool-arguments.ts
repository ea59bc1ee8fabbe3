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
  outsideSandbox: z
    .boolean()
    .exactOptional()
    .describe("Run it without the sandbox: the person is asked. Only where the sandbox is in the way."),
  justification: z.string().exactOptional().describe("Why it needs to run outside the sandbox, in one sentence for the person."),
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
  ignored: z.boolean().exactOptional().describe("Also what ignore files leave out, such as build results."),
});
export type ListDirArguments = z.infer<typeof ListDirArguments>;
export const GrepArguments = z.looseObject({
  pattern: z.string().min(1).max(10_000).describe("Regular expression, matched line by line; (?i) in front ignores case."),
  path: z.string().min(1).exactOptional().describe("File or folder to search; the session's folder when absent."),
  glob: z.string().min(1).max(1000).exactOptional().describe("Only files like this, such as *.ts or src/**/*.{ts,tsx}."),
  limit: z.number().int().min(1).max(1000).exactOptional().describe("How many lines to show; 100 when absent."),
});
export type GrepArguments = z.infer<typeof GrepArguments>;
export const ViewImageArguments = z.looseObject({
  path: z.string().min(1).describe("Image to look at, absolute or relative to the session's folder."),
});
export type ViewImageArguments = z.infer<typeof ViewImageArguments>;

export const MOST_PLAN_STEPS = 200;
const Explanation = z.string().max(4000).nullish().describe("Why the plan changes, in a sentence.");
export const UpdatePlanArguments = z.looseObject({
  explanation: Explanation,
  steps: z
    .array(z.looseObject({ text: z.string().min(1).max(2000), status: z.enum(["pending", "inProgress", "completed"]) }))
    .max(MOST_PLAN_STEPS)
    .describe("All steps, in order."),
});
/** The same as Codex's models write it. */
export const CodexPlanArguments = z.looseObject({
  explanation: Explanation,
  plan: z
    .array(z.looseObject({ step: z.string().min(1).max(2000), status: z.enum(["pending", "in_progress", "completed"]) }))
    .max(MOST_PLAN_STEPS),
});

/** Nothing secret can be asked for: the model has to read the answer, so it stands in the rollout as it is. */
export const RequestUserInputArguments = z.looseObject({
  questions: z
    .array(
      z.object({
        id: z.string().min(1).max(100).describe("Names the question in the answers."),
        header: z.string().max(100).exactOptional().describe("A word or two above it."),
        question: z.string().min(1).max(2000),
        options: z
          .array(z.object({ label: z.string().min(1).max(200), description: z.string().max(1000).exactOptional() }))
          .max(20)
          .exactOptional()
          .describe("To choose from; without options the person writes the answer."),
        isOther: z.boolean().exactOptional().describe("Whether the person may write another answer than the options."),
      }),
    )
    .min(1)
    .max(3),
});
export type RequestUserInputArguments = z.infer<typeof RequestUserInputArguments>;
export const ApplyPatchArguments = z.looseObject({
  patch: z.string().min(1).describe("The whole patch, from '*** Begin Patch' to '*** End Patch'."),
});
export type ApplyPatchArguments = z.infer<typeof ApplyPatchArguments>;

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
