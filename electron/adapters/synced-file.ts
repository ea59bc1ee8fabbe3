// What is really on the disk once it is done, whatever happens to the machine then. Apart because several outside things keep files.
import { open } from "node:fs/promises";

/** Makes the file, which must not be there; only the person may read it. */
export async function writeSynced(path: string, content: Uint8Array | string): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The names in it. Windows keeps them by itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
