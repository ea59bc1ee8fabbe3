// What a person hands over with one submission.
import { z } from "zod";

export const UserInput = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image"), url: z.string() }),
]);
export type UserInput = z.infer<typeof UserInput>;

/** The text parts of an input, joined by newlines. */
export function inputText(input: readonly UserInput[]): string {
  return input.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
