// Both ends of a worker, with a real thread between them.
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { TaskWorker } from "../../../../electron/adapters/rollout/worker/task-worker";
import { fromTaskError, toTaskError } from "../../../../electron/adapters/rollout/worker/task-message";
import { CommandRefused, StorageError } from "../../../../electron/runtime/errors";

interface Tasks {
  add(one: number, other: number): Promise<number>;
  refuse(): Promise<never>;
  fail(): Promise<never>;
  break(): Promise<never>;
  tell(what: string): Promise<void>;
  hang(): Promise<never>;
  die(): Promise<never>;
  missing(): Promise<never>;
}

/** The program is built once; each test starts a thread of its own from it. */
const folder = mkdtempSync(join(realpathSync(tmpdir()), "counterfoil-worker-"));
const file = join(folder, "worker.mjs");
beforeAll(async () => {
  await build({
    configFile: false,
    logLevel: "silent",
    root: import.meta.dirname,
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, "worker-program.ts"),
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: "worker.mjs" } },
    },
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function open() {
  const events: unknown[] = [];
  const errors: unknown[] = [];
  const worker = new TaskWorker({
    file,
    start: { base: 100 },
    onEvent: (event) => events.push(event),
    onError: (error) => errors.push(error),
  });
  onTestFinished(() => worker.close());
  const tasks = worker.port<Tasks>("tasks", {
    add: true,
    refuse: true,
    fail: true,
    break: true,
    tell: true,
    hang: true,
    die: true,
    missing: true,
  });
  return { worker, tasks, events, errors };
}

describe("a worker and its ports", () => {
  test("results come back to the call they belong to, and the worker knows what it was told at its start", async () => {
    const { tasks } = open();
    expect(await Promise.all([tasks.add(1, 2), tasks.add(3, 4)])).toEqual([103, 107]);
  });

  test("a refusal and a fault of the disk cross as what they are, another error by its words", async () => {
    const { tasks } = open();
    const refused: unknown = await tasks.refuse().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(CommandRefused);
    expect(refused).toMatchObject({ kind: "threadNotFound", message: "there is no such session" });
    const failed: unknown = await tasks.fail().catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StorageError);
    expect(failed).toMatchObject({ fault: "io", message: "the disk is full" });
    await expect(tasks.break()).rejects.toThrow("not a function");
  });

  test("a task that the worker does not have is an error, not silence", async () => {
    await expect(open().tasks.missing()).rejects.toThrow("no task tasks.missing");
  });

  test("events come in between", async () => {
    const { tasks, events } = open();
    await tasks.tell("half of it");
    expect(events).toEqual([{ told: "half of it" }]);
  });

  test("a worker that dies: whoever waits is told, and the next call starts another", async () => {
    const { tasks, errors } = open();
    const hanging = tasks.hang().catch((error: unknown) => error);
    await expect(tasks.die()).rejects.toThrow("has ended; try again");
    expect(await hanging).toBeInstanceOf(Error);
    expect(errors).toHaveLength(1);
    expect(await tasks.add(1, 2)).toBe(103);
  });

  test("close ends the worker: what waits and what comes later is rejected", async () => {
    const { worker, tasks, errors } = open();
    await tasks.add(1, 2);
    const hanging = tasks.hang().catch((error: unknown) => error);
    await worker.close();
    expect(await hanging).toMatchObject({ message: "the program is ending" });
    await expect(tasks.add(1, 2)).rejects.toThrow("the program is ending");
    expect(errors).toEqual([]);
  });
});

test.each([new CommandRefused("readOnly", "only read here"), new StorageError("locked", "held"), new Error("other")])(
  "%s survives the way as a plain message",
  (error) => {
    const back = fromTaskError(structuredClone(toTaskError(error)));
    expect(back).toEqual(error);
    expect(back.constructor).toBe(error.constructor);
  },
);
