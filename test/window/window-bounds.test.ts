import { expect, test } from "vitest";
import { DEFAULT_SIZE, placeWindow } from "../../electron/window/window-bounds";

const left = { x: 0, y: 25, width: 1440, height: 875 };
const right = { x: 1440, y: 0, width: 1920, height: 1080 };

test("without a memory the window has its default size and no place", () => {
  expect(placeWindow(null, [left, right])).toEqual(DEFAULT_SIZE);
});

test.each([
  ["a place that is visible is kept", { x: 100, y: 100, width: 900, height: 700 }, { x: 100, y: 100, width: 900, height: 700 }],
  ["one that sticks out is moved in", { x: 3000, y: 900, width: 900, height: 700 }, { x: 2460, y: 380, width: 900, height: 700 }],
  [
    "one under the menu bar is moved below it",
    { x: -50, y: 0, width: 900, height: 700 },
    { x: 0, y: 25, width: 900, height: 700 },
  ],
  [
    "one over two screens goes to the one that shows more of it",
    { x: 1000, y: 100, width: 900, height: 700 },
    { x: 1440, y: 100, width: 900, height: 700 },
  ],
  [
    "one larger than its screen is made to fit",
    { x: 10, y: 30, width: 4000, height: 3000 },
    { x: 1440, y: 0, width: 1920, height: 1080 },
  ],
  [
    "one smaller than the least size grows to it",
    { x: 100, y: 100, width: 10, height: 10 },
    { x: 100, y: 100, width: 480, height: 400 },
  ],
  [
    "one on a screen that is gone keeps its size only",
    { x: 5000, y: 5000, width: 900, height: 700 },
    { width: 900, height: 700 },
  ],
])("%s", (_name, remembered, placed) => {
  expect(placeWindow(remembered, [left, right])).toEqual(placed);
});

test("without any screen the default is taken", () => {
  expect(placeWindow({ x: 0, y: 0, width: 900, height: 700 }, [])).toEqual(DEFAULT_SIZE);
});
