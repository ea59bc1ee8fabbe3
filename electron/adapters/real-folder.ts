// Which folder a path really leads to. Apart because several outside things have to know it.
import { realpath } from "node:fs/promises";
import path from "node:path";

/** Of what is not there (yet) or may not be looked at, the path of what is above it counts. */
export async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const above = path.dirname(folder);
    return above === folder ? folder : path.join(await realFolder(above), path.basename(folder));
  }
}
