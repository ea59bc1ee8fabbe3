// The cells of a diff's table that both of its layouts have.
import type { DiffTextLine } from "../text/diff-lines";

export const ROW_CLASSES: Readonly<Record<DiffTextLine["kind"], string>> = { add: "add", delete: "del", same: "" };
const SIGNS: Readonly<Record<DiffTextLine["kind"], string>> = { add: "+", delete: "−", same: "" };
const WORDS: Readonly<Record<DiffTextLine["kind"], string>> = { add: "added", delete: "deleted", same: "" };

/** What a change is, for the eye and for the ear. */
export function SignCell({ kind }: { kind: DiffTextLine["kind"] }) {
  return (
    <td className={`sign ${ROW_CLASSES[kind]}`}>
      {kind === "same" ? null : (
        <>
          <span aria-hidden="true">{SIGNS[kind]}</span>
          <span className="sr">{WORDS[kind]}</span>
        </>
      )}
    </td>
  );
}

export function Headings({ names }: { names: readonly string[] }) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            <span className="sr">{name}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}
