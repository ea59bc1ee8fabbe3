// What the stand-in was asked to do: Electron's own options as far as a test runner or a developer passes them, and ours.

export type CommandLine =
  | { readonly kind: "version" }
  | { readonly kind: "print-browser" }
  | { readonly kind: "refused"; readonly reason: string }
  | RunCommand;

export interface RunCommand {
  readonly kind: "run";
  /** The folder or file that holds the app; everything after it belongs to the app. */
  readonly application: string;
  /** `-r` modules, loaded before the app. */
  readonly requires: readonly string[];
  readonly inspectPort: number | undefined;
  readonly debuggingPort: number | undefined;
  readonly isHeaded: boolean;
  readonly hasNoSandbox: boolean;
  /** Options that are Chromium's, in order. */
  readonly switches: readonly (readonly [name: string, value: string])[];
  /** The arguments as the app sees them: all but the host's own. */
  readonly applicationArguments: readonly string[];
}

export function parseCommandLine(argv: readonly string[], environment: Record<string, string | undefined>): CommandLine {
  const requires: string[] = [];
  const switches: (readonly [string, string])[] = [];
  const seen: string[] = [];
  let inspectPort: number | undefined;
  let debuggingPort: number | undefined;
  let isHeaded = environment["ELECTRON_HOST_HEADED"] === "1";
  let hasNoSandbox = false;

  for (let index = 0; index < argv.length; index += 1) {
    const argument = argv[index] ?? "";
    const [name, value] = splitOption(argument);
    if (!argument.startsWith("-")) {
      const applicationArguments = [...seen, ...argv.slice(index)];
      return {
        kind: "run",
        application: argument,
        requires,
        inspectPort,
        debuggingPort,
        isHeaded,
        hasNoSandbox,
        switches,
        applicationArguments,
      };
    }
    if (argument === "--headed") {
      isHeaded = true;
      continue;
    }
    seen.push(argument);
    switch (name) {
      case "-r":
      case "--require": {
        const module = argv[index + 1];
        if (module === undefined) return { kind: "refused", reason: `${name} needs a module` };
        requires.push(module);
        seen.push(module);
        index += 1;
        break;
      }
      case "-v":
      case "--version":
        return { kind: "version" };
      case "--print-browser":
        return { kind: "print-browser" };
      case "--inspect":
        inspectPort = Number(value || 9229);
        break;
      case "--remote-debugging-port":
        debuggingPort = Number(value);
        break;
      case "--no-sandbox":
        hasNoSandbox = true;
        break;
      default:
        switches.push([name.replace(/^--?/, ""), value]);
    }
  }
  return {
    kind: "run",
    application: ".",
    requires,
    inspectPort,
    debuggingPort,
    isHeaded,
    hasNoSandbox,
    switches,
    applicationArguments: seen,
  };
}

function splitOption(argument: string): [name: string, value: string] {
  const at = argument.indexOf("=");
  return at === -1 ? [argument, ""] : [argument.slice(0, at), argument.slice(at + 1)];
}
