// A Responses server on loopback that plays a script: one step per request, each a response in pieces, with gates where the test decides
// what has arrived. Every request is checked against request-rules; `close` fails the test for what was wrong.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import type { Gate } from "./gate";
import type { ProviderEvent } from "./provider-events";
import { requestProblems } from "./request-rules";

/** The connection breaks here, after what came before has been sent; as the first of a step: before the headers. */
export const cut = { kind: "cut" } as const;
/** Nothing more comes, and the connection stays open until the client closes it. */
export const hang = { kind: "hang" } as const;

/** An event is framed as SSE; text and bytes go out as they stand. A step that ends without `cut` or `hang` ends its response cleanly. */
export type Chunk = ProviderEvent | string | Uint8Array | Gate | typeof cut | typeof hang | readonly Chunk[];

export interface ReplyOptions {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Status and headers wait for this gate. */
  readonly beforeHeaders?: Gate;
  /** Each write holds this many bytes; otherwise everything between two gates is one write. */
  readonly bytesPerWrite?: number;
  readonly lineEnd?: "\n" | "\r\n" | "\r";
  /** Without the `event:` line. */
  readonly unnamed?: boolean;
}

export interface Step {
  readonly options: ReplyOptions;
  readonly chunks: readonly Chunk[];
}

export function reply(...chunks: readonly Chunk[]): Step {
  return { options: {}, chunks };
}

export function replyWith(options: ReplyOptions, ...chunks: readonly Chunk[]): Step {
  return { options, chunks };
}

/** An error response; an object goes out as JSON. */
export function refusal(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Step {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "text/plain" : "application/json";
  return { options: { status, headers: { "content-type": type, ...headers } }, chunks: text === "" ? [] : [text] };
}

/** `closed` resolves once the response is over, however it ended: played out, or the client has gone. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly input: readonly Readonly<Record<string, unknown>>[];
  readonly closed: Promise<void>;
}

/** A compaction asks for words alone: its request offers no tools. */
export function asksForSummary({ body }: RecordedRequest): boolean {
  return body["tools"] === undefined;
}

/** A list is played from front to back; a function is asked at each request. */
export type Script = readonly Step[] | ((request: RecordedRequest, index: number) => Step | undefined);

export interface ScriptedModel {
  readonly baseUrl: string;
  readonly requests: readonly RecordedRequest[];
  /** What was wrong with requests so far, and requests that came after the script's end. */
  readonly problems: readonly string[];
  /** The request with this index, from 0, once it has come. */
  request(index: number): Promise<RecordedRequest>;
  /** Ends every connection, waits until all are closed, and throws if there were problems. */
  close(): Promise<void>;
}

/** `port`: one that is to be used again, as by a server that comes back; 0: any that is free. */
export async function startScriptedModel(script: Script, port = 0): Promise<ScriptedModel> {
  const requests: RecordedRequest[] = [];
  const problems: string[] = [];
  const waiting = new Set<() => void>();
  const playing = new Set<Promise<void>>();

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new Promise<void>((resolve) => response.once("close", resolve));
    const request = recorded(incoming, await readText(incoming), closed);
    const index = requests.push(request) - 1;
    for (const look of waiting) look();
    const wrong = requestProblems(request.body).map((problem) => `request ${index}: ${problem}`);
    const step = typeof script === "function" ? script(request, index) : script[index];
    if (step === undefined) wrong.push(`request ${index} came after the end of the script`);
    problems.push(...wrong);
    if (step === undefined || wrong.length > 0)
      await play(refusal(400, { error: { message: wrong.join("; ") } }), response, closed);
    else await play(step, response, closed);
  }

  const server = createServer((incoming, response) => {
    const played = answer(incoming, response).catch((error: unknown) => {
      problems.push(`the server itself failed: ${String(error)}`);
      response.destroy();
    });
    playing.add(played);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;

  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    problems,
    request: (index) =>
      new Promise((resolve) => {
        const look = () => {
          const request = requests[index];
          if (request === undefined) return;
          waiting.delete(look);
          resolve(request);
        };
        waiting.add(look);
        look();
      }),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await Promise.all(playing);
      if (problems.length > 0) throw new Error(`the scripted model saw problems:\n${problems.join("\n")}`);
    },
  };
}

async function play({ options, chunks }: Step, response: ServerResponse, closed: Promise<void>): Promise<void> {
  const { status = 200, headers, beforeHeaders } = options;
  if (beforeHeaders !== undefined) await Promise.race([beforeHeaders.pass(), closed]);
  const number = itemNumbering();
  let pending: Uint8Array[] = [];
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(pending);
    pending = [];
    if (bytes.length === 0) return;
    const size = options.bytesPerWrite ?? bytes.length;
    for (let at = 0; at < bytes.length && !response.destroyed; at += size)
      await write(response, bytes.subarray(at, at + size), closed);
  };
  for (const chunk of flatten(chunks)) {
    if (response.destroyed) return;
    if (typeof chunk === "string") pending.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) pending.push(chunk);
    else if ("type" in chunk) pending.push(Buffer.from(frame(number(chunk), options)));
    else {
      if (chunk.kind !== "cut" || pending.length > 0) head(response, status, headers);
      await flush();
      if (chunk.kind === "gate") await Promise.race([chunk.pass(), closed]);
      else if (chunk.kind === "hang") await closed;
      else response.destroy();
    }
  }
  if (response.destroyed) return;
  head(response, status, headers);
  await flush();
  response.end();
  await closed;
}

function head(response: ServerResponse, status: number, headers: ReplyOptions["headers"]): void {
  if (response.headersSent) return;
  response.writeHead(status, { "content-type": "text/event-stream", ...headers });
  response.flushHeaders();
}

async function write(response: ServerResponse, bytes: Uint8Array, closed: Promise<void>): Promise<void> {
  await Promise.race([new Promise<void>((resolve) => response.write(bytes, () => resolve())), closed]);
}

type Flat = Exclude<Chunk, readonly Chunk[]>;

function flatten(chunks: readonly Chunk[]): Flat[] {
  return chunks.flatMap((chunk) => (isList(chunk) ? flatten(chunk) : [chunk]));
}

function isList(chunk: Chunk): chunk is readonly Chunk[] {
  return Array.isArray(chunk);
}

function frame(event: ProviderEvent, { lineEnd = "\n", unnamed = false }: ReplyOptions): string {
  const lines = [...(unnamed ? [] : [`event: ${event.type}`]), `data: ${JSON.stringify(event)}`, "", ""];
  return lines.join(lineEnd);
}

/** Gives the events of an item its position in the response, as servers do; an event that has an `output_index` (or null for none) keeps it. */
function itemNumbering(): (event: ProviderEvent) => ProviderEvent {
  const indexes = new Map<unknown, number>();
  return (event) => {
    const id = event["item_id"] ?? (event["item"] as { id?: unknown } | undefined)?.id;
    if (id === undefined || event["output_index"] !== undefined) return event;
    const index = indexes.get(id) ?? indexes.size;
    indexes.set(id, index);
    return { ...event, output_index: index };
  };
}

async function readText(incoming: IncomingMessage): Promise<string> {
  const bytes: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) bytes.push(chunk);
  return Buffer.concat(bytes).toString("utf8");
}

function recorded(incoming: IncomingMessage, text: string, closed: Promise<void>): RecordedRequest {
  const body = JSON.parse(text) as Record<string, unknown>;
  const input = Array.isArray(body["input"]) ? (body["input"] as Record<string, unknown>[]) : [];
  return { path: incoming.url ?? "", headers: incoming.headers, body, input, closed };
}
