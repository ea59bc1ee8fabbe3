// What may refuse a run before anybody is asked. There is no way to express permission here: a guard that finds nothing abstains (runtime.md §6).
import type { ApprovalSubject } from "../../../shared/protocol/approval";

export interface GuardFacts {
  /** Normal name, such as `apply_patch` or `clock.sleep`. */
  readonly toolName: string;
  /** What the run would do or ask; null: it changes nothing and asks nothing. */
  readonly subject: ApprovalSubject | null;
  /** Of the session. */
  readonly cwd: string;
  /** See RunContext. */
  readonly realCwd: string;
}

/** Why the run must not be; null: the guard abstains. A throw counts as a refusal. */
export type Guard = (facts: GuardFacts) => Promise<string | null>;
