// The form of what a hook prints on stdout (protocol.md §6), and whether a text has it. What follows from it is hook-answer's business. Pure.
import { z } from "zod";
import type { HookEvent } from "../../../shared/protocol/settings";
import { WIRE_EVENT } from "./hook-input";
import { shorten } from "./shorten";

const Specific = z.looseObject({
  hookEventName: z.string().nullish(),
  permissionDecision: z.enum(["allow", "deny"]).nullish(),
  permissionDecisionReason: z.string().nullish(),
  updatedInput: z.unknown().optional(),
  additionalContext: z.string().nullish(),
});
type Specific = z.infer<typeof Specific>;

const HookFields = z.looseObject({
  continue: z.boolean().nullish(),
  stopReason: z.string().nullish(),
  suppressOutput: z.boolean().nullish(),
  decision: z.literal("block").nullish(),
  reason: z.string().nullish(),
  hookSpecificOutput: Specific.nullish().transform((specific): Specific => specific ?? {}),
});
export type HookFields = z.infer<typeof HookFields>;

/** `unknown`: fields that mean nothing for this event, by path. */
export type HookOutput =
  | { readonly kind: "fields"; readonly fields: HookFields; readonly unknown: readonly string[] }
  | { readonly kind: "problem"; readonly problem: string };

const GENERAL_FIELDS = Object.keys(HookFields.shape);
const SPECIFIC_FIELDS: Readonly<Record<HookEvent, readonly string[]>> = {
  userPromptSubmit: ["hookEventName", "additionalContext"],
  preToolUse: Object.keys(Specific.shape),
  postToolUse: ["hookEventName", "additionalContext"],
  stop: ["hookEventName"],
  afterTurn: ["hookEventName"],
};

/** `text`: not blank. A field that is null counts as absent. */
export function parseHookOutput(text: string, event: HookEvent): HookOutput {
  const json = parseJson(text);
  if (json === null) return { kind: "problem", problem: "printed something that is not JSON" };
  const parsed = HookFields.safeParse(json.value);
  if (!parsed.success) return { kind: "problem", problem: `printed JSON of another form (${describe(parsed.error)})` };
  const specific = parsed.data.hookSpecificOutput;
  const named = specific.hookEventName ?? WIRE_EVENT[event];
  if (named !== WIRE_EVENT[event])
    return { kind: "problem", problem: `answered for the event "${shorten(named)}" instead of "${WIRE_EVENT[event]}"` };
  const unknown = [
    ...unknownIn(parsed.data, GENERAL_FIELDS),
    ...unknownIn(specific, SPECIFIC_FIELDS[event]).map((field) => `hookSpecificOutput.${field}`),
  ];
  return { kind: "fields", fields: parsed.data, unknown: unknown.map((field) => shorten(field)) };
}

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function unknownIn(fields: Readonly<Record<string, unknown>>, known: readonly string[]): readonly string[] {
  return Object.keys(fields).filter((field) => !known.includes(field) && (fields[field] ?? null) !== null);
}

function describe({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => (path.length === 0 ? message : `"${path.join(".")}": ${message}`)).join("; ");
}
