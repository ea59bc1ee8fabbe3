// Error replies of the window's door. They carry a kind and words, never a stack.
import type { ErrorKind, RpcId, RpcResponse } from "../../shared/protocol/command";

const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const SERVER_ERROR = -32000;
const INTERNAL_ERROR = -32603;

/** The id of a reply to something whose own id could not be read. */
export const UNREADABLE_ID: RpcId = "";

export function rpcError(id: RpcId, kind: ErrorKind, message: string): RpcResponse {
  return { id, error: { code: errorCode(id, kind), message, data: { kind } } };
}

function errorCode(id: RpcId, kind: ErrorKind): number {
  if (id === UNREADABLE_ID) return INVALID_REQUEST;
  if (kind === "invalidParams") return INVALID_PARAMS;
  return kind === "internal" ? INTERNAL_ERROR : SERVER_ERROR;
}
