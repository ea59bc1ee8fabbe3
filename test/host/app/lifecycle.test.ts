import { expect, test } from "vitest";
import type { HostEvent } from "../host-event";
import { Lifecycle } from "./lifecycle";

/** A program with windows that close at once unless they refuse, and a log of what it was told. */
function program({ windows = 0, refuses = [] as string[], listensToAllClosed = false } = {}) {
  const log: string[] = [];
  const open = Array.from({ length: windows }, (_, index) => ({ name: `window ${index}`, closing: false }));
  const lifecycle = new Lifecycle({
    emit: (event, details: HostEvent) => {
      log.push(event);
      if (refuses.includes(event)) details.preventDefault();
    },
    emitQuit: (code) => log.push(`quit ${code}`),
    hasListener: () => listensToAllClosed,
    openWindows: () => open.map((window) => ({ close: () => close(window), isClosing: () => window.closing })),
    end: (code) => log.push(`end ${code}`),
  });
  function close(window: (typeof open)[number]): void {
    log.push(`close ${window.name}`);
    if (refuses.includes(window.name)) return;
    window.closing = true;
    open.splice(open.indexOf(window), 1);
    lifecycle.windowClosed();
  }
  const closeFirst = (): void => {
    const [first] = open;
    if (first !== undefined) close(first);
  };
  return { lifecycle, log, closeFirst };
}

test("quit: before-quit, each window, will-quit, quit, without window-all-closed", () => {
  const { lifecycle, log } = program({ windows: 2, listensToAllClosed: true });
  lifecycle.quit();
  expect(log).toEqual(["before-quit", "close window 0", "close window 1", "will-quit", "quit 0", "end 0"]);
});

test.each(["before-quit", "window 0", "will-quit"])("%s can refuse, and the next quit asks again", (refusing) => {
  const { lifecycle, log } = program({ windows: 1, refuses: [refusing] });
  lifecycle.quit();
  expect(log).not.toContain("end 0");
  log.length = 0;
  lifecycle.quit();
  expect(log[0]).toBe("before-quit");
});

test("the last window ends an app that does not listen", () => {
  const { closeFirst, log } = program({ windows: 1 });
  closeFirst();
  expect(log).toEqual(["close window 0", "before-quit", "will-quit", "quit 0", "end 0"]);
});

test("an app that listens to window-all-closed decides itself", () => {
  const { closeFirst, log } = program({ windows: 1, listensToAllClosed: true });
  closeFirst();
  expect(log).toEqual(["close window 0", "window-all-closed"]);
});

test("exit asks nobody", () => {
  const { lifecycle, log } = program({ windows: 1 });
  lifecycle.exit(3);
  lifecycle.exit(4);
  expect(log).toEqual(["quit 3", "end 3"]);
});
