// The agent's server on a runtime of fakes, past sessions on a real home, and clients that keep everything they get in one list, in order.
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { ApprovalDesk } from "../../electron/ipc/approval-desk";
import { createConnect } from "../../electron/ipc/agent-server";
import { createRoute } from "../../electron/ipc/command-router";
import { EventHub } from "../../electron/ipc/event-hub";
import type { RouterParts } from "../../electron/ipc/handlers";
import type { AgentConnection, Connect } from "../../electron/ipc/agent-connection";
import {
  RpcError,
  RpcRequest,
  commands,
  type CommandMethod,
  type CommandParams,
  type CommandResult,
  type RpcResponse,
} from "../../shared/protocol/command";
import { parseFileEvent, parseNotification } from "../../shared/protocol/event";
import { ThreadId, type TurnId } from "../../shared/protocol/ids";
import { createContinuationReader } from "../../electron/adapters/rollout/continuing/read-continuation";
import { createRulesFile } from "../../electron/adapters/permissions/rules-file";
import { createJsonlStore } from "../../electron/adapters/rollout/jsonl-store";
import { createSettingsFile } from "../../electron/adapters/settings/settings-file";
import { PatchSnapshots } from "../../electron/adapters/tools/patch/patch-snapshots";
import { createFileUndo } from "../../electron/adapters/tools/patch/undo-patches";
import { newRolloutPath } from "../../electron/adapters/rollout/rollout-path";
import { FakeClock } from "./fake-clock";
import { mirrorOf } from "./memory-mirror";
import { pastPorts, type PastPorts } from "./past-ports";
import { tempFolder } from "./temp-folder";
import { TestRuntime, countingUuids, type TestOptions } from "./test-session";

export interface ServerOptions extends TestOptions {
  readonly readOnly?: boolean;
  /** Sessions are real files too, not the memory store's; `until` cannot be waited with then, for a disk needs real time. */
  readonly onDisk?: boolean;
  readonly trash?: RouterParts["trash"];
  /** A folder of the test's own takes the place of a fresh one. */
  readonly home?: string;
}

export class TestServer {
  readonly hub = new EventHub();
  readonly desk = new ApprovalDesk(this.hub);
  readonly runtime: TestRuntime;
  readonly connect: Connect;
  /** Where past sessions lie: the files of the memory store, as they are when somebody asks, or the sessions themselves (`onDisk`). */
  readonly home: string;
  readonly past: PastPorts;
  /** What went wrong where nobody waits for a reply. */
  readonly errors: unknown[] = [];

