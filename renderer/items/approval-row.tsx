// An approval whose call is not on screen: one line of what was asked and decided.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";

const DECISIONS = {
  accept: "allowed once",
  acceptForSession: "allowed in this session",
  decline: "denied",
  cancel: "withdrawn",
} as const;
const DECIDERS = {
  person: "by you",
  session: "by your earlier answer",
  policy: "by policy",
  timeout: "because nobody answered in time",
} as const;

export function ApprovalRow({ item }: { item: TurnItemOf<"approval"> }) {
  const decision = item.decision === undefined ? "not answered" : DECISIONS[item.decision];
  const decider = item.decidedBy === undefined ? "" : ` ${DECIDERS[item.decidedBy]}`;
  return (
    <p className="notice-line">
      <Icon name="sign" />
      <span>{`Approval ${decision}${decider}`}</span>
    </p>
  );
}
