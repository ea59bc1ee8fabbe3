// Whether the sandbox holds a run: asked when it is decided about, and told while it runs, of the same state.
import type { SubjectOf } from "../../../shared/protocol/approval";
import type { SandboxChoice } from "../../../shared/protocol/permission";
import type { TurnItemOf } from "../../../shared/protocol/turn-item";
import type { Permissions } from "../ports/permissions";

interface ConfinementSources {
  readonly sandbox: SandboxChoice;
  readonly permissions: Pick<Permissions, "sandboxState">;
}

/** Null: the sandbox holds in that mode. */
export async function whyUnconfined({ sandbox, permissions }: ConfinementSources): Promise<string | null> {
  if (sandbox.mode === "dangerFullAccess") return "full access was chosen";
  const state = await permissions.sandboxState(sandbox.mode);
  return state.isEnforced ? null : state.reason;
}

/** The note says why the sandbox does not hold that should. */
export async function runConfinement(
  { outsideSandbox = false }: SubjectOf<"command">,
  sources: ConfinementSources,
): Promise<Pick<TurnItemOf<"commandExecution">, "sandboxed" | "sandboxNote">> {
  if (sources.sandbox.mode === "dangerFullAccess" || outsideSandbox) return { sandboxed: false };
  const reason = await whyUnconfined(sources);
  return reason === null ? { sandboxed: true } : { sandboxed: false, sandboxNote: reason };
}
