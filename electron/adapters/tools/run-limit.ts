// A second mark of a run, for processes that were given an empty environment: a soft limit of memory that is resident, which Linux has not enforced since
// 2.4 and every child inherits. Its size says which run it is of. Pure.

/** In KiB: far above any memory, and exact as a number of bytes. */
const BASE = 2 ** 41;
const OWNERS = 2 ** 22;
const RUNS = 2 ** 17;

/** KiB; null for a mark that newRunMark did not make. */
export function runLimit(mark: string): number | null {
  const [, owner, random] = /^(\d+)-\d+-([0-9a-f]{8})-/.exec(mark) ?? [];
  if (owner === undefined || random === undefined || Number(owner) >= OWNERS) return null;
  return BASE + Number(owner) * RUNS + (Number.parseInt(random, 16) % RUNS);
}

/** What takes a mark's place where nothing but the limit tells; null: no run of ours has such a limit. */
export function limitMark(limitKib: number | null): string | null {
  return limitKib === null || limitOwner(limitKib) === null ? null : `limit ${limitKib}`;
}

/** The pid of the app whose run has such a mark; null: it is another kind of mark. */
export function ownerOfLimitMark(mark: string): number | null {
  const limitKib = /^limit (\d+)$/.exec(mark)?.[1];
  return limitKib === undefined ? null : limitOwner(Number(limitKib));
}

function limitOwner(limitKib: number): number | null {
  const above = limitKib - BASE;
  return Number.isSafeInteger(limitKib) && above >= 0 && above < OWNERS * RUNS ? Math.floor(above / RUNS) : null;
}
