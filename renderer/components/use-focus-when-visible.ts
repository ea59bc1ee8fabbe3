// The focus for what a virtual list has not shown yet.
import { type RefObject, useLayoutEffect } from "react";

/**
 * Gives the element the focus each time that `wish` becomes another number. A row of a virtual list stays hidden until it has been measured, and
 * what is hidden cannot take the focus.
 */
export function useFocusWhenVisible(element: RefObject<HTMLElement | null>, wish: number | null): void {
  useLayoutEffect(() => {
    if (wish === null) return;
    let frame = 0;
    const offer = () => {
      if (element.current?.checkVisibility({ visibilityProperty: true }) === true) element.current.focus({ preventScroll: true });
      else frame = requestAnimationFrame(offer);
    };
    offer();
    return () => cancelAnimationFrame(frame);
  }, [element, wish]);
}
