// HOME/window.json: size and place of the window at its last closing. A file that cannot be read counts as none.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const WindowMemory = z.object({
  bounds: z.object({ x: z.int(), y: z.int(), width: z.int().positive(), height: z.int().positive() }),
  isMaximized: z.boolean(),
});
export type WindowMemory = z.infer<typeof WindowMemory>;

export function recallWindow(home: string): WindowMemory | null {
  try {
    return WindowMemory.parse(JSON.parse(readFileSync(memoryFile(home), "utf8")));
  } catch (error) {
    if (isExpected(error)) return null;
    throw error;
  }
}

/** Synchronous, because it is called while the window closes. Returns what went wrong, in words. */
export function rememberWindow(home: string, memory: WindowMemory): string | null {
  try {
    mkdirSync(home, { recursive: true });
    writeFileSync(memoryFile(home), `${JSON.stringify(memory)}\n`);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function memoryFile(home: string): string {
  return path.join(home, "window.json");
}

/** No file, no permission, no JSON, another shape: the window then opens as on the first day. */
function isExpected(error: unknown): boolean {
  return error instanceof SyntaxError || error instanceof z.ZodError || (error instanceof Error && "code" in error);
}
