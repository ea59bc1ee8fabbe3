// All processes of one run, including those that left its group (setsid, double fork, another parent), and how they are ended.
import type { Clock } from "../../runtime/ports/clock";
import { CARRIER_ENDING, listProcesses, type ProcessEntry } from "./process-table";
import { limitMark, runLimit } from "./run-limit";
import { sendSignal } from "./send-signal";
import { endWithTaskkill } from "./taskkill";
import type { TreeEnd } from "./tree-end";

const TERM_GRACE_MS = 200;
/** Below the tool's grace of 2 s, so that the result still arrives in time. */
const END_LIMIT_MS = 1500;
const RESCAN_MS = 20;
/** To look for so many takes longer than to end them, which takes one signal where they are contained. */
const MANY = 200;

/**
 * `root` leads its own process group; `mark` is its value of RUN_MARK; `startedAt`: when it started, null where that is not known; `keeper` is
 * a process of the group that does not count.
 * `sparesCarriers`: those do not count either, so that what was printed before the end can still be read.
 */
export interface TreeRoot {
  readonly root: number;
  readonly mark: string;
  readonly startedAt: number | null;
  readonly keeper: number | null;
  readonly sparesCarriers?: boolean;
  /** Its processes have a first one of their own, a member of the group, which does not count and whose end is the end of all. */
  readonly isContained?: boolean;
}

/**
 * The run's own by group, root or mark, those known to be (by `nameOf`), and everything below one of these. Marks are read last, and only where
 * nothing else tells: not in what is older than the root.
 */
export function treeMembers(
  processes: readonly ProcessEntry[],
  tree: TreeRoot,
  known: ReadonlySet<string> = new Set(),
): readonly ProcessEntry[] {
  const members = new Set<number>();
  const addWith = (isOwn: (entry: ProcessEntry) => boolean): void => {
    for (let before = -1; before !== members.size;) {
      before = members.size;
      for (const entry of processes)
        if (!members.has(entry.pid) && (members.has(entry.parent) || isOwn(entry))) members.add(entry.pid);
    }
  };
  addWith((entry) => entry.pid === tree.root || entry.group === tree.root || known.has(nameOf(entry)));
  const marks = new Set<string | null>([tree.mark, limitMark(runLimit(tree.mark)) ?? tree.mark]);
  addWith((entry) => !isOlder(entry, tree) && marks.has(entry.mark));
  const isSpared = (entry: ProcessEntry): boolean =>
    entry.pid === tree.keeper || (tree.sparesCarriers === true && entry.mark === tree.mark + CARRIER_ENDING);
  return processes.filter((entry) => members.has(entry.pid) && !isSpared(entry));
}

/** Of one process: its number alone can be another's later. Where the system does not say when it started its group has to do. */
function nameOf({ pid, group, startedAt }: ProcessEntry): string {
  return `${pid} ${startedAt ?? `in ${group}`}`;
}

function isOlder({ startedAt }: ProcessEntry, tree: TreeRoot): boolean {
  return startedAt !== null && tree.startedAt !== null && startedAt < tree.startedAt;
}

/** The tree's living processes. Windows shows only the root. */
export async function livingMembers(tree: TreeRoot, known?: ReadonlySet<string>): Promise<readonly ProcessEntry[]> {
  if (process.platform !== "win32") return treeMembers(await listProcesses(), tree, known);
  const { root, mark } = tree;
  return sendSignal(root, 0) ? [{ pid: root, parent: 0, group: root, mark, startedAt: null, isExiting: false }] : [];
}

/** How many processes the command itself has among these. */
export function countOwn(members: number, { isContained }: TreeRoot): number {
  return isContained === true ? Math.max(0, members - 1) : members;
}

/** SIGTERM to all, SIGKILL after a short grace, and again until none is left. Resolves within 1.5 s and says what it could not end. */
export async function endTree(tree: TreeRoot, clock: Clock, graceMs = TERM_GRACE_MS): Promise<TreeEnd> {
  if (process.platform === "win32") return endWithTaskkill(tree.root);
  const startedAtMs = clock.nowMs();
  const seen = new Set<string>();
  let emptyScans = 0;
  let kills = 0;
  for (let isFirst = true; ; isFirst = false) {
    const lookedAtMs = clock.nowMs();
    const living = await livingMembers(tree, seen);
    for (const entry of living) seen.add(nameOf(entry));
    const elapsedMs = clock.nowMs() - startedAtMs;
    const lookMs = clock.nowMs() - lookedAtMs;
    if (living.length === 0) {
      // A process can fork and end while the table is read, and its child be missed: only a second empty look is proof.
      if (++emptyScans === 2) return { endedCount: countOwn(seen.size, tree), survivors: [] };
      continue;
    }
    emptyScans = 0;
    // On a busy machine one look can take longer than the limit: who was not killed before this look is not called a survivor.
    if (elapsedMs >= END_LIMIT_MS && kills > 0)
      return { endedCount: seen.size - living.length, survivors: living.map(({ pid }) => pid) };
    if (isFirst) signalMembers(living, tree, "SIGTERM");
    else if (elapsedMs >= graceMs) {
      kills += 1;
      signalMembers(living, tree, "SIGKILL");
    }
    const isMany = isFirst && tree.isContained === true && living.length > MANY;
    // As long as a look took nobody looks: those that are ending need the machine more.
    await clock.waitUntil(clock.nowMs() + (isMany ? graceMs : Math.max(RESCAN_MS, lookMs)), new AbortController().signal);
    if (!isMany) continue;
    kills += 1;
    sendSignal(-tree.root, "SIGKILL");
  }
}

/** The group in one call, which no fork can slip through, then each process that left it. Nobody gets the signal twice. */
function signalMembers(members: readonly ProcessEntry[], tree: TreeRoot, signal: NodeJS.Signals): void {
  if (members.some((entry) => entry.group === tree.root)) sendSignal(-tree.root, signal);
  for (const entry of members) if (entry.group !== tree.root) sendSignal(entry.pid, signal);
}
