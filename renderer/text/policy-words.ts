// When a person is asked, in words that are the same in the composer and in the settings.
import type { CommandResult } from "../../shared/protocol/command";
import type { ApprovalPolicy } from "../../shared/protocol/thread";

export interface PolicyWords {
  readonly policy: ApprovalPolicy;
  readonly name: string;
  readonly about: string;
}

export const POLICIES: readonly PolicyWords[] = [
  {
    policy: "onRequest",
    name: "Ask when needed",
    about: "You are asked where the sandbox does not hold and no rule of yours allows it.",
  },
  { policy: "always", name: "Always ask", about: "You are asked before every command and every change of files." },
  {
    policy: "never",
    name: "Never ask",
    about: "Nothing is asked. What a rule denies or a guard refuses still does not run, nor anything outside the sandbox.",
  },
];

/** What commands meet, in a word or two. A sandbox that was chosen and does not hold is none. */
export function commandsMeet(
  settings: Pick<CommandResult<"settings/read">, "approvalPolicy" | "sandbox" | "sandboxStates">,
): string {
  const { approvalPolicy, sandbox, sandboxStates } = settings;
  if (approvalPolicy === "never") return "Nothing is asked";
  return approvalPolicy === "onRequest" && sandboxStates[sandbox].isEnforced ? "In a sandbox" : "You are asked";
}

export function policyName(policy: ApprovalPolicy): string {
  return POLICIES.find((words) => words.policy === policy)?.name ?? policy;
}
