// The system's dialogs for files: which rollout to open, where an export goes.
import path from "node:path";
import type { BrowserWindow, Dialog, FileFilter } from "electron";
import { safeFileName } from "./file-name";

type Dialogs = Pick<Dialog, "showOpenDialog" | "showSaveDialog">;

const EXPORTS: Readonly<Record<string, string>> = { md: "Markdown", html: "Web page", jsonl: "Rollout" };
const ALL: FileFilter = { name: "All files", extensions: ["*"] };

/** Null, here and below: the person thought better of it. */
export async function chooseRollout(dialogs: Dialogs, window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialogs.showOpenDialog(window, {
    title: "Open Rollout",
    properties: ["openFile"],
    filters: [{ name: "Rollouts", extensions: ["jsonl", "zst", "json"] }, ALL],
  });
  return canceled ? null : (filePaths[0] ?? null);
}

/** The dialog itself asks before a file is replaced. */
export async function chooseExport(dialogs: Dialogs, window: BrowserWindow, suggestedName: string): Promise<string | null> {
  const name = safeFileName(suggestedName);
  const ending = path.extname(name).slice(1);
  const kind = EXPORTS[ending];
  const { canceled, filePath } = await dialogs.showSaveDialog(window, {
    title: "Export Session",
    defaultPath: name,
    filters: [...(kind === undefined ? [] : [{ name: kind, extensions: [ending] }]), ALL],
  });
  return canceled || filePath === "" ? null : filePath;
}

export async function chooseFolder(dialogs: Dialogs, window: BrowserWindow): Promise<string | null> {
  const { canceled, filePaths } = await dialogs.showOpenDialog(window, { properties: ["openDirectory", "createDirectory"] });
  return canceled ? null : (filePaths[0] ?? null);
}
