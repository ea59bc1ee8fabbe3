// The only reader of window.agent: typed calls with validated results, and the stream of what the runtime says.
import { z } from "zod";
import type { AnswersResult, DecisionResult } from "../../shared/protocol/approval";
import type { AgentBridge } from "../../shared/protocol/bridge";
import {
  type CommandMethod,
  type CommandParams,
  type CommandResult,
  commands,
  ErrorKind,
  type RpcId,
  type WindowCommandMethod,
  type WindowCommands,
  windowCommands,
} from "../../shared/protocol/command";
import { type Inbound, parseInbound } from "./inbound";

declare global {
  interface Window {
    readonly agent: AgentBridge;
  }
}

export type ClientMethod = CommandMethod | WindowCommandMethod;
export type ClientParams<Method extends ClientMethod> = Method extends CommandMethod
  ? CommandParams<Method>
  : Method extends WindowCommandMethod
    ? z.infer<WindowCommands[Method]["params"]>
    : never;
export type ClientResult<Method extends ClientMethod> = Method extends CommandMethod
  ? CommandResult<Method>
  : Method extends WindowCommandMethod
    ? z.infer<WindowCommands[Method]["result"]>
    : never;

/** What a person answers to a question: about a call, or of the model. */
export type RequestAnswer = z.infer<typeof DecisionResult> | z.infer<typeof AnswersResult>;

export interface ClientError {
  readonly kind: ErrorKind;
  readonly message: string;
}
export type Reply<Result> = { readonly ok: true; readonly result: Result } | { readonly ok: false; readonly error: ClientError };

export interface AgentClient {
  readonly platform: string;
  /** Sends one command. A refusal is a value; never rejects. */
  invoke<Method extends ClientMethod>(method: Method, params: ClientParams<Method>): Promise<Reply<ClientResult<Method>>>;
  /** Where a file that was dropped on the window lies; empty when it has no path. */
  pathOfFile(file: File): string;
  /** Answers a request of the server; the first answer of any client wins. */
  answerRequest(rpcId: RpcId, result: RequestAnswer): Promise<void>;
  /** Batches in order. Returns the function that ends the subscription. */
  subscribe(listener: (batch: readonly Inbound[]) => void): () => void;
}

const schemas = { ...commands, ...windowCommands };
const failure = z.looseObject({ error: z.looseObject({ message: z.string(), data: z.looseObject({ kind: ErrorKind }) }) });
const success = z.looseObject({ result: z.unknown() });

export function createAgentClient(agent: AgentBridge = window.agent): AgentClient {
  let lastId = 0;
  return {
    platform: agent.platform,
    async invoke(method, params) {
      lastId += 1;
      try {
        const response = await agent.send({ id: lastId, method, params });
        const failed = failure.safeParse(response);
        if (failed.success)
          return { ok: false, error: { kind: failed.data.error.data.kind, message: failed.data.error.message } };
        return { ok: true, result: parseResult(method, success.parse(response).result) };
      } catch (error) {
        return { ok: false, error: { kind: "internal", message: error instanceof Error ? error.message : String(error) } };
      }
    },
    pathOfFile: (file) => agent.pathOfFile(file),
    async answerRequest(rpcId, result) {
      await agent.send({ id: rpcId, result });
    },
    subscribe: (listener) => agent.subscribe((batch) => listener(batch.map(parseInbound))),
  };
}

// The table ties each method to its result; TypeScript cannot follow that through an index, so it is said once here.
function parseResult<Method extends ClientMethod>(method: Method, result: unknown): ClientResult<Method> {
  return schemas[method].result.parse(result) as ClientResult<Method>;
}
