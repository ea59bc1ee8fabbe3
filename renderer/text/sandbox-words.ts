// How far a command was or would be confined, in words that are the same in cards, in the composer and in the settings.
import type { SandboxState } from "../../shared/protocol/permission";
import type { SandboxMode } from "../../shared/protocol/thread";
import type { TurnItemOf } from "../../shared/protocol/turn-item";

type CommandItem = TurnItemOf<"commandExecution">;

/** Of a command that has run: "enforced", "not in force: …"; null where nobody knows. */
export function sandboxFact({ sandboxed, sandboxNote }: Pick<CommandItem, "sandboxed" | "sandboxNote">): string | null {
  if (sandboxed === undefined) return null;
  if (sandboxed) return "enforced";
  return sandboxNote === undefined ? "not in force" : `not in force: ${sandboxNote}`;
}

/** What the sandbox seems to have refused to a command, as a sentence; null: nothing. */
export function sandboxRefusal({ sandboxed, sandboxNote }: Pick<CommandItem, "sandboxed" | "sandboxNote">): string | null {
  return sandboxed === true && sandboxNote !== undefined ? sandboxNote.charAt(0).toUpperCase() + sandboxNote.slice(1) : null;
}

export interface SandboxWords {
  readonly mode: SandboxMode;
  readonly name: string;
  readonly about: string;
}

export const SANDBOX_MODES: readonly SandboxWords[] = [
  { mode: "readOnly", name: "Read only", about: "Commands may read, and change nothing." },
  {
    mode: "workspaceWrite",
    name: "Workspace",
    about: "Commands may change files in the session’s folder and temporary ones, but not what Git keeps of it.",
  },
  { mode: "dangerFullAccess", name: "Full access", about: "Commands may do whatever you may do. Nothing confines them." },
];

export function sandboxName(mode: SandboxMode): string {
  return SANDBOX_MODES.find((words) => words.mode === mode)?.name ?? mode;
}

/** "enforced by bubblewrap", "not enforced: bubblewrap is not installed". Full access is nothing to be enforced. */
export function enforcementWords(mode: SandboxMode, state: SandboxState): string {
  if (mode === "dangerFullAccess") return "nothing to enforce";
  return state.isEnforced ? `enforced by ${state.how}` : `not enforced: ${state.reason}`;
}
