// What a call gave back, in the kept half of its opened card: there, being read from the file, or nothing.
import type { ReactNode } from "react";
import type { ToolItem } from "../../shared/protocol/turn-item";
import { OutputText } from "../components/output-text";
import { useUi, useWindow } from "../components/window-context";
import { cardKey } from "../state/window-state";
import { VisibleText } from "../components/visible-text";
import type { CardFacts } from "./card-facts";

interface KeptOutputProps {
  readonly item: ToolItem;
  readonly facts: CardFacts;
  readonly output: string;
  readonly label?: string;
  readonly isLive?: boolean;
  /** In place of an output that is empty. */
  readonly empty: ReactNode;
}

export function KeptOutput({ item, facts, output, label = "Output", isLive = false, empty }: KeptOutputProps) {
  if (isDeferred(item)) return <DeferredOutput item={item} facts={facts} />;
  return output === "" ? empty : <OutputText output={output} isLive={isLive} label={label} />;
}

/** Whether its output was left out of its page and has not been read yet. */
export function isDeferred(item: ToolItem): boolean {
  return "outputDeferred" in item;
}

function DeferredOutput({ item, facts: { threadId } }: Pick<KeptOutputProps, "item" | "facts">) {
  const { actions } = useWindow();
  const read = useUi((ui) => ui.outputReads[cardKey(threadId, item.id)]);
  if (read?.type !== "failed") return <p className="kept-note kept-reading">Reading the output…</p>;
  return (
    <p className="kept-note">
      <VisibleText text={`The output could not be read: ${read.message}. `} />
      <button type="button" className="btn btn-small btn-quiet" onClick={() => actions.readOutputAgain(threadId, item.id)}>
        Read again
      </button>
    </p>
  );
}
