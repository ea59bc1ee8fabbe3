// Whether the session's folder is still the one that it was when the session was opened. Where one session works below another's folder, a command of that
// one may put a link in its place, and what was written there would go wherever the link leads.
import { realpath } from "node:fs/promises";
import { ModelVisibleError } from "../../runtime/errors";
import { errorCode } from "./error-code";

/** `cwd`: as the session names it. `realCwd`: see RunContext. */
export interface SessionFolder {
  readonly cwd: string;
  readonly realCwd: string;
}

/** Throws ModelVisibleError when it is another. That it is not there, or may not be looked at, is said by whoever uses it. */
export async function checkSessionFolder(folder: SessionFolder): Promise<void> {
  try {
    const now = await realpath(folder.cwd);
    if (now !== folder.realCwd) throw movedAway(folder, now);
  } catch (error) {
    if (error instanceof ModelVisibleError || errorCode(error) === "") throw error;
  }
}

/** `now`: where it leads instead. */
export function movedAway({ cwd, realCwd }: SessionFolder, now: string): ModelVisibleError {
  const words = cwd === realCwd ? `${cwd} leads to ${now} by now` : `${cwd} led to ${realCwd} and leads to ${now} by now`;
  return new ModelVisibleError(
    `the session's folder is not what it was when the session was opened: ${words}. Nothing was run or changed. The person has to put the folder back in its place, or to start a new session in the one that is meant`,
  );
}
