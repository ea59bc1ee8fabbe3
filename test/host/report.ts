// Where the host says what a person should know, and where work that nobody awaits ends.
import { TargetGone } from "./cdp-pipe";

export function say(text: string): void {
  process.stderr.write(`electron stand-in: ${text}\n`);
}

/** For `promise.catch(...)`: a window that closed in between is no failure, everything else is said. */
export function reportUnlessGone(what: string): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof TargetGone))
      say(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  };
}
