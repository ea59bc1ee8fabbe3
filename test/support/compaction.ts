// Words of compaction for tests: scripts that fill the window, and what a request or a thread holds, short enough to compare whole.
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { streamed, type Script, type ScriptStep } from "./scripted-client";
import type { Scenario } from "./scenario";
import { controllableTool, type ControllableTool } from "./controllable-tool";

/** A window of 1000 tokens is compacted at 900; a step that reports FULL has reached it. */
export const WINDOW = 1000;
export const FULL = 950;

/** A whole response that says something and reports so many tokens. */
export function answers(text: string, usage: number | false): Script {
  return { steps: streamed([text]), end: { type: "completed", usage } };
}

/** A whole response of the given steps that reports so many tokens. */
export function reports(usage: number | false, ...steps: ScriptStep[]): Script {
  return { steps, end: { type: "completed", usage } };
}

/** A tool that is done at once, or after `afterMs`. */
export function worker(afterMs = 0, output?: string): ControllableTool {
  return controllableTool({
    name: "work",
    behaviour: () => ({ type: "returns", afterMs, ...(output === undefined ? {} : { output }) }),
  });
}

/** What each request held; the two fixed texts of compaction are said in a word. */
export function windows(thread: Pick<Scenario, "requests">): string[][] {
  return thread.requests().map((items) => items.map(shortened));
}

function shortened(item: string): string {
  if (item.startsWith("user: The context window is nearly full")) return "<ask for a summary>";
  return item.replace(/^user: The conversation so far was compacted\.[\s\S]*?go on from:\n/, "summary: ");
}

/** Compacts by hand; that turn becomes the current one. */
export async function compactNow(thread: Scenario): Promise<void> {
  const { result } = await thread.runtime.until(thread.runtime.manager.compact(thread.id));
  thread.turnId = result;
  await thread.advance(0);
}

/** The compactions as a person sees them. */
export async function compactions(thread: Pick<Scenario, "runtime" | "id">): Promise<TurnItemOf<"contextCompaction">[]> {
  const { session } = await thread.runtime.manager.open(thread.id);
  return session.view.items.filter((item) => item.type === "contextCompaction");
}
