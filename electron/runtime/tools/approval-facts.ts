// What the decision about a run is made from, gathered at the moment it is made: rules and the sandbox as they are now.
import type { ApprovalSubject } from "../../../shared/protocol/approval";
import type { CommandRule, SandboxChoice } from "../../../shared/protocol/permission";
import type { ApprovalPolicy } from "../../../shared/protocol/thread";
import type { CommandWay, Permissions } from "../ports/permissions";
import type { ApprovalFacts } from "./decide-approval";
import { whyUnconfined } from "./run-confinement";

interface FoundRules {
  readonly here: readonly CommandRule[];
  readonly elsewhere: ReadonlyMap<CommandWay, readonly CommandRule[]>;
}

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
  const reading = isCommand ? permissions.readCommand(subject.command) : null;
  const ways = new Set(reading?.segments.flatMap(({ elsewhere }) => elsewhere ?? []));
  // What is not seen may be denied anywhere, for it may go anywhere.
  if (reading?.type === "unclear" && reading.hidesCommands === true) ways.add(null);
  const [unconfined, rules] = await Promise.all([
    whyUnconfined(sources),
    isCommand ? readRules(subject.cwd, ways, sources) : Promise.resolve({ here: [], elsewhere: new Map() }),
  ]);
  const { here = null, elsewhere = new Map() } = rules ?? {};
  return { subject, policy, mode: sandbox.mode, unconfined, reading, rules: here, rulesElsewhere: elsewhere, grants };
}

/**
 * What is denied where the session or the command stands, and what is allowed where the command stands: nothing gets out of a rule by another folder, or
 * into one. Null: they cannot be read; the adapter tells the person why when it is asked for the list.
 */
async function readRules(
  folder: string,
  ways: ReadonlySet<CommandWay>,
  { cwd, permissions }: FactSources,
): Promise<FoundRules | null> {
  try {
    const [ofCommand, ofSession] = await Promise.all([permissions.rulesFor(folder), permissions.rulesFor(cwd)]);
    const behind = [...ways].map(async (way) => [way, await permissions.rulesFor(folder, way)] as const);
    return {
      here: [...ofCommand, ...ofSession.filter(({ effect }) => effect === "deny")],
      elsewhere: new Map(await Promise.all(behind)),
    };
  } catch {
    return null;
  }
}
