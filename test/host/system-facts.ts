// What only Chromium knows of the desktop before there is a window: the display and whether the system is dark.
import { z } from "zod";
import type { Chromium } from "./chromium";
import type { ScreenFacts } from "./desktop/screen";

const FACTS = `({
  isDark: matchMedia("(prefers-color-scheme: dark)").matches,
  screen: {
    bounds: { x: 0, y: 0, width: screen.width, height: screen.height },
    workArea: { x: screen.availLeft, y: screen.availTop, width: screen.availWidth, height: screen.availHeight },
    scaleFactor: devicePixelRatio,
  },
})`;
const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
const factsSchema = z.object({
  isDark: z.boolean(),
  screen: z.object({ bounds: rectangle, workArea: rectangle, scaleFactor: z.number() }),
});

export async function readScreenFacts(chromium: Chromium, targetId: string): Promise<{ isDark: boolean; screen: ScreenFacts }> {
  const session = await chromium.attach(targetId);
  const { result } = await session.send("Runtime.evaluate", { expression: FACTS, returnByValue: true });
  return factsSchema.parse(result.value);
}
