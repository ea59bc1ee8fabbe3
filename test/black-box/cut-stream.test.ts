// The connection destroyed after any number of bytes of a response with a message and two calls (runtime.md §5).
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { blackBoxBreaches, linesOf, startHeadless, startThread, startTurn, turnEnd } from "../support/black-box";
import { call, completed, created, message, type ProviderEvent } from "../support/provider-events";
import { requestProblems } from "../support/request-rules";
import { tempFolder } from "../support/temp-folder";
import { lineBreaches } from "../support/transcript-invariants";

const framed = (...events: ProviderEvent[]): Buffer =>
  Buffer.from(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));

/** Appends its own letter, so that a second run shows. */
const append = (letter: string, cut: number): ProviderEvent[] =>
  call(`${letter}${cut}`, "shell", { command: `echo ${letter} >> ${letter}${cut}` });

const whole = (cut: number): Buffer =>
  framed(created(), ...message("Größer 😀", { id: `m${cut}` }), ...append("a", cut), ...append("b", cut), completed());

test("each tool runs once, wherever the stream is cut; the retry holds the pairs and asks only for what is missing", async () => {
  const problems: string[] = [];
  const asked = new Map<number, number>();
  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const bytes: Buffer[] = [];
    for await (const chunk of incoming as AsyncIterable<Buffer>) bytes.push(chunk);
    const body = JSON.parse(Buffer.concat(bytes).toString()) as { input: { call_id?: string; type: string }[] };
    const cut = Number(/"cut at (\d+)"/.exec(JSON.stringify(body))?.[1]);
    problems.push(...requestProblems(body).map((problem) => `${cut}: ${problem}`));
    const step = asked.get(cut) ?? 0;
    asked.set(cut, step + 1);
    response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    if (step === 0) {
      response.write(whole(cut).subarray(0, cut), () => response.destroy());
      return;
    }
    const done = new Set(body.input.map((item) => item.call_id));
    const missing = ["a", "b"].filter((letter) => !done.has(`${letter}${cut}`)).flatMap((letter) => append(letter, cut));
    response.end(framed(...(missing.length === 0 ? message("Done.") : missing), completed()));
  }
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => problems.push(String(error)));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const place = { home: tempFolder(), baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
  const program = await startHeadless(place);
  const cwd = tempFolder();
  const ends = async (cut: number): Promise<string> => {
    const id = await startThread(program, cwd);
    const end = await turnEnd(program, await startTurn(program, id, `cut at ${cut}`));
    problems.push(...lineBreaches(linesOf(place.home, id), true).map((breach) => `${cut}: ${breach}`));
    if (cut % 410 === 0) problems.push(...(await blackBoxBreaches(program, id, place)).map((breach) => `${cut}: ${breach}`));
    return end;
  };
  const length = whole(0).length;
  // Everywhere in the frames, and the last one after everything.
  const cuts = Array.from({ length: Math.ceil(length / 41) + 1 }, (_, at) => Math.min(at * 41, length));
  for (let from = 0; from < cuts.length; from += 10) {
    const batch = cuts.slice(from, from + 10);
    expect(await Promise.all(batch.map(ends))).toEqual(batch.map(() => "completed"));
  }
  const runs = cuts.flatMap((cut) =>
    ["a", "b"]
      .map((letter) => path.join(cwd, `${letter}${cut}`))
      .map((file) => (existsSync(file) ? readFileSync(file, "utf8") : "")),
  );
  expect(runs).toEqual(cuts.flatMap(() => ["a\n", "b\n"]));
  expect(problems).toEqual([]);
  server.closeAllConnections();
  server.close();
}, 60_000);
