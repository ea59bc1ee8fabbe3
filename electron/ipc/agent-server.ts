// Opens connections: one per client, each with its handshake, its subscriptions and its order of replies and events.
import { z } from "zod";
import { RpcRequest, RpcResponse } from "../../shared/protocol/command";
import type { ThreadId } from "../../shared/protocol/ids";
import type { AgentConnection, Connect } from "./agent-connection";
import type { ApprovalDesk } from "./approval-desk";
import { heldUntilReply, type Route } from "./command-router";
import { threadIdIn, type EventHub, type HubClient } from "./event-hub";
import { UNREADABLE_ID, rpcError, rpcErrorFrom } from "./rpc-error";

const ErrorAnswer = z
  .looseObject({ id: z.union([z.string(), z.number()]), error: z.unknown() })
  .refine(({ error }) => error !== undefined);

export interface ServerParts {
  readonly hub: EventHub;
  readonly desk: ApprovalDesk;
  readonly route: Route;
  /** A client has left the thread. */
  readonly onLeft: (threadId: ThreadId) => void;
  /** For what goes wrong where nobody waits for a reply. */
  readonly onError: (error: unknown) => void;
}

export function createConnect(parts: ServerParts): Connect {
  return (deliver) => new Connection(parts, deliver);
}

class Connection implements AgentConnection {
  readonly #parts: ServerParts;
  readonly #client: HubClient;
  /** Settles with the handshake: a script may send its commands right behind it. */
  #isInitialized: Promise<boolean> = Promise.resolve(false);

  constructor(parts: ServerParts, deliver: (message: unknown) => void) {
    this.#parts = parts;
    this.#client = parts.hub.connect(deliver);
  }

  receive(message: unknown, reply: (response: RpcResponse) => void): void {
    const request = RpcRequest.safeParse(message);
    if (request.success) {
      this.#request(request.data, reply).catch(this.#parts.onError);
      return;
    }
    if (!this.#response(message) && !isClientNotification(message))
      reply(rpcError(UNREADABLE_ID, "invalidParams", "neither a request nor a response of JSON-RPC"));
  }

  close(): void {
    const { hub, onLeft } = this.#parts;
    hub.disconnect(this.#client);
    for (const threadId of this.#client.threads) onLeft(threadId);
  }

  async #request({ id, method, params }: RpcRequest, reply: (response: RpcResponse) => void): Promise<void> {
    if (method !== "initialize" && !(await this.#isInitialized)) {
      reply(rpcError(id, "notInitialized", "send initialize first"));
      return;
    }
    const from = heldUntilReply(method);
    const release = from === null ? null : this.#client.hold({ threadId: threadIdIn({ params }), from });
    try {
      const routed = this.#parts.route(method, params, this.#client);
      if (method === "initialize") this.#isInitialized = succeeds(routed, this.#isInitialized);
      const result = await routed;
      reply({ id, result });
    } catch (error) {
      reply(rpcErrorFrom(id, error));
    } finally {
      release?.();
    }
  }

  /** Whether it was a response. One that comes second is no fault: the first one won, and the client was told so. */
  #response(message: unknown): boolean {
    const { desk, onError } = this.#parts;
    const response = RpcResponse.safeParse(message);
    // Errors of other programs need not have the form of ours.
    const refusal = ErrorAnswer.safeParse(message);
    try {
      if (refusal.success) return desk.answerError(String(refusal.data.id), refusal.data.error) || response.success;
      if (response.success) desk.answer(String(response.data.id), response.data["result"]);
    } catch (error) {
      onError(error);
      return true;
    }
    return response.success;
  }
}

/** True once the handshake has succeeded; a later one that is refused takes nothing away. */
function succeeds(handshake: Promise<unknown>, before: Promise<boolean>): Promise<boolean> {
  return handshake.then(
    () => true,
    () => before,
  );
}

function isClientNotification(message: unknown): boolean {
  return typeof message === "object" && message !== null && "method" in message && !("id" in message);
}
