// HOME/settings.json: what a person may set. Secrets are never in it: `apiKeyEnv` names the variable that holds the key.
import { z } from "zod";
import { ApprovalPolicy, SandboxMode, ToolDispatch } from "./thread";

export const ModelSettings = z.strictObject({
  id: z.string().min(1),
  contextWindow: z.number().int().positive().exactOptional(),
});

/** Times in milliseconds. `streamMaxRetries`: retries per step after a stream that was cut. `requestMaxRetries`: unseen quick ones before its headers. `namespaces`: the server knows namespace tools. `customTools`: it knows tools that take free text. */
export const ProviderSettings = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/ }),
  apiKeyEnv: z.string().exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  streamIdleTimeoutMs: z.number().int().min(1000).exactOptional(),
  streamMaxRetries: z.number().int().min(0).max(100).exactOptional(),
  requestMaxRetries: z.number().int().min(0).max(100).exactOptional(),
  namespaces: z.boolean().exactOptional(),
  customTools: z.boolean().exactOptional(),
  models: z.array(ModelSettings).exactOptional(),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

/** An external command, run by the platform's shell: JSON on stdin, its answer in its exit code and output (protocol.md §6). */
export const HookSettings = z.strictObject({ command: z.string().min(1), timeoutMs: z.number().int().min(1).exactOptional() });
export type HookSettings = z.infer<typeof HookSettings>;

export const HookEvent = z.enum(["userPromptSubmit", "preToolUse", "postToolUse", "stop", "afterTurn"]);
export type HookEvent = z.infer<typeof HookEvent>;

/** What a steer does to an answer that streams: it waits for the next safe point, or cuts it at once. */
export const SteerMode = z.enum(["safePoint", "instant"]);
export type SteerMode = z.infer<typeof SteerMode>;

/** A folder: absolute, or within the person's own (`~`). */
const FolderPath = z
  .string()
  .regex(/^(?:~$|~[\\/]|\/|[A-Za-z]:[\\/]|\\\\)/, "an absolute path is expected, or one that begins with ~/")
  .refine((path) => !path.includes("\0"), "a path holds no NUL");

export const Settings = z.strictObject({
  provider: z.string().min(1).exactOptional(),
  model: z.string().min(1).exactOptional(),
  providers: z.record(z.string(), ProviderSettings).exactOptional(),
  approvalPolicy: ApprovalPolicy.exactOptional(),
  sandbox: SandboxMode.exactOptional(),
  /** Commands in the sandbox may reach the network. */
  network: z.boolean().exactOptional(),
  /** A question that nobody answers in so many seconds is declined, by the timeout; null: it waits. */
  approvalTimeoutSeconds: z.number().min(1).nullable().exactOptional(),
  /** Tokens; the window is compacted when it holds as many. Null: only the model's own window counts. */
  autoCompactTokenLimit: z.number().int().positive().nullable().exactOptional(),
  toolDispatch: ToolDispatch.exactOptional(),
  steer: SteerMode.exactOptional(),
  hooks: z.partialRecord(HookEvent, z.array(HookSettings)).exactOptional(),
  /** `reminderSeconds`: the model is told the time before a request when so many seconds have passed; null: never. */
  clock: z.strictObject({ reminderSeconds: z.number().min(0).nullable().exactOptional() }).exactOptional(),
  /** Folders whose sessions are listed beside our own; they are only read. A Codex home, or any folder of rollouts. */
  sessionRoots: z.array(FolderPath).exactOptional(),
});
export type Settings = z.infer<typeof Settings>;
