// The keys of a menu: arrows, Home and End move among its entries, Esc and Tab leave it.
import type { KeyboardEvent } from "react";

export function onMenuKey(event: KeyboardEvent, items: readonly HTMLElement[], close: () => void): void {
  const index = items.findIndex((item) => item === document.activeElement);
  const to = {
    ArrowDown: (index + 1) % items.length,
    ArrowUp: (index - 1 + items.length) % items.length,
    Home: 0,
    End: items.length - 1,
  }[event.key];
  if (to !== undefined) items[to]?.focus();
  else if (event.key === "Escape" || event.key === "Tab") close();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
