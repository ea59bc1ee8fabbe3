// Handlers of what a person settles about tools: rules, the sandbox, stopping one call, undoing a turn's changes.
import { CommandRefused } from "../runtime/errors";
import type { Handlers, RouterParts } from "./handlers";

type PermissionMethod =
  "item/interrupt" | "turn/changes/undo" | "settings/read" | "settings/write" | "rule/list" | "rule/add" | "rule/delete";

export function createPermissionHandlers(parts: RouterParts): Pick<Handlers, PermissionMethod> {
  const { sessions, readSettings } = parts;
  return {
    "item/interrupt": async ({ threadId, itemId }) => {
      const { session } = await sessions.open(threadId);
      if (!session.stopItem(itemId)) throw new CommandRefused("invalidParams", "this call does not run");
      return {};
    },
    "turn/changes/undo": async () => {
      throw new CommandRefused("internal", "undo is being built");
    },
    "settings/read": () => readSettings(),
    "settings/write": async () => {
      throw new CommandRefused("internal", "writing settings is being built");
    },
    "rule/list": async () => ({ rules: [] }),
    "rule/add": async () => {
      throw new CommandRefused("internal", "rules are being built");
    },
    "rule/delete": async () => {
      throw new CommandRefused("internal", "rules are being built");
    },
  };
}
