import { useSyncExternalStore } from "react";

/** Whether the window is so narrow that the sidebar lies over the thread; the same width as in sidebar.css. */
export const NARROW = "(max-width: 780px)";

/** Whether two columns of code have no room beside each other. */
export const NO_COLUMNS = "(max-width: 960px)";

export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", onChange);
      return () => media.removeEventListener("change", onChange);
    },
    () => window.matchMedia(query).matches,
  );
}
