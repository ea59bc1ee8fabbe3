// What happens at this moment, in one line above the composer. Not a live region: the announcements say each change once.
import type { ShownThread } from "../state/open-thread";
import { activeTurn, waitingApprovals } from "../state/selectors";
import type { TurnId } from "../../shared/protocol/ids";
import type { ToolItem } from "../../shared/protocol/turn-item";
import { isToolItem } from "../../shared/protocol/turn-item";
import { useStore } from "zustand";
import { useShallow } from "zustand/react/shallow";
import { callWords } from "../text/call-words";
import { clockSpan, endTime } from "../text/duration";
import { visibleLine } from "../text/invisible";
import { retryWords } from "../text/retry-words";
import { Icon, type IconName } from "./icon";
import { useNow } from "./use-now";
import { useWindow } from "./window-context";

interface Moment {
  readonly kind: "live" | "waiting" | "plain";
  readonly icon: IconName;
  readonly what: string;
  readonly sinceMs: number | null;
}

export function NowLine({ open }: { open: ShownThread }) {
  const { state, actions } = useWindow();
  const waiting = useStore(
    state.approvals,
    useShallow((approvals) => waitingApprovals(approvals, open.thread.id)),
  );
  const turn = activeTurn(open.view);
  const now = useNow(turn === null ? null : 1000);
  if (turn === null) return null;
  const moment = momentOf(open, turn.id, waiting.length);
  return (
    <p className={`now is-${moment.kind}`}>
      <Icon name={moment.icon} />
      <span className="what">{moment.what}</span>
      {moment.sinceMs === null ? null : <span>{clockSpan(now - moment.sinceMs)}</span>}
      {waiting.length === 0 ? null : (
        <button type="button" className="btn btn-small" onClick={actions.revealAsk}>
          Show
        </button>
      )}
      <span className="push">{`turn ${clockSpan(now - turn.startedAtMs)}`}</span>
    </p>
  );
}

function momentOf(open: ShownThread, turnId: TurnId, asking: number): Moment {
  const { items, retry } = open.view;
  if (asking > 0) {
    const asked = items.find((item) => item.type === "approval" && item.decision === undefined);
    const sinceMs = asked?.type === "approval" ? asked.requestedAtMs : null;
    return { kind: "waiting", icon: "sign", what: `Waiting for you: ${asking} answer${asking === 1 ? "" : "s"}`, sinceMs };
  }
  if (retry !== null) return { kind: "plain", icon: "refresh", what: retryWords(retry), sinceMs: null };
  if (items.some((item) => item.type === "contextCompaction" && item.status === "inProgress"))
    return { kind: "live", icon: "dots", what: "Compacting the window", sinceMs: null };
  const underWay = items.filter(
    (item): item is ToolItem => isToolItem(item) && item.status === "inProgress" && item.startedAtMs !== undefined,
  );
  const sleep = underWay.find((item) => item.type === "sleep");
  if (sleep?.type === "sleep") {
    return {
      kind: "plain",
      icon: "clock",
      what: sleep.deadlineMs === undefined ? "Waiting" : `Waiting until ${endTime(sleep.deadlineMs, sleep.seconds * 1000)}`,
      sinceMs: null,
    };
  }
  const first = underWay[0];
  if (first !== undefined) {
    const { verb, target } = callWords(first, false);
    const what =
      underWay.length > 1
        ? `Running ${underWay.length} calls`
        : `${verb === "Run" ? "Running" : verb} ${visibleLine(target).slice(0, 80)}`;
    return { kind: "live", icon: "dots", what, sinceMs: first.startedAtMs ?? null };
  }
  const last = items.at(-1);
  // Of an older turn it is text whose line has not been counted yet.
  const isWriting = last?.type === "agentMessage" && last.line === undefined && last.turnId === turnId;
  return { kind: "live", icon: "dots", what: isWriting ? "Writing" : "Asking the model", sinceMs: null };
}
