// What becomes of a request that Chromium holds: a navigation the app refuses, a file of its own scheme, or the network's.
import type { CDPSession } from "playwright";
import type { HostProtocol } from "../protocol";
import { say } from "../report";
import { fromChromiumUrl } from "./scheme-url";

export interface HeldRequest {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly postData?: string;
  };
  readonly resourceType: string;
  readonly frameId: string;
  readonly redirectedRequestId?: string;
}
export interface Navigation {
  readonly url: string;
  readonly frameId: string;
  readonly isRedirect: boolean;
}
export interface RequestGate {
  readonly session: CDPSession;
  readonly protocol: HostProtocol;
  /** Asks the app's listeners. */
  readonly mayNavigate: (navigation: Navigation) => boolean;
}

export async function answerRequest(held: HeldRequest, gate: RequestGate): Promise<void> {
  const url = fromChromiumUrl(held.request.url);
  const fail = (errorReason: "Aborted" | "Failed"): Promise<unknown> =>
    gate.session.send("Fetch.failRequest", { requestId: held.requestId, errorReason });

  if (held.resourceType === "Document") {
    const navigation = { url, frameId: held.frameId, isRedirect: held.redirectedRequestId !== undefined };
    if (!gate.mayNavigate(navigation)) {
      await fail("Aborted");
      return;
    }
  }
  if (url === held.request.url) {
    await gate.session.send("Fetch.continueRequest", { requestId: held.requestId });
    return;
  }
  const response = await askHandler(url, held, gate.protocol);
  if (response === undefined) {
    await fail("Failed");
    return;
  }
  await gate.session.send("Fetch.fulfillRequest", {
    requestId: held.requestId,
    responseCode: response.status,
    responseHeaders: Array.from(response.headers, ([name, value]) => ({ name, value })),
    body: Buffer.from(await response.arrayBuffer()).toString("base64"),
  });
}

async function askHandler(url: string, { request }: HeldRequest, protocol: HostProtocol): Promise<Response | undefined> {
  const handler = protocol.handlerOf(url.slice(0, url.indexOf(":")));
  if (handler === undefined) {
    say(`no handler for ${url}`);
    return undefined;
  }
  try {
    const body = request.postData === undefined ? {} : { body: request.postData };
    return await handler(new Request(url, { method: request.method, headers: request.headers, ...body }));
  } catch (error) {
    console.error(`Error in the protocol handler for ${url}:`, error);
    return undefined;
  }
}
