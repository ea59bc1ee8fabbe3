// What is told of a command while it runs: whether the sandbox holds it, by the same state by which it was asked about.
import type { SubjectOf } from "../../../shared/protocol/approval";
import type { SandboxChoice } from "../../../shared/protocol/permission";
import type { TurnItemOf } from "../../../shared/protocol/turn-item";
import type { Permissions } from "../ports/permissions";

type Confined = Pick<TurnItemOf<"commandExecution">, "sandboxed" | "sandboxNote">;

/** The note says why the sandbox does not hold that should. */
export async function runConfinement(
  { outsideSandbox = false }: SubjectOf<"command">,
  { sandbox, permissions }: { readonly sandbox: SandboxChoice; readonly permissions: Permissions },
): Promise<Confined> {
  if (sandbox.mode === "dangerFullAccess" || outsideSandbox) return { sandboxed: false };
  const state = await permissions.sandboxState(sandbox.mode);
  return state.isEnforced ? { sandboxed: true } : { sandboxed: false, sandboxNote: state.reason };
}
