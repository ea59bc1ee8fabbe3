// One program, run to see whether it works here.
import { execFile } from "node:child_process";

const LIMIT_MS = 5000;

/** `fault`: what it said on its way to a bad end, or why there is nothing that it said. */
export type Trial = { readonly output: string } | { readonly fault: string };

/** Never rejects. */
export function tryProgram(argv: readonly string[]): Promise<Trial> {
  const [file = "", ...words] = argv;
  return new Promise((resolve) => {
    execFile(file, words, { timeout: LIMIT_MS, killSignal: "SIGKILL", encoding: "utf8" }, (error, output, stderr) => {
      if (error === null) resolve({ output });
      else if (error.killed === true) resolve({ fault: `no answer in ${LIMIT_MS / 1000} s` });
      else resolve({ fault: stderr || error.message });
    });
  });
}
