// What a person has settled about commands in advance: rules per folder, and how far the sandbox holds on this machine.
import { z } from "zod";
import { SandboxMode } from "./thread";

/** A pattern of words: `*` as a word stands for any one, at the end for any number, also none. `deny` wins over `allow`. */
export const CommandRule = z.object({
  /** Absolute; it holds for sessions in this folder and in those below it. */
  folder: z.string().min(1),
  effect: z.enum(["allow", "deny"]),
  pattern: z.string().min(1).max(1000),
});
export type CommandRule = z.infer<typeof CommandRule>;

/** Of one mode on this machine, found out once at the start. `how`: by what it is enforced. `reason`: why it is not. */
export const SandboxState = z.discriminatedUnion("isEnforced", [
  z.object({ isEnforced: z.literal(true), how: z.string() }),
  z.object({ isEnforced: z.literal(false), reason: z.string() }),
]);
export type SandboxState = z.infer<typeof SandboxState>;

/** `hasNetwork`: commands in the sandbox may reach the network. */
export const SandboxChoice = z.object({ mode: SandboxMode, hasNetwork: z.boolean() });
export type SandboxChoice = z.infer<typeof SandboxChoice>;
