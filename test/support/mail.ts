// Words of mail for tests: what the model reads of it, and how many turns there were.
import type { Scenario } from "./scenario";

/** What the model reads of a mail. */
export const delivered = (text: string, author = "other"): string => `user: <mail from="${author}">\n${text}\n</mail>`;

export function turnsTold(thread: Scenario): number {
  return thread.events("turn/started").length;
}

/** Starts a turn and lets it run as far as it can without time. */
export async function start(thread: Scenario, text: string): Promise<void> {
  await thread.start(text);
  await thread.advance(0);
}
