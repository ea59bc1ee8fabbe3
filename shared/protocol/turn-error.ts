// Why a turn failed or an attempt is repeated, and what the person can do about it.
import { z } from "zod";

export const TurnErrorCode = z.enum([
  "streamDisconnected",
  "unauthorized",
  "badRequest",
  "notFound",
  "rateLimited",
  "overloaded",
  "quotaExceeded",
  "contextWindowExceeded",
  "contentPolicy",
  "maxOutputTokens",
  "network",
  "storage",
  "compactionFailed",
  "internal",
]);
export type TurnErrorCode = z.infer<typeof TurnErrorCode>;

/** `message` says what happened, `action` the one next step a person can take. `retryAtMs`: Unix milliseconds. */
export const TurnError = z.object({
  code: TurnErrorCode,
  message: z.string(),
  action: z.string().exactOptional(),
  retryAtMs: z.number().exactOptional(),
});
export type TurnError = z.infer<typeof TurnError>;
