// One running app per userData folder: the first holds a lock file with its process id and listens on a local socket;
// a later one sends its arguments there.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { say } from "../report";

const greetingSchema = z.object({ argv: z.array(z.string()), workingDirectory: z.string(), additionalData: z.unknown() });
export type Greeting = z.infer<typeof greetingSchema>;

export class SingleInstance {
  #server: Server | undefined;
  #lockFile: string | undefined;
  #delivery: Promise<void> = Promise.resolve();

  /** True when this process is (or already was) the first one. Greetings of later ones go to `onGreeting`. */
  acquire(userData: string, greeting: Greeting, onGreeting: (greeting: Greeting) => void): boolean {
    if (this.#server !== undefined) return true;
    mkdirSync(userData, { recursive: true });
    const lockFile = path.join(userData, "stand-in.lock");
    const address = addressOf(userData);
    if (!takeLock(lockFile)) {
      this.#delivery = deliver(address, greeting);
      return false;
    }
    if (process.platform !== "win32") rmSync(address, { force: true });
    this.#lockFile = lockFile;
    this.#server = createServer({ allowHalfOpen: true }, (socket) => {
      const chunks: Buffer[] = [];
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.on("error", (error) => say(`second instance: ${error.message}`));
      socket.on("end", () => {
        socket.end();
        const heard = greetingSchema.safeParse(JSON.parse(Buffer.concat(chunks).toString("utf8")));
        if (heard.success) onGreeting(heard.data);
      });
    }).listen(address);
    this.#server.unref();
    return true;
  }

  /** Before this process ends: its greeting must have arrived, or its lock must be gone. */
  async release(): Promise<void> {
    await this.#delivery;
    this.#server?.close();
    if (this.#lockFile !== undefined) rmSync(this.#lockFile, { force: true });
  }
}

/** In the temp folder, because a socket's path may have only about a hundred characters. */
function addressOf(userData: string): string {
  const name = `stand-in-${createHash("sha256").update(userData).digest("hex").slice(0, 16)}`;
  return process.platform === "win32" ? `\\\\.\\pipe\\${name}` : path.join(tmpdir(), `${name}.sock`);
}

function takeLock(file: string): boolean {
  if (createLock(file)) return true;
  if (isRunning(Number(readFileSync(file, "utf8")))) return false;
  // Left behind by a process that was killed.
  rmSync(file, { force: true });
  return createLock(file);
}

function createLock(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}

function deliver(address: string, greeting: Greeting): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(address, () => socket.end(JSON.stringify(greeting)));
    socket.on("error", (error) => say(`the first instance does not answer: ${error.message}`));
    socket.on("close", () => resolve());
    socket.resume();
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
