// Who ended a turn early. What is written then depends on it: only a person stops "on purpose".

/** `person`: Stop, or "deny and stop". `app`: the program itself ends. `storage`: the rollout cannot be written. */
export type AbortReason = "person" | "app" | "storage";

export function abortWith(controller: AbortController, reason: AbortReason): void {
  controller.abort(reason);
}

/** True when the program's own end aborted the work. */
export function isAppStop(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === ("app" satisfies AbortReason);
}
