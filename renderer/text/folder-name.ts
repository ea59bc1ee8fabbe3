// A folder's own name and where it lies, for both kinds of separators.

export interface FolderName {
  readonly name: string;
  readonly parent: string;
}

export function folderName(path: string): FolderName {
  const trimmed = path.replace(/[/\\]+$/, "");
  const cut = Math.max(trimmed.lastIndexOf("/"), trimmed.lastIndexOf("\\"));
  if (trimmed === "" || cut === -1) return { name: path, parent: "" };
  return { name: trimmed.slice(cut + 1), parent: trimmed.slice(0, cut) || trimmed.slice(0, 1) };
}
