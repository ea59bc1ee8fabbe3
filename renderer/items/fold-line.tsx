// One line that opens to a text: what stands around what was said, and is rarely read.
import { beginningOf } from "../../shared/text/beginning-of";
import type { ReactNode } from "react";
import type { TurnItem } from "../../shared/protocol/turn-item";
import { Icon } from "../components/icon";
import { VisibleText } from "../components/visible-text";
import type { CardFacts } from "./card-facts";
import { useFold } from "./use-card";

interface FoldLineProps {
  readonly id: TurnItem["id"];
  readonly facts: CardFacts;
  readonly title: string;
  /** Shown beside the title of the closed line, as far as there is room. */
  readonly preview: string;
  readonly children: ReactNode;
}

const PREVIEW_LENGTH = 200;

export function FoldLine({ id, facts, title, preview, children }: FoldLineProps) {
  const [isOpen, toggle] = useFold(facts.threadId, id, false);
  return (
    <>
      <button type="button" className="fold-head" aria-expanded={isOpen} onClick={toggle}>
        <Icon name="right" isSmall />
        <span>{title}</span>
        {isOpen ? null : (
          <span className="text faint" dir="auto">
            <VisibleText text={beginningOf(preview, PREVIEW_LENGTH).replace(/\s+/g, " ").trim()} />
          </span>
        )}
      </button>
      {isOpen ? children : null}
    </>
  );
}
