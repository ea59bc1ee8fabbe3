// One call, or several of one step with a head that says they were issued at once.
import type { ThreadId } from "../../shared/protocol/ids";
import { isToolItem } from "../../shared/protocol/turn-item";
import type { CardFacts } from "../items/card-facts";
import { ItemView } from "../items/item-view";
import type { Call, Row } from "../state/rows";

interface CallsProps {
  readonly row: Extract<Row, { type: "calls" }>;
  readonly threadId: ThreadId;
  readonly isTurnOver: boolean;
  readonly isForeign: boolean;
}

export function Calls({ row, threadId, isTurnOver, isForeign }: CallsProps) {
  const { calls, turn } = row;
  const facts = (call: Call, index: number): CardFacts => ({
    threadId,
    turn,
    isTurnOver,
    isForeign,
    approval: call.approval,
    place: calls.length === 1 ? null : index + 1,
    startsAfter: startsAfter(calls, index),
  });
  if (calls.length === 1) return <ItemView item={calls[0].item} facts={facts(calls[0], 0)} />;
  const asking = calls.filter((call) => call.approval !== null && call.approval.decision === undefined && !isTurnOver).length;
  return (
    <>
      <p className="calls-title">
        <strong>
          {asking > 1 && asking === calls.length ? `${asking} calls wait for you` : `${calls.length} calls at once`}
        </strong>
        <span>
          {asking > 1 && asking === calls.length
            ? "nothing has run yet; each can be answered on its own"
            : "shown and recorded in the order they were issued"}
        </span>
      </p>
      <ol className="calls">
        {calls.map((call, index) => (
          <li key={call.item.id}>
            <ItemView item={call.item} facts={facts(call, index)} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The last call before this one that is under way: a recorded call starts after it. */
function startsAfter(calls: readonly Call[], index: number): number | null {
  const before = calls
    .slice(0, index)
    .findLastIndex(({ item }) => isToolItem(item) && item.status === "inProgress" && item.startedAtMs !== undefined);
  return before === -1 ? null : before + 1;
}
