// The worker's end: calls come in, each is carried out by the port it names, and answered once.
import type { MessagePort } from "node:worker_threads";
import { type TaskAnswer, type TaskCall, toTaskError } from "./task-message";

/** Calls run side by side, as on a port of the same thread. Returns how events are sent. */
export function serveTasks(door: MessagePort, ports: Readonly<Record<string, object>>): (event: unknown) => void {
  const answer = (message: TaskAnswer): void => door.postMessage(message);
  const carryOut = async ({ id, port, method, args }: TaskCall): Promise<void> => {
    try {
      const target = ports[port];
      const run: unknown = target === undefined ? undefined : Reflect.get(target, method);
      if (typeof run !== "function") throw new Error(`no task ${port}.${method}`);
      answer({ id, result: await Reflect.apply(run, target, args) });
    } catch (error) {
      answer({ id, error: toTaskError(error) });
    }
  };
  door.on("message", (call: TaskCall) => {
    carryOut(call).catch((error: unknown) => answer({ id: call.id, error: toTaskError(error) }));
  });
  return (event) => answer({ event });
}
