// A client of the agent that lives in a terminal: typed calls over one connection, its events, and approvals asked by y / a / n.
import {
  commands,
  RpcRequest,
  serverRequests,
  type CommandMethod,
  type CommandParams,
  type CommandResult,
  type PendingApproval,
} from "../../shared/protocol/command";
import { parseNotification, type Notification } from "../../shared/protocol/event";
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { AgentConnection, Connect } from "./agent-connection";

export interface TerminalClientParts {
  readonly connect: Connect;
  readonly onEvent: (event: Notification) => void;
  readonly decide: (request: PendingApproval) => Promise<ApprovalDecision>;
  readonly onError: (error: unknown) => void;
}

export class TerminalClient {
  readonly #parts: TerminalClientParts;
  readonly #connection: AgentConnection;
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
      this.#answer(request.data).catch(this.#parts.onError);
      return;
    }
    const event = parseNotification(message);
    if (event.method !== "unknown") this.#parts.onEvent(event);
  }

  async #answer({ id, params }: RpcRequest): Promise<void> {
    const { params: schema } = serverRequests["item/commandExecution/requestApproval"];
    const decision = await this.#parts.decide(schema.parse(params));
    this.#connection.receive({ id, result: { decision } }, () => undefined);
  }
}
