// A list of sessions as a person has it after some weeks: pinned, of several folders, of another program, broken.
import type { Thread } from "../../shared/protocol/thread";
import { NOW, thread } from "./scene";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEB = "/home/mara/code/harbour-web";

export const LISTED: readonly Thread[] = [
  thread({ id: "p1", name: "House rules for this repo", updatedAtMs: NOW - 2 * DAY, pinned: true }),
  thread({ id: "s1", preview: "Last reading goes missing", updatedAtMs: NOW, status: { type: "active", flags: [] } }),
  thread({
    id: "s2",
    preview: "Station codes to UN/LOCODE",
    updatedAtMs: NOW - 2 * MINUTE,
    status: { type: "active", flags: ["waitingOnApproval"] },
  }),
  thread({
    id: "s3",
    preview: "Nightly import, second try",
    updatedAtMs: NOW - 30 * MINUTE,
    status: { type: "active", flags: ["sleeping"] },
  }),
  thread({ id: "s4", preview: "Why is the moon phase off by one?", updatedAtMs: NOW - HOUR, lastTurn: "interrupted" }),
  thread({ id: "s5", preview: "Release notes 2.4", updatedAtMs: NOW - 50 * HOUR, lastTurn: "completed" }),
  thread({ id: "w1", preview: "Dark tiles flicker on zoom", cwd: WEB, updatedAtMs: NOW - 35 * MINUTE }),
  thread({ id: "w2", preview: "Print stylesheet for tide cards", cwd: WEB, updatedAtMs: NOW - 3 * HOUR, lastTurn: "failed" }),
  thread({
    id: "w3",
    preview: "Keyboard trap in the date picker",
    cwd: WEB,
    updatedAtMs: NOW - 30 * HOUR,
    lastTurn: "inProgress",
  }),
  codex("c1", "Move readings to a ring buffer", NOW - 61 * DAY),
  codex("c2", "Parse NOAA fixed-width files", NOW - 73 * DAY),
];

export function codex(id: string, preview: string, updatedAtMs: number): Thread {
  const path = `/home/mara/.codex/sessions/2025/08/14/rollout-${id}.jsonl`;
  return thread({
    id,
    preview,
    path,
    cwd: "/home/mara/code/tides",
    updatedAtMs,
    source: "codex_cli_rs",
    readOnly: true,
    origin: "root",
  });
}

export const BROKEN = thread({
  id: "b1",
  preview: "",
  path: "/home/mara/.codex/sessions/2025/08/15/rollout-2025-08-15.jsonl",
  cwd: "",
  updatedAtMs: NOW - 60 * DAY,
  source: "unknown",
  readOnly: true,
  origin: "root",
  hidden: "unreadable",
  problem: "The file is UTF-16. Save it as UTF-8 to open it.",
});

export function listed(threads: readonly Thread[], changes: object = {}): Readonly<Record<string, unknown>> {
  const origins: Record<string, number> = {};
  for (const { origin } of threads) origins[origin] = (origins[origin] ?? 0) + 1;
  return {
    "thread/list": { threads, nextCursor: null, hidden: { empty: 9, notRollout: 3 }, origins, isComplete: true, ...changes },
  };
}

export const OFFERED = {
  "sessionRoot/list": { roots: [{ path: "/home/mara/.codex", kind: "codexHome", isOffered: true, sessions: 123 }] },
};
