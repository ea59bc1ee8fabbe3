// One entry of the model's window: whose it is, how much room it is thought to take, and its text, folded when it is long.
import { useState } from "react";
import type { WindowItem } from "../../shared/protocol/window-item";
import { foldedText } from "../text/context-words";
import { grouped } from "../../shared/text/grouped";
import { VisibleText } from "./visible-text";

const KINDS: Record<WindowItem["kind"], string> = {
  instructions: "Instructions",
  person: "You",
  context: "Context",
  assistant: "Assistant",
  reasoning: "Reasoning",
  call: "Call",
  output: "Output",
};

export function WindowEntry({ item }: { item: WindowItem }) {
  const [isOpen, setIsOpen] = useState(false);
  const isCode = item.kind === "call" || item.kind === "output";
  const folded = foldedText(item.text);
  const isLong = folded.length < item.text.length;
  return (
    <li className="window-entry">
      <p className="window-entry-head">
        <strong>{KINDS[item.kind]}</strong>
        {item.name === undefined ? null : (
          <code>
            <VisibleText text={item.name} />
          </code>
        )}
        <span className="push">{`about ${grouped(item.estimatedTokens)} tokens`}</span>
      </p>
      {item.text === "" ? (
        <p className="faint">No readable text.</p>
      ) : (
        <div className={isCode ? "window-entry-text mono" : "window-entry-text"} dir={isCode ? "ltr" : "auto"}>
          <VisibleText text={isOpen ? item.text : folded} />
          {isLong && !isOpen ? "…" : ""}
        </div>
      )}
      {isLong ? (
        <button type="button" className="btn btn-small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? "Show less" : `Show all ${grouped(item.text.length)} characters`}
        </button>
      ) : null}
    </li>
  );
}
