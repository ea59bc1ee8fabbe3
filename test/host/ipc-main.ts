// `ipcMain`: handlers by channel, and Electron's words for what goes wrong in them.
import type { IpcMain } from "electron";
import { refuseUnknown } from "./refuse-unknown";

type Handler = Parameters<IpcMain["handle"]>[1];
export type Answer = { readonly kind: "result"; readonly result: unknown } | { readonly kind: "failure"; readonly error: string };

export class HostIpcMain implements Pick<IpcMain, "handle" | "removeHandler"> {
  readonly #handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.#handlers.set(channel, handler);
  }

  removeHandler(channel: string): void {
    this.#handlers.delete(channel);
  }

  /** The host's own call: runs the handler of a channel; a failure is the text that Electron would send. */
  async answer(channel: string, event: object, args: readonly unknown[]): Promise<Answer> {
    try {
      const handler = this.#handlers.get(channel);
      if (handler === undefined) throw new Error(`No handler registered for '${channel}'`);
      return { kind: "result", result: await Reflect.apply(handler, undefined, [event, ...args]) };
    } catch (error) {
      return failure(channel, error);
    }
  }
}
refuseUnknown("electron.ipcMain", HostIpcMain.prototype);

export function failure(channel: string, error: unknown): Answer {
  console.error(`Error occurred in handler for '${channel}':`, error);
  return { kind: "failure", error: String(error) };
}
