// A tool as the pipeline sees it: what the model is told, how arguments become a run, and what a run may do.
import type { ApprovalSubject } from "../../../shared/protocol/approval";
import type { SandboxChoice } from "../../../shared/protocol/permission";
import type { FileChange, SleepOutcome, UserAnswers } from "../../../shared/protocol/turn-item";
import type { Clock } from "./clock";

/** What the model is told. `parameters` is a JSON schema; it only helps the model, `prepare` is what enforces. */
export interface ToolSpec {
  readonly namespace?: string;
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** It takes free text where the provider knows such tools; the text then is its argument of this name. `grammar`: Lark, for the provider. */
  readonly freeText?: { readonly argument: string; readonly grammar: string };
}

export type InputActivity = "newInput" | "woken" | "aborted";

export interface RunContext {
  /** What the session's folder really was when the session was opened: what leads elsewhere by now is not the folder that the person chose. */
  readonly realCwd: string;
  readonly threadId: string;
  readonly turnId: string;
  readonly callId: string;
  readonly clock: Clock;
  readonly startedAtMs: number;
  /** For a PreparedRun with `lastsMs`: the recorded end, in wall-clock milliseconds. */
  readonly deadlineMs: number | null;
  /** How far a command is to be confined; `outside`: the person has let it run without the sandbox. */
  readonly sandbox: SandboxChoice & { readonly outside: boolean };
  /** Of a run whose subject is `userInput`: the person's answers; null: there are none. */
  readonly answers: UserAnswers | null;
  /** Live output for the screen; the model reads only the result. */
  readonly onOutput: (delta: string) => void;
  /** Resolves when input for this turn waits or comes, when the person presses Wake now, or when the signal aborts. Consumes nothing. */
  readonly activity: (signal: AbortSignal) => Promise<InputActivity>;
  /** Asks for a new context window before the model is asked next (runtime.md §7). */
  readonly requestNewContext: () => void;
}

/** `output` is what the model reads. A run may also throw ModelVisibleError; any other throw becomes a failed output too. */
export interface RunResult {
  readonly status: "completed" | "failed" | "aborted";
  readonly output: string;
  readonly exitCode?: number | null;
  readonly outputBytes?: number;
  readonly outputFile?: string;
  readonly sleptMs?: number;
  readonly outcome?: SleepOutcome;
  /** Pictures that the model reads behind the output: data addresses. */
  readonly images?: readonly string[];
  /** What a patch has really changed. */
  readonly changes?: FileChange[];
  /** What the person should know of the run, besides what was known before it. */
  readonly notes?: string[];
  /** See CommandExecutionItem. */
  readonly sandboxed?: boolean;
  readonly sandboxNote?: string;
}

export interface PreparedRun {
  /** What the person should know, such as argument fields that were ignored. */
  readonly notes: readonly string[];
  /** What it would do or ask, for guards and people to judge. Null: it changes nothing and asks nothing. */
  readonly subject: ApprovalSubject | null;
  /** A run with a known length (sleep): its deadline is recorded before it starts. */
  readonly lastsMs: number | null;
  /**
   * Starts at once. Must settle within the tool's `graceMs` of an abort, otherwise it is detached and its result dropped.
   * Owns nothing that outlives the call, except what `Tool.endTurn` ends.
   */
  run(context: RunContext, signal: AbortSignal): Promise<RunResult>;
}

/** `detail` goes to the model behind `failed to parse function arguments: `, or as it stands when `verbatim`. */
export type Prepared =
  { readonly ok: true; readonly run: PreparedRun } | { readonly ok: false; readonly detail: string; readonly verbatim?: boolean };

export interface Tool {
  readonly spec: ToolSpec;
  /** Whether it may run beside others of its step. */
  readonly gate: "parallel" | "exclusive";
  /** Its recorded call is synced to disk before it starts. */
  readonly changesWorld: boolean;
  /** How long an aborted run is waited for, in milliseconds: 100, or 2000 for a process tree. */
  readonly graceMs: number;
  /** Pure: checks the arguments (parsed JSON) and says what would run. */
  prepare(args: unknown, place: { readonly cwd: string }): Prepared;
  /** Ends what the turn's runs of this tool left behind (background children). Returns what was ended, in words, or null. */
  endTurn?(turnId: string): Promise<string | null>;
}
