// A controller that aborts with a signal, and can also be aborted alone.
export interface LinkedController {
  readonly controller: AbortController;
  /** Takes the listener off the signal. */
  unlink(): void;
}

export function linkedController(signal: AbortSignal): LinkedController {
  const controller = new AbortController();
  const follow = (): void => controller.abort(signal.reason);
  if (signal.aborted) follow();
  else signal.addEventListener("abort", follow, { once: true });
  return { controller, unlink: () => signal.removeEventListener("abort", follow) };
}
