/** What `npm start` found on this machine. */
export interface StartFacts {
  readonly hasDisplay: boolean;
  /** As root, the commands that are named need no sudo. */
  readonly isRoot: boolean;
  readonly electron: { kind: "installed" } | { kind: "notFetched" } | { kind: "unavailable"; reason: string };
  /** What "Open a folder" opens where there is no native dialog to choose one. */
  readonly folder: string;
  readonly browser: { kind: "found"; file: string } | { kind: "missing"; advice: string };
}

/** `lines`: what the person is told before it happens. After `fetchElectron` the choice is made again. */
export interface StartChoice {
  readonly kind: "electron" | "fetchElectron" | "browser" | "terminal";
  readonly lines: readonly string[];
}

export function chooseStart(facts: StartFacts): StartChoice;

/** Null: `note` says nothing that still counts. */
export function recallFailure(note: string, nowMs: number): { kind: "unavailable"; reason: string } | null;
