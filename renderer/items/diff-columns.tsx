// A diff in two columns: the file as it was beside the file as it became, lines broken where there is no room.
import { useMemo } from "react";
import { VisibleText } from "../components/visible-text";
import type { DiffLine, DiffTextLine } from "../text/diff-lines";
import { diffPairs, isMixed } from "../text/diff-pairs";
import { Headings, ROW_CLASSES, SignCell } from "./diff-cells";
import { DiffCode } from "./diff-code";

const COLUMNS = ["Line before", "Deleted", "Text before", "Line after", "Added", "Text after"];

export function DiffColumns({ lines }: { lines: readonly DiffLine[] }) {
  const pairs = useMemo(() => diffPairs(lines), [lines]);
  const isMixedDiff = useMemo(() => isMixed(lines), [lines]);
  const rows = useMemo(() => new Map(lines.map((line, index) => [line, index])), [lines]);
  return (
    <table className="columns">
      <colgroup>
        <col className="no" />
        <col className="sign" />
        <col />
        <col className="no" />
        <col className="sign" />
        <col />
      </colgroup>
      <Headings names={COLUMNS} />
      <tbody>
        {pairs.map((pair, index) =>
          pair.type === "across" ? (
            <tr key={index} className="hunk">
              <td colSpan={COLUMNS.length}>
                <VisibleText text={pair.line.text} />
              </td>
            </tr>
          ) : (
            <tr key={index}>
              <Side line={pair.older} other={pair.newer} side="older" row={rows} isMixed={isMixedDiff} />
              <Side line={pair.newer} other={pair.older} side="newer" row={rows} isMixed={isMixedDiff} />
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

interface SideProps {
  readonly line: DiffTextLine | null;
  readonly other: DiffTextLine | null;
  readonly side: "older" | "newer";
  readonly row: ReadonlyMap<DiffLine, number>;
  readonly isMixed: boolean;
}

function Side({ line, other, side, row, isMixed: isMixedDiff }: SideProps) {
  if (line === null) return <td colSpan={3} className="none" />;
  const name = ROW_CLASSES[line.kind];
  return (
    <>
      <td className={`no ${name}`}>{line[side]}</td>
      <SignCell kind={line.kind} />
      <td className={`source ${name}`} data-row={row.get(line)} data-side={side}>
        <DiffCode line={line} other={other} isMixed={isMixedDiff} />
      </td>
    </>
  );
}
