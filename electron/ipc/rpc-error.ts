// Error replies of every door. They carry a kind from the closed list and words, never a stack (protocol.md §1).
import { z } from "zod";
import { describeIssues } from "../../shared/protocol/describe-issues";
import type { ErrorKind, RpcId, RpcResponse } from "../../shared/protocol/command";
import { CommandRefused, StorageError, errorMessage } from "../runtime/errors";

const CODES: Partial<Record<ErrorKind, number>> = { unknownMethod: -32601, invalidParams: -32602, internal: -32603 };
const SERVER_ERROR = -32000;

/** The id of a reply to something whose own id could not be read. */
export const UNREADABLE_ID: RpcId = "";

export function rpcError(id: RpcId, kind: ErrorKind, message: string): RpcResponse {
  return { id, error: { code: CODES[kind] ?? SERVER_ERROR, message, data: { kind } } };
}

/** The reply to a command that threw. */
export function rpcErrorFrom(id: RpcId, error: unknown): RpcResponse {
  if (error instanceof CommandRefused) return rpcError(id, error.kind, error.message);
  if (error instanceof StorageError) return rpcError(id, error.fault === "locked" ? "lockedByOther" : "storage", error.message);
  if (error instanceof z.ZodError) return rpcError(id, "invalidParams", describeIssues(error));
  return rpcError(id, "internal", errorMessage(error));
}
