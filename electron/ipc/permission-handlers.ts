// Handlers of what a person settles about tools: rules, the sandbox, stopping one call, undoing a turn's changes.
import { CommandRefused, errorMessage } from "../runtime/errors";
import type { CommandRule } from "../../shared/protocol/permission";
import type { RuleStore } from "../runtime/ports/rule-store";
import type { Handlers, RouterParts } from "./handlers";

type PermissionMethod =
  "item/interrupt" | "turn/changes/undo" | "settings/read" | "settings/write" | "rule/list" | "rule/add" | "rule/delete";

export function createPermissionHandlers(parts: RouterParts): Pick<Handlers, PermissionMethod> {
  const { sessions, rules, undo, readSettings, writeSettings } = parts;
  return {
    "item/interrupt": async ({ threadId, itemId }) => {
      const { session } = await sessions.open(threadId);
      if (!session.stopItem(itemId)) throw new CommandRefused("invalidParams", "this call does not run");
      return {};
    },
    "turn/changes/undo": async ({ threadId, turnId }) => {
      const restored = await sessions.undo(threadId, { turnId, files: undo });
      if (restored.outcome === "undone") return { ...restored, changes: [...restored.changes] };
      return restored.outcome === "changed" ? { ...restored, paths: [...restored.paths] } : restored;
    },
    "settings/read": () => readSettings(),
    "settings/write": async (change) => {
      try {
        await writeSettings(change);
      } catch (error) {
        throw new CommandRefused("storage", errorMessage(error));
      }
      return {};
    },
    "rule/list": async () => ({ rules: [...(await readRules(rules))] }),
    "rule/add": async (rule) => {
      await rules.add(rule);
      return {};
    },
    "rule/delete": async (rule) => {
      await rules.delete(rule);
      return {};
    },
  };
}

/** What is wrong with them is for the person to put right, so it is told as it stands. */
async function readRules(rules: RuleStore): Promise<readonly CommandRule[]> {
  try {
    return await rules.list();
  } catch (error) {
    throw new CommandRefused("storage", errorMessage(error));
  }
}
