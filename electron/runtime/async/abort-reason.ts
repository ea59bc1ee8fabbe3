// Who ended a turn early. What is written then depends on it: only a person stops "on purpose".

/** `person`: Stop, or "deny and stop". `call`: Stop for one call alone. `app`: the program itself ends. `storage`: the rollout cannot be written. */
export type AbortReason = "person" | "call" | "app" | "storage";

export function abortWith(controller: AbortController, reason: AbortReason): void {
  controller.abort(reason);
}

/** True when the person has stopped this one call, while its turn goes on. */
export function isCallStop(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === ("call" satisfies AbortReason);
}

/** True when the program's own end aborted the work. */
export function isAppStop(signal: AbortSignal): boolean {
  return signal.aborted && signal.reason === ("app" satisfies AbortReason);
}
