// A client of the agent that lives in a terminal: typed calls over one connection, its events, and approvals asked by y / a / n.
import { commands, RpcRequest, type CommandMethod, type CommandParams, type CommandResult } from "../../shared/protocol/command";
import { PendingApproval } from "../../shared/protocol/approval";
import { parseFileEvent, parseNotification, type Notification } from "../../shared/protocol/event";
import type { TerminalAnswer } from "./terminal-approval";
import type { AgentConnection, Connect } from "./agent-connection";

export interface TerminalClientParts {
  readonly connect: Connect;
  readonly onEvent: (event: Notification) => void;
  /** One request at a time. `resolved` aborts once the request is decided elsewhere or its turn has ended; then null is the answer. */
  readonly decide: (request: PendingApproval, resolved: AbortSignal) => Promise<TerminalAnswer | null>;
  readonly onError: (error: unknown) => void;
}

export class TerminalClient {
  readonly #parts: TerminalClientParts;
  readonly #connection: AgentConnection;
  readonly #open = new Map<string, AbortController>();
  #asked: Promise<void> = Promise.resolve();
  #lastId = 0;

  constructor(parts: TerminalClientParts) {
    this.#parts = parts;
    this.#connection = parts.connect((message) => this.#deliver(message));
  }

  /** Rejects with the words of an error reply. */
  call<Method extends CommandMethod>(method: Method, params: CommandParams<Method>): Promise<CommandResult<Method>> {
    this.#lastId += 1;
    return new Promise((resolve, reject) => {
      this.#connection.receive({ id: this.#lastId, method, params }, (response) => {
        if ("error" in response && response.error !== undefined) reject(new Error(response.error.message));
        // Schema and type come from the same entry of `commands`.
        else if ("result" in response) resolve(commands[method].result.parse(response.result) as CommandResult<Method>);
      });
    });
  }

  close(): void {
    this.#connection.close();
  }

  #deliver(message: unknown): void {
    const request = RpcRequest.safeParse(message);
    if (request.success) {
      const resolved = new AbortController();
      this.#open.set(String(request.data.id), resolved);
      this.#asked = this.#asked.then(() => this.#answer(request.data, resolved.signal)).catch(this.#parts.onError);
      return;
    }
    if (parseFileEvent(message) !== null) return;
    const event = parseNotification(message);
    if (event.method === "serverRequest/resolved") this.#resolve(event.params.requestId);
    if (event.method !== "unknown") this.#parts.onEvent(event);
  }

  #resolve(requestId: string): void {
    this.#open.get(requestId)?.abort();
    this.#open.delete(requestId);
  }

  async #answer({ id, params }: RpcRequest, resolved: AbortSignal): Promise<void> {
    if (resolved.aborted) return;
    const result = await this.#parts.decide(PendingApproval.parse(params), resolved);
    if (result !== null) this.#connection.receive({ id, result }, () => undefined);
  }
}
