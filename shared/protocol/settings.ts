// HOME/settings.json: what a person may set. Secrets are never in it: `apiKeyEnv` names the variable that holds the key.
import { z } from "zod";
import { ApprovalPolicy } from "./thread";

export const ModelSettings = z.strictObject({
  id: z.string().min(1),
  contextWindow: z.number().int().positive().exactOptional(),
});

/** Times in milliseconds. `streamMaxRetries`: retries per step after a stream that was cut. `namespaces`: the server knows namespace tools. */
export const ProviderSettings = z.strictObject({
  baseUrl: z.url({ protocol: /^https?$/ }),
  apiKeyEnv: z.string().exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  streamIdleTimeoutMs: z.number().int().min(1000).exactOptional(),
  streamMaxRetries: z.number().int().min(0).max(100).exactOptional(),
  namespaces: z.boolean().exactOptional(),
  models: z.array(ModelSettings).exactOptional(),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

export const Settings = z.strictObject({
  provider: z.string().min(1).exactOptional(),
  model: z.string().min(1).exactOptional(),
  providers: z.record(z.string(), ProviderSettings).exactOptional(),
  approvalPolicy: ApprovalPolicy.exactOptional(),
});
export type Settings = z.infer<typeof Settings>;
