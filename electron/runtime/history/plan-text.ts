// A plan in the words of a call, in both forms: ours `{steps: [{text, status}]}` and Codex's `{plan: [{step, status}]}`. Tolerant, because
// a file may hold any.
import { MOST_PLAN_STEPS } from "../../../shared/protocol/tool-arguments";
import type { PlanStep, TurnItemOf } from "../../../shared/protocol/turn-item";

const STATUS: Readonly<Record<string, PlanStep["status"]>> = {
  in_progress: "inProgress",
  inProgress: "inProgress",
  completed: "completed",
};

/** Tolerant: a step of an unknown status is still to do. Null: no plan, or one of more than 200 steps. */
export function readPlan(args: unknown): Pick<TurnItemOf<"plan">, "steps" | "explanation"> | null {
  if (!isObject(args)) return null;
  const { explanation } = args;
  const written = args["steps"] ?? args["plan"];
  if (!Array.isArray(written) || written.length > MOST_PLAN_STEPS) return null;
  const steps = written.filter(isObject).map((step) => ({
    text: String(step["text"] ?? step["step"] ?? ""),
    status: STATUS[String(step["status"])] ?? "pending",
  }));
  return { steps, ...(typeof explanation === "string" && explanation !== "" ? { explanation } : {}) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
