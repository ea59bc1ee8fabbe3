// What is said of a past session: who wrote its file, how large it is, how far it has been read, what is damaged in it.
import type { IndexProgress } from "../../shared/protocol/past-session";
import type { Thread } from "../../shared/protocol/thread";
import { byteWords, grouped } from "./duration";

/** "Codex 0.104.0 · 308 KB". */
export function originWords({ source, sizeBytes }: Pick<Thread, "source" | "sizeBytes">): string {
  return [sourceName(source), ...(sizeBytes === undefined ? [] : [byteWords(sizeBytes)])].join(" · ");
}

/** The program that wrote a file, with a capital letter. */
export function sourceName(source: string): string {
  const name = source.trim();
  return name === "" ? "Another program" : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
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

/** A repair as the runtime tells it: "line 97: what is wrong". */
export function repairOf(text: string): Repair {
  const match = /^(lines? \d+(?:[–-]\d+)?): ?(.*)$/su.exec(text);
  const [where = "", what = text] = match === null ? [] : [match[1], match[2]];
  return { where, what: `${what.charAt(0).toUpperCase()}${what.slice(1)}` };
}

const COUNTS = ["No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Eleven", "Twelve"];

/** "Four places; everything else is shown." */
export function damageWords(count: number): string {
  return `${COUNTS[count] ?? grouped(count)} ${count === 1 ? "place" : "places"}; everything else is shown.`;
}
