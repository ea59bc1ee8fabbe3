// What a door (window or stdio) needs of the agent's server: apart, so that doors and server know each other only by this.
import type { RpcResponse } from "../../shared/protocol/command";

/** One client of the agent. */
export interface AgentConnection {
  /** Handles one JSON-RPC message of the client (not yet validated). `reply` is called exactly once for a request, never for a response; what the request caused is delivered after it. */
  receive(message: unknown, reply: (response: RpcResponse) => void): void;
  close(): void;
}

/** Opens a connection; `deliver` gets notifications and server requests in order, synchronously. */
export type Connect = (deliver: (message: unknown) => void) => AgentConnection;
