// Large numbers as they are read, the same in the window and in exports.

/** Thousands set apart by a narrow space that does not break: "9 870". */
export function grouped(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, "\u202f");
}
