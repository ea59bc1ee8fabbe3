// Which files this program has open, as the system tells it.
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** How often the file is open, or any in the folder; null where the system does not tell. */
export function openFilesOf(path: string): number | null {
  const folder = "/proc/self/fd";
  if (!existsSync(folder)) return null;
  const target = (name: string): string | null => {
    try {
      return readlinkSync(join(folder, name));
    } catch {
      // Closed since.
      return null;
    }
  };
  const open = readdirSync(folder).map(target);
  return open.filter((name) => name === path || name?.startsWith(join(path, "/")) === true).length;
}
