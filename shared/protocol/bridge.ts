// What the preload exposes as `window.agent`. Free of zod: the preload is one small file. Both ends validate what crosses.

export const COMMAND_CHANNEL = "agent:command";
export const EVENT_CHANNEL = "agent:event";

export interface AgentBridge {
  readonly platform: string;
  /** Sends one JSON-RPC request or response; resolves with a JSON-RPC response (for a response: null). Never rejects with a stack. */
  send(message: unknown): Promise<unknown>;
  /** Batches of notifications and server requests, in order. Returns the function that ends the subscription. */
  subscribe(listener: (batch: readonly unknown[]) => void): () => void;
  /** The path of a file that the person dropped on the window; empty when it has none. */
  pathOfFile(file: unknown): string;
}
