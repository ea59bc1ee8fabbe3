// What is said of a past session: who wrote its file, how large it is, how far it has been read, what is damaged in it.
import type { IndexProgress } from "../../shared/protocol/past-session";
import type { Thread } from "../../shared/protocol/thread";
import { grouped } from "../../shared/text/grouped";
import { byteWords } from "./duration";
import { visibleLine } from "./invisible";

/** "Codex 0.104.0 · 308 KB". */
export function originWords(thread: Pick<Thread, "source" | "sourceVersion" | "sizeBytes">): string {
  const { source, sourceVersion = "", sizeBytes } = thread;
  const version = visibleLine(sourceVersion).trim();
  // Where nobody knows the version, the file says 0.0.0.
  const who = version === "" || version === "0.0.0" ? writer(source) : `${writer(source)} ${version}`;
  return [who, ...(sizeBytes === undefined ? [] : [byteWords(sizeBytes)])].join(" · ");
}

// The programs of one name write it in many ways: codex_cli_rs, codex-tui, Codex Desktop.
function writer(source: string): string {
  const name = visibleLine(source).trim();
  if (/^counterfoil\b/i.test(name)) return name.replace(/^counterfoil/i, "Counterfoil");
  return /^codex/i.test(name) ? name.replace(/^codex[\w-]*/i, "Codex") : name || "Another program";
}

/** "Numbering lines 42 %"; null when all of the file has been read. */
export function indexWords({ bytes, totalBytes }: IndexProgress): string | null {
  if (totalBytes === 0 || bytes >= totalBytes) return null;
  return `Numbering lines ${Math.floor((bytes / totalBytes) * 100)} %`;
}

export interface Repair {
  /** "line 97"; empty where it is of no line. */
  readonly where: string;
  readonly what: string;
}

/** A repair as the runtime tells it: "line 97: what is wrong", "line 97 is damaged". */
export function repairOf(text: string): Repair {
  const match = /^(lines? \d+(?:[–-]\d+)?)(?::|,| is)? (.*)$/su.exec(text);
  const [where = "", what = text] = match === null ? [] : [match[1], match[2]];
  return { where, what: `${what.charAt(0).toUpperCase()}${what.slice(1)}` };
}

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

/** "Four places; everything else is shown." */
export function damageWords(count: number): string {
  return `${COUNTS[count] ?? grouped(count)} ${count === 1 ? "place" : "places"}; everything else is shown.`;
}
