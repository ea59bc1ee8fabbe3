// A disk of a few kilobytes, for a test that fills it. Only root on Linux can have one.
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

export interface SmallDisk {
  /** Takes every byte that is left. */
  fill(): void;
  /** Gives back what `fill` took. */
  free(): void;
  remove(): void;
}

/** Puts a disk of 256 KiB at the folder, or null where that is not possible. */
export function createSmallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=256k", "tmpfs", folder], { stdio: "ignore" });
  if (status !== 0) return null;
  const filler = path.join(folder, "filler");
  return {
    fill: () => {
      const file = openSync(filler, "w");
      try {
        for (;;) writeSync(file, Buffer.alloc(512));
      } catch (error) {
        if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
      } finally {
        closeSync(file);
      }
    },
    free: () => rmSync(filler),
    remove: () => {
      spawnSync("umount", ["-l", folder], { stdio: "ignore" });
    },
  };
}
