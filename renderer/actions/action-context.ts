// What an action may use: the client, the stores, and the few things only a window can do.
import type { AgentClient } from "../bridge/agent-client";
import { addNotice, type WindowState } from "../state/window-state";

export interface ActionContext {
  readonly client: AgentClient;
  readonly state: WindowState;
  /** A fresh id for one submission. */
  readonly newId: () => string;
  /** Whether the sidebar lies over the thread instead of beside it. */
  readonly isNarrow: () => boolean;
  readonly writeClipboard: (text: string) => Promise<void>;
}

/** Runs a task nobody waits for; what goes wrong is told to the person. */
export function runDetached(context: ActionContext, name: string, task: () => Promise<void>): void {
  task().catch((error: unknown) => {
    addNotice(context.state, "error", `${name} failed: ${error instanceof Error ? error.message : String(error)}`);
  });
}
