// What a turn was allowed to do, in the words that Codex reads and writes in a `turn_context` (codex-protocol.md B).
import type { SandboxChoice } from "../../../shared/protocol/permission";
import type { LinePayload } from "../../../shared/protocol/rollout-line";
import { ApprovalPolicy, type SandboxMode } from "../../../shared/protocol/thread";

const APPROVAL: Readonly<Record<ApprovalPolicy, string>> = { onRequest: "on-request", always: "untrusted", never: "never" };
const SANDBOX: Readonly<Record<SandboxMode, string>> = {
  readOnly: "read-only",
  workspaceWrite: "workspace-write",
  dangerFullAccess: "danger-full-access",
};

export function codexPolicies({
  policy,
  sandbox,
}: {
  readonly policy: ApprovalPolicy;
  readonly sandbox: SandboxChoice;
}): Pick<LinePayload<"turn_context">, "approval_policy" | "sandbox_policy"> {
  const type = SANDBOX[sandbox.mode];
  const network = sandbox.mode === "dangerFullAccess" ? {} : { network_access: sandbox.hasNetwork };
  return { approval_policy: APPROVAL[policy], sandbox_policy: { type, ...network } };
}

/** Null: words that have no policy of ours, such as those of other versions. */
export function approvalPolicyOf(words: unknown): ApprovalPolicy | null {
  return ApprovalPolicy.options.find((policy) => APPROVAL[policy] === words) ?? null;
}
