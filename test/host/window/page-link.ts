// The connection to one page: what its preload world reports, and the batches it is sent, in order, document by document.
import { randomBytes } from "node:crypto";
import type { CDPSession } from "playwright";
import { z } from "zod";
import type { Chromium } from "../chromium";
import { decode } from "../codec";
import { type PageReport, PRELOAD_WORLD, RECEIVE_FUNCTION, REPORT_BINDING } from "../page/names";
import { reportUnlessGone } from "../report";
import { mainWorldSource, preloadWorldSource } from "./page-source";
import { MAPPED_URL_PATTERN } from "./scheme-url";

const reportSchema: z.ZodType<PageReport> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("invoke"), id: z.number(), channel: z.string(), arguments: z.array(z.unknown()) }),
  z.object({ kind: z.literal("open"), url: z.string(), name: z.string(), features: z.string() }),
  z.object({ kind: z.literal("resized") }),
  z.object({ kind: z.literal("preload-failed"), error: z.string() }),
]);

/** The preload world of one document. A reply goes to the document that asked, or nowhere. */
export type DocumentId = string;
interface QueuedText {
  readonly text: string;
  readonly only: DocumentId | undefined;
}
interface World {
  readonly id: number;
  readonly document: DocumentId;
}

const BATCH = 2000;

export class PageLink {
  readonly session: CDPSession;
  readonly frameId: string;
  readonly #onReport: PageLinkOptions["onReport"];
  #world: World | undefined;
  #queue: QueuedText[] = [];
  #isScheduled = false;

  private constructor(session: CDPSession, frameId: string, onReport: PageLinkOptions["onReport"]) {
    this.session = session;
    this.frameId = frameId;
    this.#onReport = onReport;
    session.on("Runtime.executionContextCreated", ({ context }) => {
      if (context.name !== PRELOAD_WORLD || context.auxData?.frameId !== frameId) return;
      this.#world = { id: context.id, document: context.uniqueId };
      this.#schedule();
    });
    session.on("Runtime.executionContextDestroyed", ({ executionContextUniqueId }) => {
      if (executionContextUniqueId === this.#world?.document) this.#world = undefined;
    });
    session.on("Runtime.executionContextsCleared", () => (this.#world = undefined));
    session.on("Runtime.bindingCalled", ({ name, payload, executionContextId }) => {
      if (name !== REPORT_BINDING || executionContextId !== this.#world?.id) return;
      this.#onReport(reportSchema.parse(decode(payload)), this.#world.document);
    });
  }

  /** Attaches to a page that shows nothing yet. `prepare` sees the session before anything is enabled on it. */
  static async attach({ chromium, targetId, preload, onReport, prepare }: PageLinkOptions): Promise<PageLink> {
    const session = await chromium.attach(targetId);
    const { frameTree } = await session.send("Page.getFrameTree");
    const link = new PageLink(session, frameTree.frame.id, onReport);
    prepare(link);
    const token = randomBytes(16).toString("hex");
    await Promise.all([
      session.send("Page.enable"),
      session.send("Inspector.enable"),
      session.send("Runtime.enable"),
      session.send("Runtime.addBinding", { name: REPORT_BINDING, executionContextName: PRELOAD_WORLD }),
      session.send("Page.addScriptToEvaluateOnNewDocument", { source: mainWorldSource(token) }),
      session.send("Page.addScriptToEvaluateOnNewDocument", {
        source: preloadWorldSource(token, preload),
        worldName: PRELOAD_WORLD,
      }),
      session.send("Fetch.enable", {
        patterns: [{ urlPattern: MAPPED_URL_PATTERN }, { urlPattern: "*", resourceType: "Document" }],
      }),
    ]);
    return link;
  }

  /** Queues a PageDelivery, encoded, until the page's document listens. With `only` it is dropped when another document has come. */
  deliver(text: string, only?: DocumentId): void {
    this.#queue.push({ text, only });
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isScheduled || this.#world === undefined || this.#queue.length === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#flush();
    });
  }

  #flush(): void {
    const world = this.#world;
    if (world === undefined) return;
    const batch = this.#queue.splice(0, BATCH).filter(({ only }) => only === undefined || only === world.document);
    const expression = `${RECEIVE_FUNCTION}([${batch.map(({ text }) => JSON.stringify(text)).join(",")}])`;
    this.session
      .send("Runtime.evaluate", { expression, uniqueContextId: world.document, silent: true })
      .catch(reportUnlessGone("delivery to a page"));
    this.#schedule();
  }
}

export interface PageLinkOptions {
  readonly chromium: Chromium;
  readonly targetId: string;
  readonly preload: string | undefined;
  readonly onReport: (report: PageReport, from: DocumentId) => void;
  readonly prepare: (link: PageLink) => void;
}
