// Hooks whose answers a test decides, and which remember what they were told. On abort they end at once, as real ones are made to.
import type { HookEvent } from "../../shared/protocol/settings";
import type { HookAnswer, HookCall, HookPlace, HookVerdict, Hooks } from "../../electron/runtime/ports/hooks";

/** One hook's answer, or "hang": it answers only once it is aborted. */
export type ScriptedAnswer =
  | (HookVerdict & { readonly context?: string; readonly rewrittenInput?: unknown; readonly afterMs?: number })
  | { readonly type: "hang" };

export type ScriptedHook = (call: HookCall, time: number) => ScriptedAnswer;

export interface HookTimer {
  nowMs(): number;
  waitUntil(deadlineMs: number, signal: AbortSignal): Promise<unknown>;
}

export class ScriptedHooks implements Hooks {
  readonly calls: HookCall[] = [];
  readonly places: HookPlace[] = [];
  /** Hooks that have not answered yet. */
  running = 0;
  readonly #hooks: Partial<Record<HookEvent, readonly ScriptedHook[]>>;
  readonly #clock: HookTimer;
  readonly #times = new Map<HookEvent, number>();

  constructor(clock: HookTimer, hooks: Partial<Record<HookEvent, readonly ScriptedHook[]>> = {}) {
    this.#clock = clock;
    this.#hooks = hooks;
  }

  has(event: HookEvent): boolean {
    return (this.#hooks[event] ?? []).length > 0;
  }

  async run(call: HookCall, place: HookPlace, signal: AbortSignal): Promise<readonly HookAnswer[]> {
    this.calls.push(call);
    this.places.push(place);
    const time = (this.#times.get(call.event) ?? 0) + 1;
    this.#times.set(call.event, time);
    const answers = await Promise.all(
      (this.#hooks[call.event] ?? []).map((hook, index) =>
        this.#answer(hook(call, time), { hookId: `${call.event}:${index}`, signal }),
      ),
    );
    return answers.filter((answer) => answer !== null);
  }

  /** Null: it was ended by an abort and has no answer. */
  async #answer(answer: ScriptedAnswer, { hookId, signal }: { hookId: string; signal: AbortSignal }): Promise<HookAnswer | null> {
    this.running += 1;
    if (answer.type === "hang") await this.#clock.waitUntil(Infinity, signal);
    else if (answer.afterMs !== undefined) await this.#clock.waitUntil(this.#clock.nowMs() + answer.afterMs, signal);
    this.running -= 1;
    if (answer.type === "hang" || (answer.afterMs !== undefined && signal.aborted)) return null;
    const { context = null, afterMs: _afterMs, rewrittenInput, ...verdict } = answer;
    return { hookId, verdict, context, ...(rewrittenInput === undefined ? {} : { rewrittenInput }) };
  }
}
