// Whether a file may be written where the person said. Files are compared as the disk knows them, so neither links nor letter case deceive.
import type { BigIntStats } from "node:fs";
import { lstat, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { CommandRefused, errorMessage, StorageError } from "../../../runtime/errors";

export interface ExportTarget {
  readonly target: string;
  readonly canReplace: boolean;
  readonly source: string;
  readonly ownFolders: readonly string[];
}

/** The path that will be written: that of the file itself where the target is a link to one. `exists`: it may not be replaced. Throws CommandRefused `invalidParams`, StorageError `io`. */
export async function checkTarget({
  target,
  canReplace,
  source,
  ownFolders,
}: ExportTarget): Promise<{ readonly file: string } | "exists"> {
  if (!path.isAbsolute(target) || target.includes("\0"))
    throw refused(`an export needs the whole path of a file, not ${JSON.stringify(target)}`);
  if (/[/\\]$/.test(target)) throw refused(`${target} is a folder; an export needs the name of a file`);
  const isThere = (await found(() => lstat(target, { bigint: true }))) !== null;
  const file = isThere ? await found(() => realpath(target)) : target;
  if (file === null) throw refused(`${target} is a link to nothing`);
  const old = await facts(file);
  if (old?.isDirectory() === true) throw refused(`${target} is a folder; an export needs the name of a file`);
  if (old !== null && !old.isFile()) throw refused(`${target} is not a plain file`);
  if (old !== null && isSame(old, await facts(source)))
    throw refused("that is the session's own file; export it under another name");
  const folder = path.dirname(file);
  if ((await facts(folder))?.isDirectory() !== true) throw refused(`there is no folder ${folder}`);
  for (const own of ownFolders) {
    if (await isWithin(folder, own)) throw refused(`${own} is Counterfoil's own folder; export to another folder`);
  }
  return old !== null && !canReplace ? "exists" : { file };
}

async function isWithin(folder: string, own: string): Promise<boolean> {
  const ownFacts = await facts(own);
  if (ownFacts === null) return false;
  let place = await realpath(folder);
  for (;;) {
    if (isSame(ownFacts, await facts(place))) return true;
    const above = path.dirname(place);
    if (above === place) return false;
    place = above;
  }
}

function isSame(a: BigIntStats, b: BigIntStats | null): boolean {
  return b !== null && a.dev === b.dev && a.ino === b.ino;
}

function facts(file: string): Promise<BigIntStats | null> {
  return found(() => stat(file, { bigint: true }));
}

/** Null: there is no such file. */
async function found<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR")) return null;
    throw new StorageError("io", `the export's place could not be looked at: ${errorMessage(error)}`, { cause: error });
  }
}

function refused(words: string): CommandRefused {
  return new CommandRefused("invalidParams", words);
}
