// A question from before a restart was about a run as far held back as it was then: where it would be held back less by now, the person is told before
// their answer counts (runtime.md §12). Pure.
import { ApprovalSubject, type RequestedApproval } from "../../../shared/protocol/approval";
import { type ApprovalVerdict, type GrantFacts, isHeldBack } from "./decide-approval";

type Confinement = Pick<GrantFacts, "mode" | "unconfined">;
type Asked = Extract<ApprovalVerdict, { type: "ask" }>;

/** Whether it would run less held back than the question says. Older lines do not say; what asks to leave the sandbox says so itself. */
export function isLooser(asked: RequestedApproval, now: Confinement): boolean {
  if (asked.kind === "userInput" || (asked.kind === "command" && asked.outsideSandbox === true)) return false;
  return asked.sandboxed !== false && !isHeldBack({ ...now, subject: ApprovalSubject.parse(asked) });
}

/** The question as it is put again: about the run as it would be now. */
export function asPutNow(asked: RequestedApproval, now: Confinement): RequestedApproval {
  if (!isLooser(asked, now)) return asked;
  return { ...asked, sandboxed: false, warnings: [...(asked.warnings ?? []), lostWords(asked, now)] };
}

/** How it is asked anew, even where it may run by itself by now: the person was asked, and decides. */
export function askedAnew(
  verdict: Exclude<ApprovalVerdict, { type: "refuse" }>,
  asked: RequestedApproval,
  now: Confinement,
): Asked {
  const lost = lostWords(asked, now);
  if (verdict.type === "ask") return { ...verdict, warnings: [...verdict.warnings, lost] };
  return { type: "ask", warnings: [...(asked.warnings ?? []), lost], canRemember: false, suggestedRule: null };
}

function lostWords(asked: RequestedApproval, { unconfined }: Confinement): string {
  if (asked.kind === "fileChange") return "The sandbox is read-only by now; this would change files all the same.";
  const reason = unconfined === null ? "" : `: ${unconfined}`;
  return asked.sandboxed === true
    ? `The sandbox held when this was asked; now it would run without${reason}.`
    : `It would run without the sandbox${reason}.`;
}
