// The change of one file as a table, in one column or two: numbers, signs, lines on paper tints. Long ones in steps.
import { type ClipboardEvent, type PointerEvent, useMemo, useState } from "react";
import type { FileChange } from "../../shared/protocol/turn-item";
import { NO_COLUMNS, useMediaQuery } from "../components/use-media-query";
import { useUi } from "../components/window-context";
import { diffLines } from "../text/diff-lines";
import { grouped } from "../../shared/text/grouped";
import { copiedSource } from "./diff-copy";
import { DiffColumns } from "./diff-columns";
import { DiffOneColumn } from "./diff-one-column";

const STEP = 2000;

export function DiffView({ change, label }: { change: FileChange; label: string }) {
  const [limit, setLimit] = useState(STEP);
  const isNarrow = useMediaQuery(NO_COLUMNS);
  const hasColumns = useUi((ui) => ui.diffLayout === "sideBySide") && !isNarrow && change.kind === "update";
  const { lines, rest } = useMemo(() => diffLines(change, limit), [change, limit]);
  if (lines.length === 0) return <p className="kept-note">The file does not tell what was changed.</p>;
  const onCopy = (event: ClipboardEvent<HTMLElement>) => {
    const selection = window.getSelection();
    if (selection === null || selection.isCollapsed) return;
    const source = copiedSource(event.currentTarget, selection, (cell) => {
      const line = lines[Number(cell.dataset["row"])];
      return line !== undefined && "hasReturn" in line ? line.text + (line.hasReturn ? "\r" : "") : cell.textContent;
    });
    event.clipboardData.setData("text/plain", source);
    event.preventDefault();
  };
  return (
    <>
      <div
        className="diff"
        tabIndex={0}
        role="region"
        aria-label={label}
        onCopy={onCopy}
        onPointerDown={hasColumns ? selectOneSide : undefined}
      >
        {hasColumns ? <DiffColumns lines={lines} /> : <DiffOneColumn lines={lines} />}
      </div>
      {rest === 0 ? null : (
        <p className="cut">
          <button type="button" className="btn btn-small" onClick={() => setLimit(limit + STEP)}>
            {`Show more, ${grouped(rest)} lines are left`}
          </button>
        </p>
      )}
    </>
  );
}

/** A selection stays in the column in which it begins. */
function selectOneSide({ target, currentTarget }: PointerEvent<HTMLElement>): void {
  const side = target instanceof Element ? target.closest<HTMLElement>("td[data-side]")?.dataset["side"] : undefined;
  if (side === undefined) delete currentTarget.dataset["selecting"];
  else currentTarget.dataset["selecting"] = side;
}
