// Whether a path is a folder that can be worked in, and which one it really is.
import { access, constants, stat } from "node:fs/promises";
import path from "node:path";
import type { Folders } from "../runtime/ports/folders";
import { realFolder } from "./real-folder";

export function createFolders(): Folders {
  return { problemWith, realPath: realFolder };
}

async function problemWith(folder: string): Promise<string | null> {
  if (!path.isAbsolute(folder)) return `${folder} is not an absolute path; choose a folder`;
  try {
    if (!(await stat(folder)).isDirectory()) return `${folder} is not a folder; choose a folder`;
    await access(folder, constants.R_OK | constants.X_OK);
    return null;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code === "ENOENT") return `${folder} does not exist; choose another folder`;
    if (code === "EACCES" || code === "EPERM")
      return `you may not read ${folder}; choose another folder or change its permissions`;
    return `${folder} cannot be used (${code}); choose another folder`;
  }
}
