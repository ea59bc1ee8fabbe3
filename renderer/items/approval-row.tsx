// An approval whose call is not on screen: one line of what was asked and decided.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { provenance } from "../text/approval-words";

const DECISIONS = {
  accept: "allowed once",
  acceptForSession: "allowed",
  decline: "denied",
  cancel: "withdrawn",
} as const;
export function ApprovalRow({ item }: { item: TurnItemOf<"approval"> }) {
  const decision = item.decision === undefined ? "not answered" : DECISIONS[item.decision];
  const [, decider] = provenance(item) ?? [];
  return (
    <p className="notice-line">
      <Icon name="sign" />
      <span>{`Approval ${decision}${decider === undefined ? "" : ` by ${decider}`}`}</span>
    </p>
  );
}
