// Where the window opens: the remembered place, made to fit a screen that is there now. Pure.

export interface Size {
  width: number;
  height: number;
}
export interface Bounds extends Size {
  x: number;
  y: number;
}

export const DEFAULT_SIZE: Size = { width: 1120, height: 780 };
export const MINIMUM_SIZE: Size = { width: 480, height: 400 };

/** All in device-independent pixels. `workAreas`: the screens without bars and docks. A size without a place is centred by the system. */
export function placeWindow(remembered: Bounds | null, workAreas: readonly Bounds[]): Size | Bounds {
  if (remembered === null) return DEFAULT_SIZE;
  const screen = workAreas.toSorted((a, b) => overlap(b, remembered) - overlap(a, remembered))[0];
  if (screen === undefined) return DEFAULT_SIZE;
  const width = clamp(remembered.width, MINIMUM_SIZE.width, screen.width);
  const height = clamp(remembered.height, MINIMUM_SIZE.height, screen.height);
  if (overlap(screen, remembered) === 0) return { width, height };
  return {
    x: clamp(remembered.x, screen.x, screen.x + screen.width - width),
    y: clamp(remembered.y, screen.y, screen.y + screen.height - height),
    width,
    height,
  };
}

function overlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
