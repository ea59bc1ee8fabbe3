// What is kept of one patch's files: `manifest.json` in a folder of its own, and a file for the bytes of each that was there. Parsed, never trusted.
import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { syncFolder, writeSynced } from "../../synced-file";
import type { PatchPlan, PlannedFile } from "./plan-patch";

const Names = z.array(z.string());
const Hash = z.string();
const Manifest = z.object({
  version: z.literal(1),
  turnId: z.string(),
  /** Of the thread's patches. */
  order: z.number().int(),
  /** Of the session: its real path. */
  cwd: z.string(),
  /** Bytes that are kept. */
  bytes: z.number(),
  draftId: z.string(),
  newFolders: z.array(Names),
  files: z.array(
    z.object({
      folders: Names,
      name: z.string(),
      shown: z.string(),
      before: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("absent") }),
        z.object({ kind: z.literal("file"), blob: z.string().regex(/^\d+$/), mode: z.number().int(), hash: Hash }),
      ]),
      after: z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("absent") }),
        z.object({ kind: z.literal("file"), hash: Hash }),
      ]),
    }),
  ),
});
export type Manifest = z.infer<typeof Manifest>;
export type KeptFile = Manifest["files"][number];

export interface SnapshotFacts extends Pick<Manifest, "turnId" | "order" | "cwd" | "draftId"> {
  readonly plan: PatchPlan;
}

const MANIFEST = "manifest.json";

export function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Into a new folder; all of it is on the disk when it resolves. */
export async function writeSnapshot(folder: string, facts: SnapshotFacts): Promise<Manifest> {
  await mkdir(folder, { mode: 0o700 });
  const { plan, turnId, order, cwd, draftId } = facts;
  const files: KeptFile[] = [];
  for (const [index, file] of plan.files.entries()) {
    const { folders, name, shown, before, after } = file;
    if (before.kind === "file") await writeSynced(join(folder, String(index)), before.bytes);
    files.push({
      folders: [...folders],
      name,
      shown,
      before: keptBefore(before, index),
      after: after.kind === "file" ? { kind: "file", hash: hashOf(after.bytes) } : { kind: "absent" },
    });
  }
  const newFolders = plan.newFolders.map((names) => [...names]);
  const manifest: Manifest = { version: 1, turnId, order, cwd, draftId, bytes: keptBytes(plan), newFolders, files };
  await writeSynced(join(folder, MANIFEST), JSON.stringify(manifest));
  await syncFolder(folder);
  return manifest;
}

/** How much writing it takes, a small amount for each file at least. */
export function keptBytes({ files }: PatchPlan): number {
  return files.reduce((sum, { before }) => sum + (before.kind === "file" ? before.bytes.length : 0) + 1024, 1024);
}

/** Throws when it is not there or not whole. */
export async function readManifest(folder: string): Promise<Manifest> {
  return Manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), "utf8")));
}

/** Throws when the bytes are not those that were kept. */
export async function readBlob(
  folder: string,
  { blob, hash }: { readonly blob: string; readonly hash: string },
): Promise<Buffer> {
  const bytes = await readFile(join(folder, blob));
  if (hashOf(bytes) !== hash) throw new Error(`${join(folder, blob)} is damaged`);
  return bytes;
}

function keptBefore(before: PlannedFile["before"], index: number): KeptFile["before"] {
  if (before.kind === "absent") return { kind: "absent" };
  return { kind: "file", blob: String(index), mode: before.mode, hash: hashOf(before.bytes) };
}
