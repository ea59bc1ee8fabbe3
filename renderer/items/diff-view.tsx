// The change of one file: lines with numbers and signs, on paper tints. Long ones in steps.
import { useMemo, useState } from "react";
import type { FileChange } from "../../shared/protocol/turn-item";
import { VisibleText } from "../components/visible-text";
import { type DiffLine, diffLines } from "../text/diff-lines";
import { grouped } from "../text/duration";

const FIRST = 400;
const STEP = 2000;
/** Characters of one line that are drawn. */
const LINE_LENGTH = 2000;

const CLASSES: Readonly<Record<DiffLine["kind"], string>> = { add: "add", delete: "del", same: "", hunk: "hunk", remark: "hunk" };
const SIGNS: Readonly<Record<DiffLine["kind"], string>> = { add: "+", delete: "−", same: "", hunk: "", remark: "" };

export function DiffView({ change, label }: { change: FileChange; label: string }) {
  const [limit, setLimit] = useState(FIRST);
  const { lines, rest } = useMemo(() => diffLines(change, limit), [change, limit]);
  if (lines.length === 0) return <p className="kept-note">The file does not tell what was changed.</p>;
  return (
    <>
      <div className="diff" tabIndex={0} role="region" aria-label={label}>
        <table>
          <tbody>
            {lines.map((line, index) => (
              <tr key={index} className={CLASSES[line.kind]}>
                <td className="no">{line.number}</td>
                <td className="sign">{SIGNS[line.kind]}</td>
                <td>
                  <VisibleText text={line.text.slice(0, LINE_LENGTH)} />
                  {line.text.length > LINE_LENGTH ? `… ${grouped(line.text.length - LINE_LENGTH)} characters more` : ""}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
