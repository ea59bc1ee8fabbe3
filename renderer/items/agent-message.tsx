// The model's text. Superseded text of a failed attempt is struck through and folded; text cut by Stop says so.
import { beginningOf } from "../../shared/text/beginning-of";
import type { TurnItemOf } from "../../shared/protocol/turn-item";
import { StreamedMarkdown } from "../markdown/streamed-markdown";
import type { CardFacts } from "./card-facts";
import { useFold } from "./use-card";

type AgentMessageItem = TurnItemOf<"agentMessage">;

export function AgentMessage({ item, facts }: { item: AgentMessageItem; facts: CardFacts }) {
  if (item.superseded === true) return <Superseded item={item} facts={facts} />;
  return (
    <>
      <StreamedMarkdown text={item.text} isStreaming={isStreaming(item, facts)} />
      {item.incomplete === true ? (
        <p className="text-note">Cut off when the turn was stopped; this is what had arrived.</p>
      ) : null}
    </>
  );
}

/** Text that is not on disk yet and may still grow. */
export function isStreaming(item: AgentMessageItem, facts: Pick<CardFacts, "isTurnOver">): boolean {
  return item.line === undefined && item.incomplete !== true && item.superseded !== true && !facts.isTurnOver;
}

function Superseded({ item, facts }: { item: AgentMessageItem; facts: CardFacts }) {
  const [isOpen, toggle] = useFold(facts.threadId, item.id, false);
  return (
    <div>
      <p className="superseded-line">
        <del className="superseded" dir="auto">
          {beginningOf(item.text, 160)}
        </del>
        <button type="button" className="btn btn-small" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? "Hide" : "Show"}
        </button>
      </p>
      {isOpen ? (
        <>
          <del className="superseded superseded-body" dir="auto">
            {item.text}
          </del>
          <p className="text-note">Part of an attempt that failed. The model does not see it again.</p>
        </>
      ) : null}
    </div>
  );
}
