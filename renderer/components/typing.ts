// Whether the person is typing, so that nothing takes the focus from under their hands.

const PAUSE_MS = 1000;
let lastTypedAt = Number.NEGATIVE_INFINITY;

export function noteTyping(): void {
  lastTypedAt = performance.now();
}

/** What was typed has been sent: the hands are free. */
export function noteSent(): void {
  lastTypedAt = Number.NEGATIVE_INFINITY;
}

/** True while something is being written, or focus stands where moving it would surprise. */
export function isFocusTaken(): boolean {
  const active = document.activeElement;
  if (active === null || active === document.body) return false;
  if (active instanceof HTMLTextAreaElement) return active.value !== "" || performance.now() - lastTypedAt < PAUSE_MS;
  return active.closest("[data-ask], dialog") !== null;
}
