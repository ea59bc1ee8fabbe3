// Files that are dragged over the window: shown where they would go, opened when they are let go. Dragged text is none of its business.
import { useLayoutEffect } from "react";
import { useWindow } from "./window-context";

export function useFileDrop(): void {
  const { actions } = useWindow();
  // With the first picture, not after it: what is seen answers.
  useLayoutEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    const onDragOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      // Without this the browser would go to the file itself.
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = "copy";
      actions.showDrop(true);
    };
    const onDragLeave = (event: DragEvent) => {
      // Between two elements of the page there is a next one; out of the window there is none.
      if (event.relatedTarget === null) actions.showDrop(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      actions.showDrop(false);
      actions.openDropped([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener("dragover", onDragOver);
    window.addEventListener("dragleave", onDragLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onDragOver);
      window.removeEventListener("dragleave", onDragLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, [actions]);
}
