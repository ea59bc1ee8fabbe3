// What is to be known of a session's file: that it is only read, who wrote it, how far it has been read, what is damaged in it.
import { useState } from "react";
import type { ShownThread } from "../state/open-thread";
import { damageWords, indexWords, originWords, repairOf } from "../text/past-words";
import { Icon } from "./icon";
import { useMediaQuery } from "./use-media-query";
import { VisibleText } from "./visible-text";

const SHOWN_AT_ONCE = 4;

export function FileBanner({ open }: { open: ShownThread }) {
  const { isReadOnly, repairs, thread, index } = open;
  // What turns up while the file is still being read is told in the line that is there, so that nothing below it moves.
  const [wasKnown] = useState(repairs.length > 0 && repairs.length <= SHOWN_AT_ONCE);
  const [choice, setChoice] = useState<boolean | null>(null);
  const isLow = useMediaQuery("(max-height: 520px)");
  const isOpen = choice ?? (wasKnown && !isLow);
  if (!isReadOnly && repairs.length === 0) return null;
  const progress = indexWords(index);
  return (
    <section className="notice file-banner" aria-label="About this session’s file">
      <Icon name={repairs.length > 0 ? "mend" : "lock"} />
      <div className="notice-text">
        <p className="file-facts">
          {isReadOnly ? (
            <span>
              <strong>Read only</strong>
            </span>
          ) : null}
          <span>{originWords(thread)}</span>
          {progress === null ? null : <span>{progress}</span>}
          {thread.problem === undefined ? null : <span dir="auto">{thread.problem}</span>}
          {repairs.length === 0 ? null : (
            <span role="status">
              <strong>This session’s file is damaged.</strong>
              {` ${damageWords(repairs.length)}`}
            </span>
          )}
        </p>
        {repairs.length > 0 && isOpen ? <Repairs repairs={repairs} /> : null}
      </div>
      {repairs.length === 0 ? null : (
        <button type="button" className="btn btn-small" aria-expanded={isOpen} onClick={() => setChoice(!isOpen)}>
          {isOpen ? "Hide the places" : "Show the places"}
        </button>
      )}
    </section>
  );
}

function Repairs({ repairs }: { repairs: readonly string[] }) {
  return (
    <ul className="repairs" tabIndex={0} aria-label="What is damaged">
      {repairs.map((repair, place) => {
        const { where, what } = repairOf(repair);
        return (
          <li key={place}>
            <span className="where">{where}</span>
            <span dir="auto">
              <VisibleText text={what} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
