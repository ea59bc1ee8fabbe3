// What lies over the window: one thing at a time, so that Esc always knows what it closes.
import type { ThreadId, TurnId } from "../../shared/protocol/ids";
import type { ExportFormat, SecretFinding } from "../../shared/protocol/past-session";
import type { Thread } from "../../shared/protocol/thread";

/** What looks like a secret, as far as it is known. */
export type SecretCheck =
  | { readonly type: "checking" }
  | { readonly type: "checked"; readonly findings: readonly SecretFinding[]; readonly isWhole: boolean; readonly title: string }
  | { readonly type: "failed"; readonly message: string };

export type ExportStep =
  | { readonly type: "choosing"; readonly problem: string | null }
  | { readonly type: "saving"; readonly file: string }
  | { readonly type: "exists"; readonly file: string }
  | { readonly type: "saved"; readonly file: string; readonly bytes: number };

export type DeleteStep =
  | { readonly type: "asking"; readonly problem: string | null }
  /** The bin did not take it. */
  | { readonly type: "askingForGood"; readonly why: string }
  | { readonly type: "deleting" };

/** `problem`: why the last attempt failed. `changed`: files that are no longer as the turn left them; nothing was undone, as with `nothing`. */
export type UndoStep =
  | { readonly type: "asking"; readonly problem: string | null }
  | { readonly type: "undoing" }
  | { readonly type: "changed"; readonly paths: readonly string[] }
  | { readonly type: "nothing"; readonly why: string };

export type Overlay =
  | { readonly type: "none" }
  | { readonly type: "palette" }
  | { readonly type: "settings" }
  | { readonly type: "rename"; readonly thread: Thread }
  | {
      readonly type: "export";
      readonly thread: Thread;
      readonly format: ExportFormat;
      readonly check: SecretCheck;
      readonly step: ExportStep;
    }
  | { readonly type: "delete"; readonly thread: Thread; readonly step: DeleteStep }
  | {
      readonly type: "undo";
      readonly threadId: ThreadId;
      readonly turnId: TurnId;
      readonly paths: readonly string[];
      readonly step: UndoStep;
    };

export const NO_OVERLAY: Overlay = { type: "none" };

export type OverlayOf<Type extends Overlay["type"]> = Extract<Overlay, { type: Type }>;
