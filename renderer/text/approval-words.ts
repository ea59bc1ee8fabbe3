// Who let a call run, or did not: in words that are the same wherever they stand.
import type { TurnItemOf } from "../../shared/protocol/turn-item";

type Approval = TurnItemOf<"approval">;
type Provenance = Pick<Approval, "decision" | "decidedBy" | "rule">;
type Decided = Required<Pick<Approval, "decision" | "decidedBy">> & Pick<Approval, "rule">;

/** "Allowed by" and "you"; null while nobody has decided. */
export function provenance(approval: Provenance | null): readonly [term: string, words: string] | null {
  if (approval?.decision === undefined || approval.decidedBy === undefined) return null;
  const isAllowed = approval.decision === "accept" || approval.decision === "acceptForSession";
  return [
    isAllowed ? "Allowed by" : approval.decision === "cancel" ? "Stopped by" : "Denied by",
    decider({ ...approval, decision: approval.decision, decidedBy: approval.decidedBy }),
  ];
}

function decider({ decision, decidedBy, rule }: Decided): string {
  switch (decidedBy) {
    case "person":
      return decision === "acceptForSession" ? "you, in this session" : "you";
    case "session":
      return "your answer earlier in this session";
    case "timeout":
      return "the timeout: nobody answered";
    case "policy":
      return rule === undefined ? "policy" : `the rule “${rule}”`;
  }
}

/** The same in a word or two, for the closed card; empty where nothing has to be said. */
export function shortProvenance(approval: Provenance | null): string {
  if (approval?.decision === undefined || approval.decidedBy === undefined) return "";
  const isAllowed = approval.decision === "accept" || approval.decision === "acceptForSession";
  switch (approval.decidedBy) {
    case "person":
      return isAllowed ? "you allowed it" : "by you";
    case "session":
      return isAllowed ? "allowed in this session" : "by you";
    case "timeout":
      return "nobody answered";
    case "policy":
      if (isAllowed) return approval.rule === undefined ? "" : "allowed by a rule";
      return approval.rule === undefined ? "by policy" : "by a rule";
  }
}
