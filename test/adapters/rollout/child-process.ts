// Builds child-program.ts once per test file and starts it as a real process.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { build } from "vite";

export interface Child {
  readonly process: ChildProcess;
  readonly pid: number;
  /** The next line it says; null when it says no more. */
  next(): Promise<string | null>;
  tell(): void;
  /** Ends its input and waits until it is gone. */
  finish(): Promise<void>;
  /** kill -9, and waits until it is gone. */
  kill(): Promise<void>;
}

/** Answers the path of a program that Node can run. */
export async function buildChildProgram(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "silent",
    root: import.meta.dirname,
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, "child-program.ts"),
      outDir: folder,
      rolldownOptions: { output: { entryFileNames: "child.mjs" } },
    },
  });
  return join(folder, "child.mjs");
}

export function startChild(program: string, ...args: string[]): Child {
  const child = spawn(process.execPath, [program, ...args], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  if (child.pid === undefined) throw new Error("the child did not start");
  return {
    process: child,
    pid: child.pid,
    next: async () => {
      const line = await lines.next();
      return line.done === true ? null : line.value;
    },
    tell: () => child.stdin.write("go\n"),
    finish: async () => {
      child.stdin.end();
      await exited;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
