// The Chromium process: its pipe, its throw-away profile and its end. Everything about pages is elsewhere.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable, Writable } from "node:stream";
import type { CDPSession } from "playwright";
import { CdpPipe, TargetGone } from "./cdp-pipe";
import { chromiumArguments, type ChromiumLaunch } from "./chromium-arguments";
import { removeFolder } from "./remove-folder";
import { say } from "./report";

const CLOSE_TIMEOUT_MS = 2000;
const KEPT_LINES = 20;

interface Parts {
  readonly process: ChildProcess;
  readonly pipe: CdpPipe;
  readonly answers: Readable;
  readonly profile: string;
}

export class Chromium {
  readonly browser: CDPSession;
  /** Resolves with the last lines of its stderr once the process is gone, whoever ended it. */
  readonly exited: Promise<string>;
  readonly #pipe: CdpPipe;
  readonly #process: ChildProcess;
  readonly #profile: string;

  private constructor({ process, pipe, answers, profile }: Parts) {
    this.#process = process;
    this.#pipe = pipe;
    this.#profile = profile;
    this.browser = pipe.browser;
    const lines = keepStderr(process);
    // Both, so that the last events are read before anybody hears of the end.
    const ended = Promise.all([once(process, "exit"), once(answers, "close")]);
    this.exited = ended.then(
      () => lines.join("\n"),
      (error: unknown) => `${lines.join("\n")}\n${String(error)}`,
    );
  }

  static launch(executable: string, launch: Omit<ChromiumLaunch, "profile">): Chromium {
    const profile = mkdtempSync(path.join(tmpdir(), "electron-stand-in-"));
    const process = spawn(executable, chromiumArguments({ ...launch, profile }), {
      stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    });
    const [, , , commands, answers] = process.stdio;
    if (!(commands instanceof Writable) || !(answers instanceof Readable)) throw new Error("no pipe to Chromium");
    return new Chromium({ process, pipe: new CdpPipe(commands, answers), answers, profile });
  }

  async attach(targetId: string): Promise<CDPSession> {
    const { sessionId } = await this.browser.send("Target.attachToTarget", { targetId, flatten: true });
    return this.#pipe.session(sessionId);
  }

  /** The page that `--app` opens: the first window is made of it. Does not settle when Chromium ends before: see `exited`. */
  async firstPage(): Promise<string> {
    const found = new Promise<string>((resolve) => {
      this.browser.on("Target.targetCreated", ({ targetInfo }) => {
        if (targetInfo.type === "page") resolve(targetInfo.targetId);
      });
    });
    await this.browser.send("Target.setDiscoverTargets", { discover: true });
    return found;
  }

  /** Asks it to close, ends it if it does not, and removes the profile. */
  async close(): Promise<void> {
    const deadline = setTimeout(() => this.#process.kill("SIGKILL"), CLOSE_TIMEOUT_MS);
    try {
      await this.browser.send("Browser.close");
    } catch (error) {
      if (!(error instanceof TargetGone)) this.#process.kill("SIGKILL");
    }
    await this.exited;
    clearTimeout(deadline);
    this.#removeProfile();
  }

  /** For the last moment of this process, when nothing can be awaited any more. */
  killNow(): void {
    this.#process.kill("SIGKILL");
    this.#removeProfile();
  }

  #removeProfile(): void {
    try {
      removeFolder(this.#profile);
    } catch (error) {
      say(`a temporary profile is left: ${String(error)}`);
    }
  }
}

/** A test runner waits for the line with the port on our stderr; the rest is kept for a failure. */
function keepStderr(chromium: ChildProcess): string[] {
  const kept: string[] = [];
  if (chromium.stderr === null) return kept;
  createInterface({ input: chromium.stderr }).on("line", (line) => {
    if (line.startsWith("DevTools listening on ")) process.stderr.write(`${line}\n`);
    kept.push(line);
    if (kept.length > KEPT_LINES) kept.shift();
  });
  return kept;
}
