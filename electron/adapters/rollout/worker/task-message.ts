// What passes between the main thread and a worker: one call, its one answer, and events in between. Errors cross by kind, not by class.
import type { ErrorKind } from "../../../../shared/protocol/command";
import { CommandRefused, StorageError, errorMessage } from "../../../runtime/errors";

export interface TaskCall {
  readonly id: number;
  readonly port: string;
  readonly method: string;
  readonly args: readonly unknown[];
}

export type TaskAnswer =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: TaskError }
  | { readonly event: unknown };

export type TaskError =
  | { readonly type: "refused"; readonly kind: ErrorKind; readonly message: string }
  | { readonly type: "storage"; readonly fault: StorageError["fault"]; readonly message: string }
  | { readonly type: "other"; readonly message: string };

export function toTaskError(error: unknown): TaskError {
  if (error instanceof CommandRefused) return { type: "refused", kind: error.kind, message: error.message };
  if (error instanceof StorageError) return { type: "storage", fault: error.fault, message: error.message };
  return { type: "other", message: errorMessage(error) };
}

/** A refusal and a fault of storage arrive as what they were, anything else as an Error with its words. */
export function fromTaskError(error: TaskError): Error {
  switch (error.type) {
    case "refused":
      return new CommandRefused(error.kind, error.message);
    case "storage":
      return new StorageError(error.fault, error.message);
    case "other":
      return new Error(error.message);
  }
}
