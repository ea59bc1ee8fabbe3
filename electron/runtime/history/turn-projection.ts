// Turns and token counts out of Codex's event lines: when a turn began, how it ended, what it used.
import type { ThreadEvent } from "../../../shared/protocol/event";
import { TurnId } from "../../../shared/protocol/ids";
import type { LinePayload, TokenUsage } from "../../../shared/protocol/rollout-line";
import type { TokenCounts, Turn } from "../../../shared/protocol/thread";
import { assertNever } from "../errors";

/** Lines of a damaged file may stand before any turn; their items still need one to belong to. */
const NO_TURN = TurnId.parse("before-the-first-turn");

interface Place {
  readonly line: number | null;
  readonly atMs: number;
}

export class TurnProjection {
  #active: Turn | null = null;
  #lastTurnId: TurnId = NO_TURN;

  get active(): Turn | null {
    return this.#active;
  }

  /** The turn that items of the next line belong to. */
  get turnId(): TurnId {
    return this.#active?.id ?? this.#lastTurnId;
  }

  apply(event: LinePayload<"event_msg">, at: Place): ThreadEvent[] {
    switch (event.type) {
      case "task_started": {
        const turn: Turn = {
          id: event.turn_id,
          status: "inProgress",
          startedAtMs: at.atMs,
          ...(at.line === null ? {} : { line: at.line }),
        };
        this.#active = turn;
        this.#lastTurnId = turn.id;
        return [{ method: "turn/started", params: { turn } }];
      }
      case "task_complete": {
        const error = event.error ?? null;
        if (error === null) return this.#endTurn({ status: "completed" }, { ...at, id: event.turn_id });
        const turnError = error.cf_error ?? ({ code: "internal", message: error.message } as const);
        return this.#endTurn({ status: "failed", error: turnError }, { ...at, id: event.turn_id });
      }
      case "turn_aborted": {
        const stopped = event.cf_app_stopped === true ? { stoppedWithApp: true } : {};
        return this.#endTurn({ status: "interrupted", ...stopped }, { ...at, id: event.turn_id });
      }
      case "token_count": {
        if (event.info === null) return [];
        const { total_token_usage, last_token_usage, model_context_window } = event.info;
        return [
          {
            method: "thread/tokenUsage/updated",
            params: {
              turnId: this.turnId,
              total: tokenCounts(total_token_usage),
              last: tokenCounts(last_token_usage),
              modelContextWindow: model_context_window ?? null,
              source: event.cf_source ?? "reported",
            },
          },
        ];
      }
      case "user_message":
      case "agent_message":
      case "agent_reasoning":
      case "context_compacted":
      case "item_completed":
        return [];
      default:
        return assertNever(event);
    }
  }

  #endTurn(end: Pick<Turn, "status"> & Partial<Turn>, at: Place & { readonly id: TurnId }): ThreadEvent[] {
    const started = this.#active ?? { id: at.id, startedAtMs: at.atMs };
    this.#active = null;
    // Its beginning may have been lost: what follows its end is of it all the same.
    this.#lastTurnId = started.id;
    const endLine = at.line === null ? {} : { endLine: at.line };
    return [{ method: "turn/completed", params: { turn: { ...started, ...end, completedAtMs: at.atMs, ...endLine } } }];
  }
}

function tokenCounts(usage: TokenUsage): TokenCounts {
  return {
    inputTokens: usage.input_tokens,
    cachedInputTokens: usage.cached_input_tokens,
    outputTokens: usage.output_tokens,
    reasoningOutputTokens: usage.reasoning_output_tokens,
    totalTokens: usage.total_tokens,
  };
}
