// What the decision about a run is made from, gathered at the moment it is made: rules and the sandbox as they are now.
import type { ApprovalSubject } from "../../../shared/protocol/approval";
import type { CommandRule, SandboxChoice } from "../../../shared/protocol/permission";
import type { ApprovalPolicy } from "../../../shared/protocol/thread";
import type { Permissions } from "../ports/permissions";
import type { ApprovalFacts } from "./decide-approval";

export interface FactSources {
  /** Of the session. */
  readonly cwd: string;
  readonly policy: ApprovalPolicy;
  readonly sandbox: SandboxChoice;
  readonly permissions: Permissions;
  readonly grants: ReadonlySet<string>;
}

export async function approvalFacts(subject: ApprovalSubject, sources: FactSources): Promise<ApprovalFacts> {
  const { policy, sandbox, permissions, grants } = sources;
  const isCommand = subject.kind === "command";
  const [unconfined, rules] = await Promise.all([
    whyUnconfined(sources),
    isCommand ? readRules(subject.cwd, sources) : Promise.resolve([]),
  ]);
  const reading = isCommand ? permissions.readCommand(subject.command) : null;
  return { subject, policy, mode: sandbox.mode, unconfined, reading, rules, grants };
}

async function whyUnconfined({ sandbox, permissions }: FactSources): Promise<string | null> {
  if (sandbox.mode === "dangerFullAccess") return "full access was chosen";
  const state = await permissions.sandboxState(sandbox.mode);
  return state.isEnforced ? null : state.reason;
}

/**
 * What is denied where the session or the command stands, and what is allowed where the command stands: nothing gets out of a rule by another folder, or
 * into one. Null: they cannot be read; the adapter tells the person why when it is asked for the list.
 */
async function readRules(folder: string, { cwd, permissions }: FactSources): Promise<readonly CommandRule[] | null> {
  try {
    const [ofCommand, ofSession] = await Promise.all([permissions.rulesFor(folder), permissions.rulesFor(cwd)]);
    return [...ofCommand, ...ofSession.filter(({ effect }) => effect === "deny")];
  } catch {
    return null;
  }
}
