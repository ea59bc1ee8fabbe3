// What clients ask of sessions as files: which one, how far its index has come, what a search finds, what an export may give away.
import { z } from "zod";
import { ItemId, ThreadId, TurnId } from "./ids";

/** No path holds a NUL: whoever asks the system for one is answered with an error of the program. */
export const FilePath = z
  .string()
  .min(1)
  .refine((path) => !path.includes("\0"), "a path holds no NUL");

/** A session by its id, or by the path of any rollout file. */
export const SessionTarget = z.union([z.object({ threadId: ThreadId }), z.object({ path: FilePath })]);
export type SessionTarget = z.infer<typeof SessionTarget>;

/** Bytes of the file that the index has passed over. Lines are numbered and damage is listed once `bytes` has reached `totalBytes`. */
export const IndexProgress = z.object({ bytes: z.number(), totalBytes: z.number() });
export type IndexProgress = z.infer<typeof IndexProgress>;

/** `prompt`: a person's words; `command`: what a call was given; `output`: what came of it; `other`: context, reasoning, summaries. */
export const SearchField = z.enum(["prompt", "answer", "command", "output", "other"]);
export type SearchField = z.infer<typeof SearchField>;

/** `ranges`: the matches within `snippet`, as [start, end) in UTF-16 units. `cursor`: `thread/items/list` forward from it begins with the item. */
export const SearchHit = z.object({
  threadId: ThreadId,
  itemId: ItemId,
  cursor: z.string(),
  field: SearchField,
  atMs: z.number(),
  snippet: z.string(),
  ranges: z.array(z.tuple([z.number().int(), z.number().int()])),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** `jsonl`: the bytes as they lie, archives expanded and chains joined. */
export const ExportFormat = z.enum(["markdown", "html", "jsonl"]);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Something that looks like a secret. `itemId` absent: it stands in the session's name. `excerpt`: enough to recognise it, most of it masked. */
export const SecretFinding = z.object({
  kind: z.string(),
  itemId: ItemId.exactOptional(),
  line: z.number().int().exactOptional(),
  excerpt: z.string(),
});
export type SecretFinding = z.infer<typeof SecretFinding>;

/** A folder that sessions are listed from. `isOffered`: found on this machine and not taken up yet. */
export const SessionRoot = z.object({
  path: z.string(),
  kind: z.enum(["own", "configured", "codexHome"]),
  isOffered: z.boolean(),
  /** Rollouts found in it, where it was counted. */
  sessions: z.number().int().exactOptional(),
});
export type SessionRoot = z.infer<typeof SessionRoot>;

/** Absent: all of it. */
export const ForkPoint = z.object({ throughTurnId: TurnId.exactOptional() });
