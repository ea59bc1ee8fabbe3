// The app's HTTP client against real servers on loopback: what becomes of its connections, and how it ends.
import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { afterEach, expect, it } from "vitest";
import type { HttpRequest, HttpResponse } from "../../../electron/adapters/model/http";
import { createHttpClient, type HttpClient } from "../../../electron/adapters/model/http-client";

const open: { close: () => void }[] = [];

afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

function opened<Closable extends { close: () => void }>(closable: Closable): Closable {
  open.push(closable);
  return closable;
}

interface TestServer {
  readonly url: string;
  readonly connections: Socket[];
}

async function serve(listener: RequestListener): Promise<TestServer> {
  return listening(createServer(listener), "http");
}

async function listening(server: Server | TcpServer, scheme: string): Promise<TestServer> {
  const connections: Socket[] = [];
  server.on("connection", (socket: Socket) => connections.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened({
    close: () => {
      for (const each of connections) each.destroy();
      server.close();
    },
  });
  return { url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, connections };
}

function client(limits?: { connect: number; unused: number }): HttpClient {
  return opened(createHttpClient(limits));
}

function post(body = "", signal = new AbortController().signal): HttpRequest {
  return { method: "POST", headers: { "X-Name": "a" }, body, redirect: "manual", signal };
}

async function read(response: HttpResponse): Promise<string> {
  let all = "";
  for await (const bytes of response.body ?? []) all += Buffer.from(bytes).toString();
  return all;
}

/** The body's iterator, of which the first piece has been read. */
async function begun(response: HttpResponse): Promise<AsyncIterator<Uint8Array>> {
  const iterator = response.body?.[Symbol.asyncIterator]();
  if (iterator === undefined) throw new Error("no body");
  await iterator.next();
  return iterator;
}

function ended(socket: Socket | undefined): Promise<unknown> {
  return socket === undefined ? Promise.reject(new Error("no connection")) : once(socket, "close");
}

it("sends method, headers and body, asks for nothing compressed, and gives status, headers and body", async () => {
  const asked: unknown[] = [];
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = incoming;
    asked.push([method, url, headers["x-name"], headers["accept-encoding"], headers["content-length"], await text(incoming)]);
    response.writeHead(429, "Slow down", { "Retry-After": "1", "Set-Cookie": ["a=1", "b=2"] }).end("later");
  };
  const { url } = await serve((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => response.destroy(error as Error));
  });
  const response = await client().fetch(url, post("é"));
  const { ok, status, statusText, headers } = response;
  expect([ok, status, statusText, headers.get("retry-after"), headers.get("Set-Cookie"), headers.get("none")]).toEqual([
    false,
    429,
    "Slow down",
    "1",
    "a=1, b=2",
    null,
  ]);
  expect(await read(response)).toBe("later");
  expect(asked).toEqual([["POST", "/v1", "a", "identity", "2", "é"]]);
});

it("follows no redirects", async () => {
  const { url } = await serve((_incoming, response) => response.writeHead(307, { location: "/elsewhere" }).end());
  const response = await client().fetch(url, post());
  expect([response.status, response.headers.get("location")]).toEqual([307, "/elsewhere"]);
  expect(await read(response)).toBe("");
});

it("asks again over the connection of an answer that was read, or that had come as a whole when its reader left", async () => {
  const { url, connections } = await serve((_incoming, response) => response.end("all of it"));
  const { fetch } = client();
  await read(await fetch(url, post()));
  const iterator = await begun(await fetch(url, post()));
  await iterator.return?.();
  await read(await fetch(url, post()));
  expect(connections).toHaveLength(1);
});

it("ends the connection of an answer whose reader leaves before its end", async () => {
  const { url, connections } = await serve((_incoming, response) => response.write("the first of it"));
  const iterator = await begun(await client().fetch(url, post()));
  const closed = ended(connections[0]);
  await iterator.return?.();
  await closed;
});

it("ends an unused connection after its time, but never one that is in use, however silent", async () => {
  const asked: { socket: Socket; response: ServerResponse }[] = [];
  const { url } = await serve(({ socket }, response) => {
    asked.push({ socket, response });
    if (asked.length === 2) response.write("slow");
    else response.end("quick");
  });
  const { fetch } = client({ connect: 10_000, unused: 20 });
  // So that the silent one goes over a connection that has been unused before.
  await read(await fetch(url, post()));
  const slow = await fetch(url, post());
  const quick = await fetch(url, post());
  const closed = ended(asked[2]?.socket);
  await read(quick);
  await closed;
  asked[1]?.response.end(" and sure");
  expect(await read(slow)).toBe("slow and sure");
});

it("gives up connecting after its time, TLS included", async () => {
  const { url } = await listening(createTcpServer(), "https");
  await expect(client({ connect: 20, unused: 20 }).fetch(url, post())).rejects.toMatchObject({ code: "ETIMEDOUT" });
});

it("rejects what is no HTTP address", async () => {
  await expect(client().fetch("ftp://host/", post())).rejects.toThrow("ftp: is not HTTP");
  await expect(client().fetch("nonsense", post())).rejects.toThrow("Invalid URL");
});

it("rejects when it is aborted before the headers", async () => {
  const abort = new AbortController();
  const { url } = await serve(() => abort.abort());
  await expect(client().fetch(url, post("", abort.signal))).rejects.toMatchObject({ code: "ABORT_ERR" });
  await expect(client().fetch(url, post("", abort.signal))).rejects.toMatchObject({ code: "ABORT_ERR" });
});

it("ends the body with an error when it is aborted, also when all of it has come", async () => {
  for (const hasCome of [false, true]) {
    const abort = new AbortController();
    const { url } = await serve((_incoming, response) => {
      if (hasCome) response.end("all of it");
      else response.write("half of it");
    });
    const response = await client().fetch(url, post("", abort.signal));
    const body = read(response);
    abort.abort();
    await expect(body).rejects.toThrow();
  }
});

it("ends the body with an error when the connection ends before it", async () => {
  const { url } = await serve((_incoming, response) => {
    response.write("half");
    response.socket?.end();
  });
  await expect(read(await client().fetch(url, post()))).rejects.toMatchObject({ code: "ECONNRESET" });
});

it.each([
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
])("reads what came as %s although nobody asked for it, and rejects it when it is cut", async (encoding, compress) => {
  const whole = compress("event: a\n\n".repeat(1000));
  let sent = whole;
  const { url } = await serve((_incoming, response) => response.writeHead(200, { "content-encoding": encoding }).end(sent));
  const { fetch } = client();
  expect(await read(await fetch(url, post()))).toBe("event: a\n\n".repeat(1000));
  sent = whole.subarray(0, whole.length / 2);
  await expect(read(await fetch(url, post()))).rejects.toThrow();
});

it("says so when it cannot read the compression", async () => {
  const { url } = await serve((_incoming, response) => response.writeHead(200, { "content-encoding": "zstd" }).end("x"));
  await expect(read(await client().fetch(url, post()))).rejects.toThrow("the answer is compressed in an unknown way: zstd");
});

it("asks a server on a port that browsers keep away from like any other", async () => {
  const server = createServer((_request, response) => response.end("here"));
  // Of browsers' list; which of them is free here is not ours to say.
  for (const port of [6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 5060, 5061, 4190, 2049]) {
    server.listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (isFree) break;
  }
  opened({ close: () => void server.close() });
  const { port } = server.address() as AddressInfo;
  const response = await client().fetch(`http://127.0.0.1:${port}/v1`, post());
  expect([response.status, await read(response)]).toEqual([200, "here"]);
});
