// Something about another agent's session, with a way to it where the list knows it.
import { useStore } from "zustand";
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { VisibleText } from "../components/visible-text";
import { useWindow } from "../components/window-context";
import type { CardFacts } from "./card-facts";
import { FoldedText } from "./folded-text";

export function SubAgentRow({ item, facts }: { item: TurnItemOf<"subAgent">; facts: CardFacts }) {
  const { state, actions } = useWindow();
  const { activity, name, threadId, text } = item;
  const thread = useStore(state.threads, ({ threads }) =>
    threadId === undefined ? undefined : threads.find(({ id, sessionId }) => id === threadId || sessionId === threadId),
  );
  return (
    <div className="slip">
      <p className="slip-head">
        <Icon name="agent" />
        <strong>
          <bdi>
            <VisibleText text={name === undefined ? "Sub-agent" : `Sub-agent ${name}`} />
          </bdi>
        </strong>
        <span dir="auto">
          <VisibleText text={activity} />
        </span>
        {thread === undefined ? null : (
          <button type="button" className="btn btn-small" onClick={() => actions.openThread(thread.id)}>
            Open its session
          </button>
        )}
      </p>
      {text === undefined || text === "" ? null : (
        <div className="slip-body">
          <FoldedText text={text} id={item.id} facts={facts} />
        </div>
      )}
    </div>
  );
}
