// The tools of one composition, and which of them a call means.
import { normalName, nameText } from "../history/call-item";
import type { Tool, ToolSpec } from "../ports/tool";

export class ToolRegistry {
  readonly #tools = new Map<string, Tool>();

  constructor(tools: readonly Tool[]) {
    for (const tool of tools) {
      const name = nameText(tool.spec);
      if (this.#tools.has(name)) throw new Error(`two tools are named ${name}`);
      this.#tools.set(name, tool);
    }
  }

  get specs(): readonly ToolSpec[] {
    return [...this.#tools.values()].map((tool) => tool.spec);
  }

  find(call: { readonly name: string; readonly namespace?: string }): Tool | null {
    return this.#tools.get(nameText(normalName(call))) ?? null;
  }

  /** Ends what the turn's runs left behind. Returns what was ended, in words. */
  async endTurn(turnId: string): Promise<readonly string[]> {
    const ended = await Promise.all([...this.#tools.values()].map((tool) => tool.endTurn?.(turnId) ?? Promise.resolve(null)));
    return ended.filter((words) => words !== null);
  }
}
