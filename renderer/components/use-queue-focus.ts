// The focus in the queue strip while entries move, leave and change their look: it stays with the entry, goes on to the one in its place,
// and in the end to the composer. It is put back only where it was lost, never taken from elsewhere.
import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from "react";
import type { InputId } from "../../shared/protocol/ids";
import type { QueuedInput } from "../../shared/protocol/queue";

export interface QueueFocus {
  readonly strip: RefObject<HTMLElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
}

/** Where the focus was last in the strip. `id`: null at its head. `act`: null there and in the field of an entry that is being changed. */
interface Held {
  readonly id: string | null;
  readonly index: number;
  readonly act: string | null;
}

export function useQueueFocus(data: readonly QueuedInput[], editedId: InputId | null): QueueFocus {
  const strip = useRef<HTMLElement>(null);
  const held = useRef<Held | null>(null);
  const onFocus = ({ target }: FocusEvent) => {
    const id = target.closest<HTMLElement>("[data-queued]")?.dataset["queued"] ?? null;
    const index = data.findIndex((entry) => entry.id === id);
    held.current = { id, index, act: target.getAttribute("data-act") };
  };
  useLayoutEffect(() => {
    const last = held.current;
    if (last === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    // It fell to the page: its element was moved or taken away.
    held.current = null;
    const entry = entryFor(last, data);
    const button =
      entry && strip.current?.querySelector(`[data-queued="${CSS.escape(entry.id)}"] [data-act="${last.act ?? "edit"}"]`);
    const target = button instanceof HTMLElement ? button : document.querySelector<HTMLElement>("#composer");
    target?.focus({ preventScroll: true });
  }, [data, editedId]);
  return { strip, onFocus };
}

/** The same entry, else the one that stands in its place now. Words of an entry that left while it was changed are in the composer. */
function entryFor({ id, index, act }: Held, data: readonly QueuedInput[]): QueuedInput | undefined {
  const same = data.find((entry) => entry.id === id);
  return same ?? (act === null ? undefined : (data[index] ?? data.at(-1)));
}