  constructor({ onDisk = false, home = tempFolder(), ...options }: ServerOptions = {}) {
    this.home = home;
    const clock = options.clock ?? new FakeClock();
    const ids = options.ids ?? countingUuids();
    const files = onDisk ? { rollouts: createJsonlStore({ home, clock, continuation: createContinuationReader() }) } : {};
    this.runtime = new TestRuntime({
      ...options,
      ...files,
      clock,
      ids,
      approvals: this.desk,
      onEvent: this.hub.publish,
      isBusy: () => this.past.isBusy(),
    });
    this.past = pastPorts({
      home,
      onEvent: this.hub.publishFileEvent,
      ...(onDisk ? {} : { before: mirrorOf(this.runtime.store, home) }),
    });
    onTestFinished(() => this.past.close());
    // Their files are real ones that somebody has to close.
    if (onDisk) onTestFinished(() => this.runtime.manager.closeAll());
    const sessions = this.runtime.manager;
    const onLeft = (threadId: ThreadId): void => {
      const isUnheard = (): boolean => !this.hub.isHeard(threadId);
      if (isUnheard()) sessions.release(threadId, isUnheard).catch((error: unknown) => this.errors.push(error));
    };
    const route = createRoute({
      sessions,
      ...this.past,
      newRollout: () => {
        const sessionsFolder = join(home, "sessions");
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
      trash: options.trash ?? null,
      desk: this.desk,
      undo: createFileUndo({ snapshots: new PatchSnapshots(join(home, "snapshots")), home }),
      onLeft,
      home: "/home",
      version: "1.2.3",
      platformOs: "test",
      readOnly: options.readOnly ?? false,
      rules: createRulesFile(join(home, "rules.json"), (change) => change()),
      writeSettings: (change) => createSettingsFile({ file: join(home, "settings.json"), env: {} }).write(change),
      readSettings: async () => ({
        provider: "scripted",
        model: "test-1",
        isDemo: false,
        approvalPolicy: "onRequest",
        sandbox: "workspaceWrite",
        network: false,
        sandboxStates: {
          readOnly: { isEnforced: false, reason: "a test has no sandbox" },
          workspaceWrite: { isEnforced: false, reason: "a test has no sandbox" },
          dangerFullAccess: { isEnforced: false, reason: "full access was chosen" },
        },
        settingsFile: "/home/settings.json",
        problem: null,
      }),
    });
    this.connect = createConnect({
      hub: this.hub,
      desk: this.desk,
      route,
      onLeft,
      onError: (error) => this.errors.push(error),
    });
  }

  /** A client that has not said initialize yet. */
  stranger(): TestClient {
    return new TestClient(this.connect);
  }

  async client(): Promise<TestClient> {
    const client = this.stranger();
    await this.runtime.until(client.ask("initialize", { clientInfo: { name: "test", version: "1" } }));
    return client;
  }

  /** Starts a thread and its first turn; the turn has run as far as it can without time. */
  async thread(client: TestClient): Promise<{ threadId: ThreadId; turnId: TurnId }> {
    const { thread } = await this.runtime.until(client.ask("thread/start", { cwd: "/project" }));
    const { turn } = await this.runtime.until(
      client.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text: "go" }] }),
    );
    await this.runtime.clock.advance(0);
    return { threadId: thread.id, turnId: turn.id };
  }
}

export class TestClient {
  /** Replies and deliveries, in the order in which they came. */
  readonly got: unknown[] = [];
  readonly connection: AgentConnection;
  #lastId = 0;

  constructor(connect: Connect) {
    this.connection = connect((message) => this.got.push(message));
  }

  /** The reply's result, checked against its schema. Rejects with the error's kind and words. */
  async ask<Method extends CommandMethod>(method: Method, params: CommandParams<Method>): Promise<CommandResult<Method>> {
    const reply = await this.send(method, params);
    if ("error" in reply && reply.error !== undefined) throw new Error(`${reply.error.data.kind}: ${reply.error.message}`);
    if (!("result" in reply)) throw new Error("neither result nor error");
    // Schema and type come from the same entry of `commands`.
    return commands[method].result.parse(reply.result) as CommandResult<Method>;
  }

  /** The whole reply to a request that need not be a proper one. */
  send(method: string, params: unknown): Promise<RpcResponse> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve) => {
      this.connection.receive({ id, method, params }, (reply) => {
        this.got.push(reply);
        resolve(reply);
      });
    });
  }

  async errorOf(method: string, params: unknown): Promise<RpcError> {
    const reply = await this.send(method, params);
    if (!("error" in reply) || reply.error === undefined) throw new Error(`${method} was not refused`);
    return RpcError.parse(reply.error);
  }

  /** An answer to a request of the server. */
  answer(id: string, result: unknown): void {
    this.connection.receive({ id, result }, () => {
      throw new Error("a response was replied to");
    });
  }

  /** Requests of the server, in order. */
  asked(): RpcRequest[] {
    return this.got.flatMap((message) => {
      const request = RpcRequest.safeParse(message);
      return request.success ? [request.data] : [];
    });
  }

  /** What came, in few words: a reply, an event's method, a request's method with its id. */
  log(): string[] {
    return this.got.map((message) => {
      const request = RpcRequest.safeParse(message);
      if (request.success) return `asked ${request.data.id}`;
      return typeof message === "object" && message !== null && "method" in message ? methodOf(message) : "reply";
    });
  }
}

function methodOf(message: object): string {
  return (parseFileEvent(message) ?? parseNotification(message)).method;
}
