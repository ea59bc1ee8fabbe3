// The update_plan tool: the plan is its call, which people see; nothing else is kept of it.
import { CodexPlanArguments, UpdatePlanArguments, checkArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import type { Prepared, Tool } from "../../runtime/ports/tool";
import { harmlessRun } from "./harmless-run";

/** protocol.md §7 `update_plan`. */
export function createPlanTool(): Tool {
  return {
    spec: {
      name: "update_plan",
      description:
        "Shows the user the plan of a task with several steps, and how far it is: call it again whenever a step begins or is done. " +
        "At most one step is in progress at a time.",
      get parameters() {
        return toJSONSchema(UpdatePlanArguments);
      },
    },
    gate: "exclusive",
    changesWorld: false,
    graceMs: 100,
    prepare,
  };
}

function prepare(value: unknown): Prepared {
  const checked = isCodexForm(value) ? checkCodexForm(value) : checkOwnForm(value);
  if (!checked.ok) return checked;
  const { inProgress, ignored } = checked;
  const output = inProgress > 1 ? "Plan updated. At most one step should be in progress at a time." : "Plan updated";
  return harmlessRun(ignored, () => Promise.resolve({ status: "completed", output }));
}

type CheckedPlan = { ok: true; inProgress: number; ignored: readonly string[] } | { ok: false; detail: string };

function checkOwnForm(value: unknown): CheckedPlan {
  const checked = checkArguments(UpdatePlanArguments, value);
  if (!checked.ok) return checked;
  const inProgress = checked.args.steps.filter(({ status }) => status === "inProgress").length;
  return { ok: true, inProgress, ignored: checked.ignored };
}

function checkCodexForm(value: unknown): CheckedPlan {
  const checked = checkArguments(CodexPlanArguments, value);
  if (!checked.ok) return checked;
  const inProgress = checked.args.plan.filter(({ status }) => status === "in_progress").length;
  return { ok: true, inProgress, ignored: checked.ignored };
}

function isCodexForm(value: unknown): boolean {
  return typeof value === "object" && value !== null && "plan" in value && !("steps" in value);
}
