// The parts that all three programs share, put together once: adapters, sessions, router, hub.
import { setMaxListeners } from "node:events";
import path from "node:path";
import { isatty } from "node:tty";
import { ThreadId } from "../shared/protocol/ids";
import { SandboxMode } from "../shared/protocol/thread";
import packageJson from "../package.json";
import { createDraftsFile, type DraftsFile } from "./adapters/settings/drafts-file";
import { createSettingsFile } from "./adapters/settings/settings-file";
import type { ResolvedSettings } from "./adapters/settings/resolve-settings";
import { createFolders } from "./adapters/folders";
import { createCommandHooks } from "./adapters/hooks/command-hooks";
import { createDemoFetch } from "./adapters/model/demo-provider";
import type { Fetch } from "./adapters/model/http";
import { createHttpClient } from "./adapters/model/http-client";
import { createResponsesClient } from "./adapters/model/responses-client";
import { createRulesFile } from "./adapters/permissions/rules-file";
import { createJsonlStore } from "./adapters/rollout/jsonl-store";
import { whileLocked } from "./adapters/rollout/while-locked";
import { newRolloutPath } from "./adapters/rollout/rollout-path";
import { createIdSource, createSystemClock } from "./adapters/system";
import { endAbandonedRuns } from "./adapters/tools/abandoned-runs";
import { choosePath } from "./adapters/tools/login-path";
import { createGrepTool } from "./adapters/tools/grep";
import { createListDirTool } from "./adapters/tools/list-dir";
import { createPlanTool } from "./adapters/tools/plan";
import { createApplyPatchTool } from "./adapters/tools/patch/apply-patch";
import { PatchSnapshots } from "./adapters/tools/patch/patch-snapshots";
import { createFileUndo } from "./adapters/tools/patch/undo-patches";
import { createReadFileTool } from "./adapters/tools/read-file";
import { createProgramRunner } from "./adapters/tools/run-program";
import { createSystemSandbox } from "./adapters/tools/sandbox/create-sandbox";
import { findRipgrep } from "./adapters/tools/rg-search";
import { createShellTool } from "./adapters/tools/shell";
import { detectPlatform } from "./adapters/tools/shell-platform";
import { createUserInputTool } from "./adapters/tools/user-input";
import { createViewImageTool } from "./adapters/tools/view-image";
import { createWorkspaceContext } from "./adapters/workspace-context/workspace-context";
import type { Config } from "./config";
import { assemblePast } from "./past-assembly";
import { assemblePermissions } from "./permission-assembly";
import type { Connect } from "./ipc/agent-connection";
import { createConnect } from "./ipc/agent-server";
import { ApprovalDesk } from "./ipc/approval-desk";
import { createRoute } from "./ipc/command-router";
import { EventHub } from "./ipc/event-hub";
import { errorMessage } from "./runtime/errors";
import type { Approvals } from "./runtime/ports/approvals";
import type { Clock } from "./runtime/ports/clock";
import type { IdSource } from "./runtime/ports/id-source";
import type { ModelClient } from "./runtime/ports/model-client";
import { SessionManager } from "./runtime/session-manager";
import { clockTool } from "./runtime/tools/clock-tool";
import { newContextTool } from "./runtime/tools/new-context-tool";
import { sleepTool } from "./runtime/tools/sleep-tool";
import { ToolRegistry } from "./runtime/tools/tool-registry";

export interface Agent {
  readonly connect: Connect;
  readonly drafts: DraftsFile;
  /** The machine was suspended: overdue sleeps and waits end now. */
  readonly machineWoke: () => void;
  /** Interrupts turns, ends their processes, and resolves when all is on disk, drafts included. */
  readonly stop: () => Promise<void>;
}

/** Tokens; like that of a common model, so that the demo shows how full the window is. */
const DEMO_CONTEXT_WINDOW = 128_000;

export interface AgentOptions {
  /** The worker that reads past sessions, a file beside the program's own. */
  readonly workerFile: string;
  /** Who answers instead of the clients, where there is no person to ask. */
  readonly approvals?: (clients: Approvals) => Approvals;
  /** Moves files into the system's bin; absent where there is none. */
  readonly trash?: (paths: readonly string[]) => Promise<string | null>;
}

