// node scripts/codex-both-ways.mjs PATH-OF-CODEX: does Codex go on from a session of ours, and do we show what it added? (docs/rollout-format.md)
// Both ask a scripted model on this machine; nothing leaves it. Not part of the tests: Codex is not installed with them. Needs `npm run build`.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { isDeepStrictEqual } from "node:util";
import { root } from "./parts.mjs";

const [codex] = process.argv.slice(2);
if (codex === undefined) {
  process.stderr.write("usage: node scripts/codex-both-ways.mjs PATH-OF-CODEX\n");
  process.exit(2);
}

const MODEL = "scripted-1";
/** What our program calls a provider that variables name. */
const PROVIDER = "environment";
const scratch = mkdtempSync(path.join(tmpdir(), "both-ways-"));
const home = path.join(scratch, "home");
const requests = [];
const children = [];
const server = createServer(answer);
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${server.address().port}/v1`;
const problems = [];
try {
  const { threadId, file } = await makeSession();
  const ours = await readOurs(threadId);
  say("our session", ours);
  const theirs = await continueInCodex(threadId, file);
  say("Codex, thread/resume by path and thread/read", theirs.before);
  compare("Codex shows other words than we do", theirs.before, ours);
  const after = await readOurs(threadId);
  say("ours, after a turn in Codex", after);
  compare("we show other words than Codex after its turn", after, [...ours, ...theirs.added]);
  const sent = JSON.stringify(requests.at(-1)?.input ?? []);
  for (const [, words] of ours)
    if (!sent.includes(JSON.stringify(words).slice(1, -1))) problems.push(`Codex did not send its model: ${words}`);
} finally {
  for (const child of children) child.kill();
  server.closeAllConnections();
  server.close();
  rmSync(scratch, { recursive: true, force: true });
}
for (const problem of problems) process.stdout.write(`PROBLEM ${problem}\n`);
process.stdout.write(problems.length === 0 ? "both ways: the same words\n" : `${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** Three turns: words, a tool's run, words with everything that JSON escapes. */
async function makeSession() {
  const program = ourProgram();
  await program.ask("initialize", { clientInfo: { name: "both-ways", version: "0" } });
  const { thread } = await program.ask("thread/start", { cwd: scratch });
  for (const text of ["Say hello.", "What is in this folder?", 'Quote "this" — 漢字 😀\nand a second line.']) {
    const ended = program.hear((message) => message.method === "turn/completed");
    await program.ask("turn/start", { threadId: thread.id, input: [{ type: "text", text }] });
    await ended;
  }
  await program.close();
  return { threadId: thread.id, file: thread.path };
}

async function readOurs(threadId) {
  const program = ourProgram();
  await program.ask("initialize", { clientInfo: { name: "both-ways", version: "0" } });
  const { items } = await program.ask("thread/read", { threadId, includeItems: true });
  await program.close();
  return items.flatMap((item) => {
    if (item.type === "userMessage") return [["user", item.content.map(({ text }) => text ?? "").join("\n")]];
    return item.type === "agentMessage" ? [["assistant", item.text]] : [];
  });
}

async function continueInCodex(threadId, file) {
  const codexHome = mkdtempSync(path.join(scratch, "codex-"));
  // Codex resumes with the provider of the header alone: its name must be configured.
  const provider = `[model_providers.${PROVIDER}]\nname = "${PROVIDER}"\nbase_url = "${baseUrl}"\nwire_api = "responses"\n`;
  writeFileSync(path.join(codexHome, "config.toml"), `model = "${MODEL}"\nmodel_provider = "${PROVIDER}"\n\n${provider}`);
  const program = peer(
    spawn(codex, ["app-server"], { stdio: ["pipe", "pipe", "ignore"], env: { ...process.env, CODEX_HOME: codexHome } }),
  );
  // Resuming by path is behind this door in Codex.
  const capabilities = { experimentalApi: true };
  await program.ask("initialize", { clientInfo: { name: "both-ways", title: "both-ways", version: "0" }, capabilities });
  program.tell({ method: "initialized" });
  const resumed = await program.ask("thread/resume", { threadId, path: file });
  const id = resumed.thread.id;
  const before = wordsOf((await program.ask("thread/read", { threadId: id, includeTurns: true })).thread);
  const ended = program.hear((message) => message.method === "turn/completed");
  await program.ask("turn/start", { threadId: id, input: [{ type: "text", text: "Go on in Codex." }] });
  await ended;
  const after = wordsOf((await program.ask("thread/read", { threadId: id, includeTurns: true })).thread);
  await program.close();
  return { before, added: after.slice(before.length) };
}

function wordsOf({ turns }) {
  return turns.flatMap(({ items }) =>
    items.flatMap((item) => {
      if (item.type === "userMessage") return [["user", item.content.map(({ text }) => text ?? "").join("\n")]];
      return item.type === "agentMessage" ? [["assistant", item.text]] : [];
    }),
  );
}

function ourProgram() {
  const env = { ...process.env, COUNTERFOIL_BASE_URL: baseUrl, COUNTERFOIL_MODEL: MODEL };
  const program = path.join(root, "dist/headless.cjs");
  return peer(spawn(process.execPath, [program, "--home", home], { stdio: ["pipe", "pipe", "inherit"], env }));
}

/** The other end of a program that speaks a line of JSON each way. */
function peer(child) {
  children.push(child);
  const heard = [];
  const waiting = new Set();
  let lastId = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    heard.push(JSON.parse(line));
    for (const look of waiting) look();
  });
  const gone = new Promise((resolve) => child.once("close", resolve));
  const tell = (message) => child.stdin.write(`${JSON.stringify(message)}\n`);
  const hear = (matches, from = heard.length) =>
    new Promise((resolve) => {
      const look = () => {
        const found = heard.slice(from).find(matches);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  const ask = async (method, params) => {
    lastId += 1;
    const id = lastId;
    const reply = hear((message) => message.id === id && message.method === undefined);
    tell({ id, method, params });
    const { result, error } = await reply;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const close = async () => {
    child.stdin.end();
    await gone;
  };
  return { ask, tell, hear, close };
}

function compare(words, one, other) {
  if (!isDeepStrictEqual(one, other)) problems.push(`${words}\n  ${JSON.stringify(one)}\n  ${JSON.stringify(other)}`);
}

function say(title, words) {
  process.stdout.write(`${title}:\n${words.map(([who, text]) => `  ${who}: ${JSON.stringify(text)}\n`).join("")}`);
}

/** A Responses server that lists the folder once it is asked what is in it, and otherwise repeats the last words. */
async function answer(request, response) {
  const bytes = [];
  for await (const chunk of request) bytes.push(chunk);
  if (request.method !== "POST" || !request.url.endsWith("/responses")) {
    response.writeHead(404).end();
    return;
  }
  const body = JSON.parse(Buffer.concat(bytes).toString("utf8"));
  requests.push(body);
  const n = requests.length;
  const last = body.input.at(-1);
  const words = last.type === "message" ? last.content.map(({ text }) => text ?? "").join("\n") : "";
  const lists = words.includes("What is in this folder?");
  const items = lists
    ? [
        { type: "reasoning", id: `rs_${n}`, summary: [{ type: "summary_text", text: "I have to look." }] },
        { type: "function_call", id: `fc_${n}`, call_id: `call_${n}`, name: "list_dir", arguments: '{"path":"."}' },
      ]
    : [
        {
          type: "message",
          id: `msg_${n}`,
          role: "assistant",
          content: [{ type: "output_text", text: words === "" ? "That is all." : `You said: ${words}` }],
        },
      ];
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (event) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: "response.created", response: { id: `resp_${n}`, status: "in_progress" } });
  for (const [index, item] of items.entries()) {
    send({ type: "response.output_item.added", output_index: index, item });
    send({ type: "response.output_item.done", output_index: index, item });
  }
  const usage = {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 110,
  };
  send({ type: "response.completed", response: { id: `resp_${n}`, status: "completed", usage, output: items } });
  response.end();
}
