// How many files, in words.
import { grouped } from "../../shared/text/grouped";

export function countedFiles(count: number): string {
  return count === 1 ? "1 file" : `${grouped(count)} files`;
}
