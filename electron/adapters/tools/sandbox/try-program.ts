// One program, run to see whether it works here.
import { execFile } from "node:child_process";

const LIMIT_MS = 5000;

/** Null when it ended well; else what it said, or why there is nothing that it said. Never rejects. */
export function tryProgram(argv: readonly string[]): Promise<string | null> {
  const [file = "", ...words] = argv;
  return new Promise((resolve) => {
    execFile(file, words, { timeout: LIMIT_MS, killSignal: "SIGKILL", encoding: "utf8" }, (error, _stdout, stderr) => {
      if (error === null) resolve(null);
      else if (error.killed === true) resolve(`no answer in ${LIMIT_MS / 1000} s`);
      else resolve(stderr || error.message);
    });
  });
}
