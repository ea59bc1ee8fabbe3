// What happened to a call that neither its head nor its state says: a hook changed, refused or replaced something, a field was ignored.
import { VisibleText } from "./visible-text";

/** `isWhole`: the opened card shows every word, the closed one the first two lines of each. */
export function CardNotes({ notes, isWhole }: { notes: readonly string[]; isWhole: boolean }) {
  if (notes.length === 0) return null;
  return (
    <ul className={isWhole ? "cf-notes is-whole" : "cf-notes"} {...(isWhole ? { tabIndex: 0 } : {})}>
      {notes.map((note, index) => (
        <li key={index} dir="auto">
          <VisibleText text={note} />
        </li>
      ))}
    </ul>
  );
}
