// `screen`: the one display that Chromium sees.
import { EventEmitter } from "node:events";
import type { Display, Rectangle } from "electron";
import { refuseUnknown } from "../refuse-unknown";

type HostDisplay = Pick<Display, "id" | "bounds" | "size" | "workArea" | "workAreaSize" | "scaleFactor">;

export interface ScreenFacts {
  readonly bounds: Rectangle;
  readonly workArea: Rectangle;
  readonly scaleFactor: number;
}

export class HostScreen extends EventEmitter {
  #facts: ScreenFacts | undefined;

  /** The host's own call, before the app is ready. */
  setFacts(facts: ScreenFacts): void {
    this.#facts = facts;
  }

  getPrimaryDisplay(): HostDisplay {
    if (this.#facts === undefined) throw new Error("The 'screen' module can't be used before the app 'ready' event");
    const { bounds, workArea, scaleFactor } = this.#facts;
    const display: HostDisplay = { id: 1, bounds, size: sizeOf(bounds), workArea, workAreaSize: sizeOf(workArea), scaleFactor };
    return refuseUnknown("electron.Display", display);
  }

  getAllDisplays(): HostDisplay[] {
    return [this.getPrimaryDisplay()];
  }
}
refuseUnknown("electron.screen", HostScreen.prototype);

function sizeOf({ width, height }: Rectangle): { width: number; height: number } {
  return { width, height };
}
