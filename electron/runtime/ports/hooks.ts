// External commands that a person has put into the turn's way. The adapter runs them and reads their answers; what follows is decided in `turn/`.
import type { HookEvent } from "../../../shared/protocol/settings";

/** What a hook is told about, by event. */
export type HookCall =
  | { readonly event: "userPromptSubmit"; readonly prompt: string }
  | { readonly event: "preToolUse"; readonly toolName: string; readonly toolInput: unknown }
  | { readonly event: "postToolUse"; readonly toolName: string; readonly toolInput: unknown; readonly toolResponse: string }
  | { readonly event: "stop"; readonly stopHookActive: boolean; readonly lastAssistantMessage: string | null }
  | { readonly event: "afterTurn"; readonly lastAssistantMessage: string | null };

export interface HookPlace {
  readonly threadId: string;
  readonly turnId: string;
  readonly cwd: string;
  /** Path of the rollout. */
  readonly transcriptPath: string;
  readonly model: string;
}

/** `block`: never with a blank reason. `stop`: the hook wants nothing more to happen. `warning`: it failed, in words for the person. */
export type HookVerdict =
  | { readonly type: "pass" }
  | { readonly type: "block"; readonly reason: string }
  | { readonly type: "stop"; readonly reason: string | null }
  | { readonly type: "warning"; readonly message: string };

export interface HookAnswer {
  /** Event and place in the settings, such as `stop:0`. */
  readonly hookId: string;
  readonly verdict: HookVerdict;
  /** What the model should know besides; null mostly. */
  readonly context: string | null;
  /** preToolUse only: other arguments for the tool. Undefined: as they are. */
  readonly rewrittenInput?: unknown;
}

export interface Hooks {
  has(event: HookEvent): boolean;
  /**
   * Runs all hooks of the event at once and gives their answers in order of declaration. Never rejects. Every process has ended when it
   * resolves; on abort they are ended at once and the answers so far are given.
   */
  run(call: HookCall, place: HookPlace, signal: AbortSignal): Promise<readonly HookAnswer[]>;
}
