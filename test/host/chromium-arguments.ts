// Chromium's command line: quiet, offline until a page asks, controlled over a pipe, and as small a window as an app has.

export interface ChromiumLaunch {
  readonly profile: string;
  readonly isHeaded: boolean;
  readonly hasNoSandbox: boolean;
  /** A TCP port, only when a test runner asked for one. */
  readonly debuggingPort: number | undefined;
  /** What the app appended with `app.commandLine.appendSwitch`. */
  readonly switches: ReadonlyMap<string, string>;
}

const QUIET = [
  "--no-first-run",
  "--no-default-browser-check",
  "--disable-background-networking",
  "--disable-breakpad",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-domain-reliability",
  "--disable-sync",
  "--disable-quic",
  "--metrics-recording-only",
  "--password-store=basic",
  "--use-mock-keychain",
];
const DISABLED_FEATURES = ["Translate", "MediaRouter", "OptimizationHints"];

export function chromiumArguments({ profile, isHeaded, hasNoSandbox, debuggingPort, switches }: ChromiumLaunch): string[] {
  const { "disable-features": disabledByApp, ...others } = Object.fromEntries(switches);
  const features = [...DISABLED_FEATURES, ...(disabledByApp ?? "").split(",")].filter((name) => name !== "");
  const fromApp = Object.entries(others).map(([name, value]) => (value === "" ? `--${name}` : `--${name}=${value}`));
  return [
    ...new Set([...QUIET, ...fromApp]),
    `--disable-features=${features.join(",")}`,
    `--user-data-dir=${profile}`,
    "--remote-debugging-pipe",
    ...(debuggingPort === undefined ? [] : [`--remote-debugging-port=${debuggingPort}`]),
    ...(isHeaded ? [] : ["--headless", "--disable-gpu", "--screen-info={1920x1080}"]),
    // --test-type only hides the bar that warns of --no-sandbox.
    ...(hasNoSandbox ? ["--no-sandbox", "--test-type"] : []),
    // A window without tabs and address bar; about:blank would be opened in a browser window.
    "--app=data:text/html,",
  ];
}
