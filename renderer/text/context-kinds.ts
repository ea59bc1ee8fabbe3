// What a program puts into the model's window around the person's words, by its kind.
import type { ContextKind } from "../../shared/protocol/turn-item";

export const CONTEXT_KINDS: Readonly<Record<ContextKind, string>> = {
  environment: "Environment",
  instructions: "Instructions (AGENTS.md)",
  permissions: "Permissions",
  skills: "Skills",
  turnAborted: "Note that the turn was stopped",
  shellCommand: "Shell command of the person",
  time: "Time",
  other: "Context",
};
