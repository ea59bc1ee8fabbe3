// Which host the app's end-to-end specs run on: Electron where its binary is installed, else the stand-in. Pure; app-fixture.ts finds the facts out.

/** What E2E_HOST asks for. */
export type WantedHost = "auto" | "electron" | "chromium-host";

export interface HostFacts {
  /** E2E_HOST as it stands; undefined: auto. */
  readonly wanted: string | undefined;
  /** Absolute path of Electron's executable, null where it is not installed. */
  readonly electron: string | null;
  /** Whether the stand-in is built. */
  readonly hasStandIn: boolean;
}

/** `words`: one line for the person who runs the specs. Refused: nothing may run, a forced host is never replaced by another. */
export type HostChoice =
  | { readonly kind: "electron"; readonly executable: string; readonly words: string }
  | { readonly kind: "chromium-host"; readonly words: string }
  | { readonly kind: "refused"; readonly words: string };

export function chooseHost({ wanted = "auto", electron, hasStandIn }: HostFacts): HostChoice {
  switch (wanted) {
    case "auto":
      if (electron !== null) return onElectron(electron);
      return hasStandIn
        ? { kind: "chromium-host", words: "e2e host: chromium-host (the Electron binary is not installed here)" }
        : refused("the Electron binary is not installed and the stand-in is not built; run `node scripts/build.mjs`");
    case "electron":
      return electron === null
        ? refused("E2E_HOST=electron, but the Electron binary is not installed; bring it with `npx install-electron`")
        : onElectron(electron);
    case "chromium-host":
      return hasStandIn
        ? { kind: "chromium-host", words: "e2e host: chromium-host (forced by E2E_HOST)" }
        : refused("E2E_HOST=chromium-host, but the stand-in is not built; run `node scripts/build.mjs`");
    default:
      return refused(`E2E_HOST=${wanted} is no host; it takes auto, electron or chromium-host`);
  }
}

function onElectron(executable: string): HostChoice {
  return { kind: "electron", executable, words: `e2e host: electron (${executable})` };
}

function refused(reason: string): HostChoice {
  return { kind: "refused", words: `e2e host: ${reason}` };
}
