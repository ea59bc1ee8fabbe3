// A diff in one column: what went above what came, with the numbers of both files where the diff tells them.
import { useMemo } from "react";
import { VisibleText } from "../components/visible-text";
import { type DiffLine, type DiffTextLine, isText } from "../text/diff-lines";
import { diffPairs, isMixed } from "../text/diff-pairs";
import { Headings, ROW_CLASSES, SignCell } from "./diff-cells";
import { DiffCode } from "./diff-code";

export function DiffOneColumn({ lines }: { lines: readonly DiffLine[] }) {
  const others = useMemo(() => pairedLines(lines), [lines]);
  const isMixedDiff = useMemo(() => isMixed(lines), [lines]);
  const hasOlder = lines.some((line) => isText(line) && line.older !== null);
  const hasNewer = lines.some((line) => isText(line) && line.newer !== null);
  const numbers = [...(hasOlder ? ["Line before"] : []), ...(hasNewer ? ["Line after"] : [])];
  return (
    <table>
      <Headings names={[...numbers, "Change", "Text"]} />
      <tbody>
        {lines.map((line, index) =>
          isText(line) ? (
            <tr key={index} className={ROW_CLASSES[line.kind]}>
              {hasOlder ? <td className="no">{line.older}</td> : null}
              {hasNewer ? <td className="no">{line.newer}</td> : null}
              <SignCell kind={line.kind} />
              <td className="source" data-row={index} data-side="one">
                <DiffCode line={line} other={others.get(line) ?? null} isMixed={isMixedDiff} />
              </td>
            </tr>
          ) : (
            <tr key={index} className="hunk">
              {numbers.map((name) => (
                <td key={name} className="no" />
              ))}
              <td className="sign" />
              <td>
                <VisibleText text={line.text} />
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

function pairedLines(lines: readonly DiffLine[]): ReadonlyMap<DiffTextLine, DiffTextLine> {
  const others = new Map<DiffTextLine, DiffTextLine>();
  for (const pair of diffPairs(lines)) {
    if (pair.type === "across" || pair.older === null || pair.newer === null || pair.older === pair.newer) continue;
    others.set(pair.older, pair.newer);
    others.set(pair.newer, pair.older);
  }
  return others;
}
