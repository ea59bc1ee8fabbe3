// A random plan: what the model sends, how tools and hooks behave, what the person and other programs do and when, and where the disk fails.
import type { ApprovalDecision } from "../../shared/protocol/turn-item";
import type { ApprovalPolicy, ToolDispatch } from "../../shared/protocol/thread";
import type { HookEvent, SteerMode } from "../../shared/protocol/settings";
import type { Behaviour } from "../support/controllable-tool";
import type { Script } from "../support/scripted-client";

/** Something that comes from outside, `atMs` after the start of its life. */
export type Act = { readonly atMs: number } & (
  | { readonly type: "start" | "steer" | "enqueue"; readonly clientId: string | null }
  | { readonly type: "mail"; readonly clientId: string | null; readonly triggerTurn: boolean }
  | { readonly type: "interrupt" | "stopCall" | "wake" | "resume" | "compact" | "window" }
  /** `entry`: place in the queue, round and round; -1: one that is not there any more. */
  | { readonly type: "update" | "delete"; readonly entry: number }
  /** The entry becomes the first. */
  | { readonly type: "reorder"; readonly entry: number }
);

/** `context`, `rewrite`: what a hook adds to its verdict, where its event knows such a thing. */
export interface PlannedAnswer {
  readonly type: "pass" | "block" | "stop" | "warning" | "hang";
  readonly context: boolean;
  readonly rewrite: string | null;
  readonly afterMs: number;
}

/** Per event its hooks, and per hook its answers, round and round. */
export type HookPlan = Partial<Record<HookEvent, readonly (readonly PlannedAnswer[])[]>>;

/** One run of the program on the thread. */
export interface Life {
  /** What the person does first with a thread whose questions a restart has left open: looks at it, or simply goes on. */
  readonly looksFirst: boolean;
  /** Questions wait for the whole of it. */
  readonly isUnanswered: boolean;
  readonly scripts: readonly Script[];
  /** What compaction requests are answered. */
  readonly summaries: readonly Script[];
  readonly acts: readonly Act[];
  /** The program is told to end; null: it ends when nothing runs any more. */
  readonly stopAtMs: number | null;
  /** The nth append fails after so many bytes. */
  readonly fault: { readonly n: number; readonly keptBytes: number } | null;
  /** What the next life finds of the file, as a share of its length. */
  readonly cutAt: number;
}

export interface Plan {
  readonly lives: readonly Life[];
  readonly behaviours: readonly Behaviour[];
  readonly answers: readonly (ApprovalDecision | null)[];
  readonly hooks: HookPlan;
  /** What the guard says, call by call, round and round. */
  readonly guard: readonly ("abstains" | "refuses" | "breaks")[];
  readonly settings: {
    readonly maxRetries: number;
    readonly contextWindow: number | null;
    readonly autoCompactTokenLimit: number | null;
    readonly dispatch: ToolDispatch;
    readonly steerMode: SteerMode;
    readonly reminderSeconds: number | null;
    readonly policy: ApprovalPolicy;
    readonly approvalTimeoutMs: number | null;
  };
  /** Milliseconds that an append takes, by its number, round and round. */
  readonly appendMs: readonly number[];
}

/** A plan in which nothing happens but what is given; for plans that are written down. */
export function quietPlan(
  parts: Partial<Omit<Plan, "lives" | "settings">> & { lives: readonly Partial<Life>[]; settings?: Partial<Plan["settings"]> },
): Plan {
  return {
    behaviours: [{ type: "returns", afterMs: 0 }],
    answers: ["accept"],
    hooks: {},
    guard: ["abstains"],
    appendMs: [0],
    ...parts,
    settings: {
      maxRetries: 0,
      contextWindow: 100_000,
      autoCompactTokenLimit: null,
      dispatch: "inStream",
      steerMode: "safePoint",
      reminderSeconds: null,
      policy: "onRequest",
      approvalTimeoutMs: null,
      ...parts.settings,
    },
    lives: parts.lives.map((life) => ({
      looksFirst: false,
      isUnanswered: false,
      scripts: [],
      summaries: [],
      acts: [],
      stopAtMs: null,
      fault: null,
      cutAt: 1,
      ...life,
    })),
  };
}
