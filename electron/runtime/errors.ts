// Errors by what follows from them (architecture.md §5). Expected endings are values; these are for what a caller cannot answer.
import type { ErrorKind } from "../../shared/protocol/command";
import type { TurnError } from "../../shared/protocol/turn-error";

/** A tool's failure in words for the model. Becomes the call's output; the turn goes on. */
export class ModelVisibleError extends Error {
  override readonly name = "ModelVisibleError";
}

/** The attempt broke after it had reached the server, or the server said 5xx: retried with the budget of runtime.md §11. */
export class StreamDisconnected extends Error {
  override readonly name = "StreamDisconnected";
}

/** No connection at all: retried without using the budget. */
export class ConnectionFailed extends Error {
  override readonly name = "ConnectionFailed";
}

/** 429 or overloaded: retried after the advised wait, if it is short (runtime.md §11). `advisedMs`: null when the server said nothing. */
export class RateLimited extends Error {
  override readonly name = "RateLimited";
  readonly turnError: TurnError;
  readonly advisedMs: number | null;

  constructor(turnError: TurnError, advisedMs: number | null, options?: { cause?: unknown }) {
    super(turnError.message, options);
    this.turnError = turnError;
    this.advisedMs = advisedMs;
  }
}

/** The server cannot read the sealed reasoning of an earlier answer: retried once without it. */
export class ReasoningRefused extends Error {
  override readonly name = "ReasoningRefused";
}

/** The server, or its model, takes no pictures, or not these: retried once without them. */
export class PicturesRefused extends Error {
  override readonly name = "PicturesRefused";
}

/** The provider refused for good. `turnError` says why and what the person can do. */
export class RequestRejected extends Error {
  override readonly name = "RequestRejected";
  readonly turnError: TurnError;

  constructor(turnError: TurnError, options?: { cause?: unknown }) {
    super(turnError.message, options);
    this.turnError = turnError;
  }
}

/**
 * `locked`: another process writes this thread. `changed`: the file is not what was read. `io`: the disk refused. `tooLong`: a line that no
 * reader would take, of which nothing was written.
 */
export type StorageFault = "locked" | "changed" | "io" | "tooLong";

/** A rollout line could not be written. The turn fails; memory never runs ahead of the file. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.fault = fault;
  }
}

/** A command that cannot be carried out; becomes an error reply. The text says what to do. */
export class CommandRefused extends Error {
  override readonly name = "CommandRefused";
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

/** How an attempt may break; each has its row in runtime.md §11. */
export type AttemptError =
  StreamDisconnected | ConnectionFailed | RateLimited | ReasoningRefused | PicturesRefused | RequestRejected;

export function isAttemptError(error: unknown): error is AttemptError {
  return (
    error instanceof StreamDisconnected ||
    error instanceof ConnectionFailed ||
    error instanceof RateLimited ||
    error instanceof ReasoningRefused ||
    error instanceof PicturesRefused ||
    error instanceof RequestRejected
  );
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Closes an exhaustive switch: a new member of the union is a type error here. */
export function assertNever(value: never): never {
  throw new Error(`unexpected value: ${JSON.stringify(value)}`);
}
