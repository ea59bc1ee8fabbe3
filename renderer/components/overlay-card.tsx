// The card that lies over the window, if one does.
import { useUi } from "./window-context";
import { DeleteDialog } from "./delete-dialog";
import { ExportDialog } from "./export-dialog";
import { Palette } from "./palette";
import { SettingsCard } from "./settings-card";
import { RenameDialog } from "./rename-dialog";
import { UndoDialog } from "./undo-dialog";

export function OverlayCard() {
  const overlay = useUi((ui) => ui.overlay);
  switch (overlay.type) {
    case "none":
      return null;
    case "settings":
      return <SettingsCard />;
    case "palette":
      return <Palette />;
    case "rename":
      return <RenameDialog thread={overlay.thread} />;
    case "export":
      return <ExportDialog shown={overlay} />;
    case "delete":
      return <DeleteDialog shown={overlay} />;
    case "undo":
      return <UndoDialog shown={overlay} />;
  }
}
