// What patches have changed, put back from what was kept of the files. What commands changed is not covered.
import type { FileChange } from "../../../shared/protocol/turn-item";

/** `changes`: what putting back has changed. `paths`: files that are no longer as the turn's patches left them; nothing was changed then. */
export type Restored =
  | { readonly outcome: "undone"; readonly changes: readonly FileChange[] }
  | { readonly outcome: "changed"; readonly paths: readonly string[] }
  | { readonly outcome: "nothing"; readonly why: string };

export interface PatchedTurn {
  readonly threadId: string;
  readonly turnId: string;
}

export interface FileUndo {
  /** All or nothing. The same again is possible until `forget`. Throws CommandRefused when the disk refuses. */
  restore(turn: PatchedTurn): Promise<Restored>;
  /** What was kept of the turn's files goes: it is put back, and that is recorded. */
  forget(turn: PatchedTurn): Promise<void>;
}
