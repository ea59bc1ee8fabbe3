// The program to run: a folder with a package.json, or a file below one.
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

const manifestSchema = z.object({
  name: z.string().default("electron-app"),
  productName: z.string().optional(),
  version: z.string().default("0.0.0"),
  main: z.string().default("index.js"),
});

export interface AppFolder {
  readonly folder: string;
  readonly mainFile: string;
  readonly name: string;
  readonly version: string;
}

/** Throws when there is nothing at `application`. */
export function readAppFolder(application: string): AppFolder {
  const target = path.resolve(application);
  const isFolder = statSync(target).isDirectory();
  const folder = isFolder ? target : folderOfManifest(path.dirname(target));
  const file = path.join(folder, "package.json");
  const manifest = manifestSchema.parse(existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {});
  return {
    folder,
    mainFile: isFolder ? path.join(target, manifest.main) : target,
    name: manifest.productName ?? manifest.name,
    version: manifest.version,
  };
}

function folderOfManifest(start: string): string {
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "package.json"))) return folder;
    if (folder === path.dirname(folder)) return start;
  }
}
