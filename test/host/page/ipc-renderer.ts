// `ipcRenderer` of the preload's world: calls out and waits for the result by number, listens by channel.
import type { IpcRenderer } from "electron";
import { refuseUnknown } from "../refuse-unknown";
import type { PageDelivery, PageReport } from "./names";

type Listener = (event: never, ...args: never[]) => void;
type Outcome = Exclude<PageDelivery, { kind: "event" }>;

export class HostIpcRenderer implements Pick<IpcRenderer, "invoke"> {
  readonly #report: (report: PageReport) => void;
  readonly #listeners = new Map<string, Listener[]>();
  readonly #waiting = new Map<number, (outcome: Outcome) => void>();
  #lastId = 0;

  constructor(report: (report: PageReport) => void) {
    this.#report = report;
  }

  async invoke(channel: string, ...args: unknown[]): Promise<unknown> {
    const id = (this.#lastId += 1);
    this.#report({ kind: "invoke", id, channel, arguments: args });
    const outcome = await new Promise<Outcome>((resolve) => this.#waiting.set(id, resolve));
    if (outcome.kind === "failure") throw new Error(`Error invoking remote method '${channel}': ${outcome.error}`);
    return outcome.result;
  }

  on(channel: string, listener: Listener): this {
    this.#listeners.set(channel, [...(this.#listeners.get(channel) ?? []), listener]);
    return this;
  }

  removeListener(channel: string, listener: Listener): this {
    const listeners = [...(this.#listeners.get(channel) ?? [])];
    const index = listeners.lastIndexOf(listener);
    if (index >= 0) listeners.splice(index, 1);
    this.#listeners.set(channel, listeners);
    return this;
  }

  receive(delivery: PageDelivery): void {
    switch (delivery.kind) {
      case "event":
        return this.#emit(delivery.channel, delivery.arguments);
      case "result":
      case "failure": {
        const settle = this.#waiting.get(delivery.id);
        this.#waiting.delete(delivery.id);
        settle?.(delivery);
      }
    }
  }

  #emit(channel: string, args: readonly unknown[]): void {
    const event = { sender: this, ports: [] };
    for (const listener of this.#listeners.get(channel) ?? []) {
      try {
        Reflect.apply(listener, this, [event, ...args]);
      } catch (error) {
        console.error(error);
      }
    }
  }
}
refuseUnknown("ipcRenderer", HostIpcRenderer.prototype);
