// How many files, in words.
import { grouped } from "./duration";

export function countedFiles(count: number): string {
  return count === 1 ? "1 file" : `${grouped(count)} files`;
}
