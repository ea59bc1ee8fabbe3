// What a key in the composer means. A pure function of the event, so that every input method's order of events can be tested.

export interface ComposerKey {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly keyCode: number;
  readonly isComposing: boolean;
  /** A composition ended in the task this key belongs to: some engines report the key that ended it only then. */
  readonly hasJustComposed: boolean;
}

/** `submitNow`: with the modifier, into what runs. */
export type KeyDecision = "submit" | "submitNow" | "newline" | "escape" | "none";

/** Enter or Escape of an input method never submits, stops or closes. */
export function decideKey(event: ComposerKey): KeyDecision {
  if (isInputMethodKey(event)) return "none";
  if (event.key === "Escape") return "escape";
  if (event.key !== "Enter") return "none";
  if (event.shiftKey || event.altKey) return "newline";
  return event.ctrlKey || event.metaKey ? "submitNow" : "submit";
}

/** Whether the key belongs to an input method and not to us. */
export function isInputMethodKey(event: Pick<ComposerKey, "isComposing" | "keyCode" | "hasJustComposed">): boolean {
  return event.isComposing || event.keyCode === 229 || event.hasJustComposed;
}
