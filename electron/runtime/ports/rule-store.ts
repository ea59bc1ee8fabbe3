// Where a person's rules about commands are kept. Which of them hold for a command is `Permissions.rulesFor`.
import type { CommandRule } from "../../../shared/protocol/permission";

export interface RuleStore {
  /** All of them. Rejects with words when they cannot be read: what is wrong, and where. */
  list(): Promise<readonly CommandRule[]>;
  /** Resolves when it is kept. CommandRefused, with words: it may never be always allowed, or the rules cannot be read or written. A second time changes nothing. */
  add(rule: CommandRule): Promise<void>;
  /** CommandRefused, with words: there is no such rule, or the rules cannot be read or written. */
  delete(rule: CommandRule): Promise<void>;
}
