// `dialog`: there is no native dialog here. Each is answered as if the person had cancelled it, and says so; only the open and the
// save dialog can be answered beforehand, by ELECTRON_HOST_OPEN_DIALOG=<path> and ELECTRON_HOST_SAVE_DIALOG=<path>.
import type { Dialog, MessageBoxOptions } from "electron";
import { refuseUnknown } from "../refuse-unknown";
import { say } from "../report";

export function hostDialog(environment: Record<string, string | undefined>) {
  return refuseUnknown("electron.dialog", {
    showOpenDialog: async () => {
      const chosen = environment["ELECTRON_HOST_OPEN_DIALOG"];
      if (chosen) return answered("showOpenDialog", { canceled: false, filePaths: [chosen] });
      return answered("showOpenDialog (set ELECTRON_HOST_OPEN_DIALOG to answer it)", { canceled: true, filePaths: [] });
    },
    showSaveDialog: async () => {
      const chosen = environment["ELECTRON_HOST_SAVE_DIALOG"];
      if (chosen) return answered("showSaveDialog", { canceled: false, filePath: chosen });
      return answered("showSaveDialog (set ELECTRON_HOST_SAVE_DIALOG to answer it)", { canceled: true, filePath: "" });
    },
    showMessageBox: async (first: unknown, second?: MessageBoxOptions) => {
      const options = second ?? (first as MessageBoxOptions);
      return answered(`showMessageBox "${options.message}"`, { response: cancelled(options), checkboxChecked: false });
    },
    showErrorBox: (title, content) => say(`dialog.showErrorBox "${title}": ${content}`),
  } satisfies Pick<Dialog, "showOpenDialog" | "showSaveDialog" | "showMessageBox" | "showErrorBox">);
}

/** As Electron closes a box with Escape: `cancelId`, else the button that says so, else the first. */
export function cancelled({ cancelId, buttons = [] }: Pick<MessageBoxOptions, "cancelId" | "buttons">): number {
  if (cancelId !== undefined) return cancelId;
  return Math.max(
    0,
    buttons.findIndex((label) => ["cancel", "no"].includes(label.replaceAll("&", "").toLowerCase())),
  );
}

function answered<T>(what: string, answer: T): T {
  say(`dialog.${what}: no native dialog here, answered ${JSON.stringify(answer)}`);
  return answer;
}
