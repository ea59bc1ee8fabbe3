// A worker whose tasks end in every way there is.
import { parentPort, workerData } from "node:worker_threads";
import { serveTasks } from "../../../../electron/adapters/rollout/worker/serve-tasks";
import { CommandRefused, StorageError } from "../../../../electron/runtime/errors";

if (parentPort === null) throw new Error("this program is a worker");
const { base } = workerData as { readonly base: number };
const tell: (event: unknown) => void = serveTasks(parentPort, {
  tasks: {
    add: async (one: number, other: number) => base + one + other,
    refuse: () => Promise.reject(new CommandRefused("threadNotFound", "there is no such session")),
    fail: () => Promise.reject(new StorageError("io", "the disk is full")),
    break: () => Promise.reject(new TypeError("not a function")),
    tell: async (what: string) => tell({ told: what }),
    hang: () => new Promise(() => undefined),
    die: () => process.exit(7),
  },
});
