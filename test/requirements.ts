// Every contract with its source and the tests that cite it, joined from one file per section; test/architecture/requirements.test.ts holds it true.
import { runtimeOwners } from "./requirements/runtime-owners";
import { runtimeRecording } from "./requirements/runtime-recording";
import { runtimeReading } from "./requirements/runtime-reading";
import { runtimeReadingIds } from "./requirements/runtime-reading-ids";
import { runtimeItems } from "./requirements/runtime-items";
import { runtimeLeaving } from "./requirements/runtime-leaving";
import { runtimeTools } from "./requirements/runtime-tools";
import { runtimeDispatch } from "./requirements/runtime-dispatch";
import { runtimeTurn } from "./requirements/runtime-turn";
import { runtimeTurnEnd } from "./requirements/runtime-turn-end";
import { runtimeInput } from "./requirements/runtime-input";
import { runtimeInputEnds } from "./requirements/runtime-input-ends";
import { runtimeTime } from "./requirements/runtime-time";
import { runtimeCompaction } from "./requirements/runtime-compaction";
import { runtimeWindow } from "./requirements/runtime-window";
import { runtimeRetry } from "./requirements/runtime-retry";
import { runtimeResume } from "./requirements/runtime-resume";
import { runtimeDifferences } from "./requirements/runtime-differences";
import { approvals } from "./requirements/approvals";
import { invariants } from "./requirements/invariants";
import { interrupt } from "./requirements/interrupt";
import { protocolTransport } from "./requirements/protocol-transport";
import { protocolCommands } from "./requirements/protocol-commands";
import { protocolEvents } from "./requirements/protocol-events";
import { protocolItems } from "./requirements/protocol-items";
import { protocolLines } from "./requirements/protocol-lines";
import { protocolPastReading } from "./requirements/protocol-past-reading";
import { protocolPastCommands } from "./requirements/protocol-past-commands";
import { protocolPastLines } from "./requirements/protocol-past-lines";
import { protocolSettings } from "./requirements/protocol-settings";
import { protocolTools } from "./requirements/protocol-tools";
import { codexAbort } from "./requirements/codex-abort";
import { codexEarlyClose } from "./requirements/codex-early-close";
import { codexParallelism } from "./requirements/codex-parallelism";
import { codexPendingInput } from "./requirements/codex-pending-input";
import { codexSubmission } from "./requirements/codex-submission";
import { codexMailbox } from "./requirements/codex-mailbox";
import { codexTime } from "./requirements/codex-time";
import { codexCompaction } from "./requirements/codex-compaction";
import { codexCompactionEnds } from "./requirements/codex-compaction-ends";
import { codexHooks } from "./requirements/codex-hooks";
import { pastReader } from "./requirements/past-reader";
import { pastView } from "./requirements/past-view";
import { pastIndex } from "./requirements/past-index";
import { pastList } from "./requirements/past-list";
import { pastSearch } from "./requirements/past-search";
import { pastActions } from "./requirements/past-actions";
import { pastDoors } from "./requirements/past-doors";
import { pastHeld } from "./requirements/past-held";
import { pastBugFiles } from "./requirements/past-bug-files";
import { pastBugLines } from "./requirements/past-bug-lines";
import { protocolApprovals } from "./requirements/protocol-approvals";
import { trustPipeline } from "./requirements/trust-pipeline";
import { trustApprovals } from "./requirements/trust-approvals";
import { trustRules } from "./requirements/trust-rules";
import { trustSandbox } from "./requirements/trust-sandbox";
import { trustShell } from "./requirements/trust-shell";
import { trustPatch } from "./requirements/trust-patch";
import { trustTools } from "./requirements/trust-tools";
import { trustHeld } from "./requirements/trust-held";
import { trustBugs } from "./requirements/trust-bugs";
import { trustWindowBugs } from "./requirements/trust-window-bugs";
import type { Requirement } from "./requirements/requirement";

/** What is promised: docs/contracts.md says what the sections are about. */
export const contracts: readonly Requirement[] = [
  ...runtimeOwners,
  ...runtimeRecording,
  ...runtimeReading,
  ...runtimeReadingIds,
  ...runtimeItems,
  ...runtimeLeaving,
  ...runtimeTools,
  ...runtimeDispatch,
  ...runtimeTurn,
  ...runtimeTurnEnd,
  ...runtimeInput,
  ...runtimeInputEnds,
  ...runtimeTime,
  ...runtimeCompaction,
  ...runtimeWindow,
  ...runtimeRetry,
  ...runtimeResume,
  ...runtimeDifferences,
  ...approvals,
  ...invariants,
  ...interrupt,
  ...protocolTransport,
  ...protocolCommands,
  ...protocolEvents,
  ...protocolItems,
  ...protocolLines,
  ...protocolPastReading,
  ...protocolPastCommands,
  ...protocolPastLines,
  ...protocolSettings,
  ...protocolTools,
  ...protocolApprovals,
];

/** What Codex expects of itself, area by area, and what ours does there. */
export const acceptance: readonly Requirement[] = [
  ...codexAbort,
  ...codexEarlyClose,
  ...codexParallelism,
  ...codexPendingInput,
  ...codexSubmission,
  ...codexMailbox,
  ...codexTime,
  ...codexCompaction,
  ...codexCompactionEnds,
  ...codexHooks,
];

/** What past sessions are to do and to hold: issue 4 by its parts, window.md §6, and reports of what went wrong elsewhere. */
export const pastSessions: readonly Requirement[] = [
  ...pastReader,
  ...pastView,
  ...pastIndex,
  ...pastList,
  ...pastSearch,
  ...pastActions,
  ...pastDoors,
  ...pastHeld,
  ...pastBugFiles,
  ...pastBugLines,
];

/** What tools may do and how a person is asked: issue 5 by its parts, window.md §3 to §5 about that, and reports of what went wrong elsewhere. */
export const trustedTools: readonly Requirement[] = [
  ...trustPipeline,
  ...trustApprovals,
  ...trustRules,
  ...trustSandbox,
  ...trustShell,
  ...trustPatch,
  ...trustTools,
  ...trustHeld,
  ...trustBugs,
  ...trustWindowBugs,
];
