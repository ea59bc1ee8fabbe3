// Changing the name of a session whose row is not in sight.
import type { Thread } from "../../shared/protocol/thread";
import { Dialog } from "./dialog";
import { SessionNameField } from "./session-name-field";
import { useWindow } from "./window-context";

export function RenameDialog({ thread }: { thread: Thread }) {
  const { actions } = useWindow();
  return (
    <Dialog title="Rename" onClose={actions.closeOverlay}>
      <div className="dialog-body">
        <SessionNameField thread={thread} onLeave={actions.closeOverlay} />
        <p className="quiet">
          Enter keeps the name, Esc leaves it as it was. Without a name, a session is called by its first words.
        </p>
      </div>
    </Dialog>
  );
}
