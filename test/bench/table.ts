// The bench's table and the figures in it: medians with their spread, because machines are noisy.

export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly aim: string;
  readonly codex: string;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** `12 ms (10–15)`: median, lowest and highest. */
export function spread(values: readonly number[], unit: string): string {
  const digits = median(values) < 10 ? 2 : 0;
  return `${median(values).toFixed(digits)} ${unit} (${Math.min(...values).toFixed(digits)}–${Math.max(...values).toFixed(digits)})`;
}

/** `12 ms, at most 15 ms`: median and highest. */
export function atMost(values: readonly number[], unit: string): string {
  return `${median(values).toFixed(0)} ${unit}, at most ${Math.max(...values).toFixed(0)} ${unit}`;
}

export function printTable(rows: readonly Row[]): void {
  console.log("| measure | Counterfoil | aim | Codex 0.171.0 |");
  console.log("|---|---|---|---|");
  for (const { what, ours, aim, codex } of rows) console.log(`| ${what} | ${ours} | ${aim} | ${codex} |`);
}
