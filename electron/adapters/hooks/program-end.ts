// What hooks want of the system: one command line, asked something and run to the end of all it started. The composition root hands it in.

export interface ProgramRequest {
  /** For the platform's shell. */
  readonly command: string;
  readonly cwd: string;
  /** On its standard input; that it does not read it is no fault. */
  readonly input: string;
  readonly timeoutMs: number;
}

/** `stdout`, `stderr`: null when there was more than 1 MiB. `code`: null when a signal ended it. `survivors`: processes that could not be ended. */
export type ProgramEnd =
  | { readonly type: "notStarted"; readonly reason: string }
  | {
      readonly type: "exited";
      readonly code: number | null;
      readonly signal: string | null;
      readonly stdout: string | null;
      readonly stderr: string | null;
      readonly survivors: readonly number[];
    }
  | { readonly type: "timedOut" | "aborted"; readonly survivors: readonly number[] };

export type RunProgram = (request: ProgramRequest, signal: AbortSignal) => Promise<ProgramEnd>;
