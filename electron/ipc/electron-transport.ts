// The window's door to the agent: one channel in, one channel out (protocol.md §1). Checks the sender and the message's shape, batches events.
import type { IpcMain, IpcMainInvokeEvent, WebContents } from "electron";
import { COMMAND_CHANNEL, EVENT_CHANNEL } from "../../shared/protocol/bridge";
import { RpcRequest, RpcResponse } from "../../shared/protocol/command";
import type { WindowPush } from "../../shared/protocol/window-push";
import type { AgentConnection, Connect } from "./agent-connection";
import { isAppUrl } from "../window/app-url";
import type { BatchSchedule } from "./event-batcher";
import { EventBatcher } from "./event-batcher";
import { rpcError, rpcErrorFrom, UNREADABLE_ID } from "./rpc-error";
import { isTrustedSender } from "./sender-guard";

export interface TransportParts {
  ipcMain: Pick<IpcMain, "handle" | "removeHandler">;
  contents: Pick<WebContents, "mainFrame" | "isDestroyed" | "send" | "on" | "once">;
  connect: Connect;
  /** Answers what only a window can do; undefined for every other method. */
  windowCommand: (request: RpcRequest) => Promise<RpcResponse> | undefined;
  schedule: BatchSchedule;
}

/** Pushes one batch entry to the page beside the agent's own events, such as a menu action. It waits for a page that does not listen yet. */
export type PushToPage = (push: WindowPush) => void;

/** Serves one window until it is destroyed. Every page load is a client of its own: when the next page is on its way, the connection of the last is closed. */
export function serveWindow(parts: TransportParts): PushToPage {
  const { ipcMain, contents } = parts;
  let page: PageClient | undefined;
  let isListening = false;
  let held: WindowPush[] = [];
  const currentPage = (): PageClient => (page ??= new PageClient(parts));
  // A page subscribes before it asks for anything.
  const listeningPage = (): PageClient => {
    const client = currentPage();
    isListening = true;
    const pushes = held;
    held = [];
    for (const push of pushes) client.push(push);
    return client;
  };
  const endPage = (): void => {
    page?.close();
    page = undefined;
    isListening = false;
  };

  contents.on("did-start-navigation", ({ url, isMainFrame, isSameDocument }) => {
    // Any other address is denied, and the page stays as it is.
    if (isMainFrame && !isSameDocument && isAppUrl(url)) endPage();
  });
  contents.on("render-process-gone", endPage);
  contents.once("destroyed", () => {
    ipcMain.removeHandler(COMMAND_CHANNEL);
    endPage();
  });
  ipcMain.handle(COMMAND_CHANNEL, (event: IpcMainInvokeEvent, message: unknown) => {
    const isTrusted = !contents.isDestroyed() && isTrustedSender(event.senderFrame, contents.mainFrame);
    if (!isTrusted) return rpcError(UNREADABLE_ID, "internal", "refused: commands are taken only from the app's own page");
    return answer(message, listeningPage, parts.windowCommand);
  });
  return (push) => {
    if (isListening) currentPage().push(push);
    else held.push(push);
  };
}

/** The reply to a request, or null for a response. Never rejects: a failure is an error reply. */
async function answer(
  message: unknown,
  page: () => PageClient,
  windowCommand: TransportParts["windowCommand"],
): Promise<RpcResponse | null> {
  const request = RpcRequest.safeParse(message);
  const response = RpcResponse.safeParse(message);
  try {
    if (request.success) return await (windowCommand(request.data) ?? page().ask(request.data));
    if (!response.success) return rpcError(UNREADABLE_ID, "invalidParams", "neither a JSON-RPC request nor a JSON-RPC response");
    page().tell(response.data);
    return null;
  } catch (error) {
    return rpcErrorFrom(request.data?.id ?? UNREADABLE_ID, error);
  }
}

/** One load of the page: a connection of its own and the batches on their way to it. */
class PageClient {
  readonly #connection: AgentConnection;
  readonly #batcher: EventBatcher;

  constructor({ connect, contents, schedule }: TransportParts) {
    this.#batcher = new EventBatcher((batch) => contents.send(EVENT_CHANNEL, batch), schedule);
    this.#connection = connect((event) => this.#batcher.push(event));
  }

  push(event: unknown): void {
    this.#batcher.push(event);
  }

  ask(request: RpcRequest): Promise<RpcResponse> {
    return new Promise((resolve) => this.#connection.receive(request, resolve));
  }

  tell(response: RpcResponse): void {
    this.#connection.receive(response, () => {
      throw new Error("a response was replied to");
    });
  }

  close(): void {
    this.#batcher.close();
    this.#connection.close();
  }
}