export function assembleAgent(config: Config, { workerFile, approvals, trash }: AgentOptions): Agent {
  // Every call that runs listens to its turn's end, and a model may make any number at once: that is no leak to warn of.
  setMaxListeners(0);
  const { home, environment } = config;
  const clock = createSystemClock();
  const ids = createIdSource();
  const settings = createSettingsFile({ file: path.join(home, "settings.json"), env: environment });
  const childEnvironment = { ...environment };
  const hub = new EventHub();
  const desk = new ApprovalDesk(hub);
  const past = assemblePast({
    workerFile,
    home,
    codexHomes: config.codexHomes,
    onEvent: hub.publishFileEvent,
    onError: report,
  });
  const { fetch } = createHttpClient();
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  let environmentReady: Promise<void> | null = null;
  const readyEnvironment = (): Promise<void> =>
    (environmentReady ??= choosePath({ environment: childEnvironment, platform: process.platform, hasTerminal }, clock).then(
      (choice) => {
        if (choice.from === "login") childEnvironment["PATH"] = choice.path;
        else if (choice.problem !== null) report(`the PATH of the login shell is not used: ${choice.problem}`);
      },
    ));
  const sandbox = createSystemSandbox({
    home,
    profileFile: path.join(path.dirname(workerFile), "seatbelt-profile.cjs"),
  });
  const rules = createRulesFile(path.join(home, "rules.json"), (change) => whileLocked(path.join(home, "rules.lock"), change));
  const { shell } = detectPlatform(childEnvironment);
  const permissions = assemblePermissions({ sandboxState: sandbox.state, home, shell, rules });
  const snapshots = new PatchSnapshots(path.join(home, "snapshots"));
  const runProgram = createProgramRunner({ environment: childEnvironment, clock });
  const sessions = new SessionManager({
    store: createJsonlStore({ home, clock, continuation: past.continuation }),
    folders: createFolders(),
    clock,
    ids,
    approvals: approvals?.(desk) ?? desk,
    tools: new ToolRegistry([
      createShellTool({
        outputsFolder: path.join(home, "outputs"),
        environment: childEnvironment,
        sandbox,
        environmentReady: readyEnvironment,
      }),
      createReadFileTool(),
      createListDirTool(),
      createGrepTool({
        ripgrep: () => findRipgrep(childEnvironment),
        environment: childEnvironment,
        workerFile: path.join(path.dirname(workerFile), "search-worker.cjs"),
      }),
      createApplyPatchTool({ snapshots, home }),
      createViewImageTool(),
      createPlanTool(),
      createUserInputTool(),
      sleepTool,
      clockTool,
      newContextTool,
    ]),
    permissions,
    workspace: createWorkspaceContext({ shell }),
    version: packageJson.version,
    settings: async ({ model, approvalPolicy, sandbox, toolDispatch }) => {
      const resolved = await settings.resolve();
      // Keys are for the model's server alone: what a command prints, the model reads.
      for (const name of resolved.keyVariables) delete childEnvironment[name];
      return {
        client: createClient(resolved.provider, { clock, ids, fetch }),
        model: model ?? resolved.model,
        policy: approvalPolicy ?? resolved.approvalPolicy,
        sandbox: { ...resolved.sandbox, mode: sandbox ?? resolved.sandbox.mode },
        approvalTimeoutMs: resolved.approvalTimeoutMs,
        dispatch: toolDispatch ?? resolved.toolDispatch,
        steerMode: resolved.steer,
        hooks: createCommandHooks({ hooks: resolved.hooks, runProgram }),
        autoCompactTokenLimit: resolved.autoCompactTokenLimit,
        reminderSeconds: resolved.reminderSeconds,
        problem: resolved.problem,
      };
    },
    publish: hub.publish,
  });
  // Commands of an app that was killed are ended, and the sandbox is tried, so that the first command does not wait for it: behind the start itself,
  // and, a turn of the loop later, behind the answers to what came during it.
  const startBehind = (): void => {
    endAbandonedRuns().catch(report);
    if (config.readOnly) return;
    readyEnvironment().catch(report);
    sandbox.state("workspaceWrite").catch(report);
  };
  setImmediate(() => setImmediate(startBehind));
  // The writer lock of a thread that nobody looks at is given back, once its turn has ended.
  const onLeft = (threadId: ThreadId): void => {
    const isUnheard = (): boolean => !hub.isHeard(threadId);
    if (isUnheard()) sessions.release(threadId, isUnheard).catch(report);
  };
  const route = createRoute({
    sessions,
    past: past.past,
    catalog: past.catalog,
    search: past.search,
    trash: trash ?? null,
    undo: createFileUndo({ snapshots, home }),
    newRollout: () => {
      const sessionsFolder = path.join(home, "sessions");
      const threadId = ThreadId.parse(ids.uuid());
      const createdAtMs = clock.nowMs();
      const { local } = clock.describe(createdAtMs);
      return {
        threadId,
        path: newRolloutPath(sessionsFolder, threadId, local),
        origin: "own",
        sessionsFolder,
        createdAtMs,
        local,
      };
    },
    desk,
    onLeft,
    home,
    version: packageJson.version,
    platformOs: process.platform,
    readOnly: config.readOnly,
    writeSettings: (change) => settings.write(change),
    rules,
    readSettings: async () => {
      const { provider, model, approvalPolicy, sandbox, problem } = await settings.resolve();
      const { readOnly, workspaceWrite, dangerFullAccess } = SandboxMode.enum;
      const sandboxStates = {
        readOnly: await permissions.sandboxState(readOnly),
        workspaceWrite: await permissions.sandboxState(workspaceWrite),
        dangerFullAccess: await permissions.sandboxState(dangerFullAccess),
      };
      const settingsFile = path.join(home, "settings.json");
      return {
        provider: provider.name,
        model,
        isDemo: provider.kind === "demo",
        approvalPolicy,
        sandbox: sandbox.mode,
        network: sandbox.hasNetwork,
        sandboxStates,
        settingsFile,
        problem,
      };
    },
  });
  const drafts = createDraftsFile({ file: path.join(home, "drafts.json"), onProblem: report });
  return {
    connect: createConnect({ hub, desk, route, onLeft, onError: report }),
    drafts,
    machineWoke: () => clock.lookAgain(),
    stop: async () => {
      await sessions.closeAll();
      await sandbox.close();
      await past.close();
      await drafts.settled();
    },
  };
}

function createClient(
  provider: ResolvedSettings["provider"],
  { clock, ids, fetch }: { readonly clock: Clock; readonly ids: IdSource; readonly fetch: Fetch },
): ModelClient {
  if (provider.kind === "demo") {
    return createResponsesClient({
      provider: "demo",
      baseUrl: "http://demo.invalid/v1",
      contextWindow: DEMO_CONTEXT_WINDOW,
      clock,
      ids,
      fetch: createDemoFetch(clock),
    });
  }
  return createResponsesClient({
    ...provider,
    provider: provider.name,
    userAgent: `counterfoil/${packageJson.version}`,
    clock,
    ids,
    fetch,
    maxRetries: provider.streamMaxRetries,
    idleTimeoutMs: provider.streamIdleTimeoutMs,
  });
}

function report(problem: unknown): void {
  process.stderr.write(`counterfoil: ${errorMessage(problem)}\n`);
}
