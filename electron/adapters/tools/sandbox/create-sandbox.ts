// Which sandbox there is on this system.
import { createBubblewrap } from "./bubblewrap";
import { createSandbox, unconfined, type Sandbox } from "./sandbox";
import { createSeatbelt } from "./seatbelt";

export interface SandboxOptions {
  /** The app's own: commands see it and cannot write to it. */
  readonly home: string;
  /** The program that writes profiles for macOS, loaded when it is needed there. */
  readonly profileFile: string;
}

export function createSystemSandbox({ home, profileFile }: SandboxOptions): Sandbox {
  switch (process.platform) {
    case "linux":
      return createSandbox(createBubblewrap({ home }));
    case "darwin":
      return createSandbox(createSeatbelt({ home, profileFile }));
    default:
      return createSandbox(unconfined("there is no sandbox for this system: commands run with all rights of the app"));
  }
}
