// While files are dragged over the window: what letting go of them does.
import { Icon } from "./icon";
import { useUi } from "./window-context";

export function DropOverlay() {
  const isShown = useUi((ui) => ui.isDropShown);
  if (!isShown) return null;
  return (
    <div className="drop" aria-hidden="true">
      <p>
        <Icon name="book" />
        <span>
          <strong>Drop to open as a session.</strong> It is only read. .jsonl, .json and .zst, damaged ones too.
        </span>
      </p>
    </div>
  );
}
