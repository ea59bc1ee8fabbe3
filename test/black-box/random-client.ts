// A client that sends whatever comes to its mind, in any order, and a server that answers in kind: both from one seed.
import type { HeadlessProgram, HeardMessage } from "../support/headless-program";
import {
  call,
  completed,
  created,
  failed,
  incomplete,
  message,
  messageAdded,
  reasoning,
  textDelta,
} from "../support/provider-events";
import { asksForSummary, cut, hang, refusal, reply, type RecordedRequest, type Step } from "../support/scripted-model";

/** Numbers in [0, 1), the same for the same seed. */
export type Random = () => number;

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000;
  };
}

export function pick<Value>(random: Random, values: readonly Value[]): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("nothing to pick from");
  return value;
}

export interface RandomServer {
  readonly play: (request: RecordedRequest) => Step;
  /** From now on everything is answered well. */
  calm(): void;
}

/** What a server may answer. Waits are left to whoever stops or wakes them. */
export function randomServer(random: Random): RandomServer {
  let made = 0;
  const id = (): string => `x${(made += 1)}`;
  const summaries: (() => Step)[] = [
    () => reply(created(), message("What happened so far."), completed()),
    () => reply(created(), message("What happened so far."), completed()),
    () => reply(created(), message(" "), completed()),
    () => reply(created(), messageAdded("s"), textDelta("s", "What"), cut),
    () => reply(hang),
    () => refusal(400, { error: { code: "context_length_exceeded", message: "too long" } }),
  ];
  const answers: (() => Step)[] = [
    () => reply(created(), message("Yes."), completed()),
    () => reply(created(), message("Yes.", { phase: "final_answer" }), completed()),
    () =>
      reply(
        created(),
        reasoning("Hm."),
        message("I look.", { phase: "commentary" }),
        call(id(), "list_dir", { path: "." }),
        completed(),
      ),
    () => reply(created(), message("More.", { phase: "commentary" }), completed({ endTurn: false })),
    () => reply(created(), call(id(), "shell", { command: "true" }), call(id(), "none", {}), message("Both."), completed()),
    () => reply(created(), call(id(), "clock.sleep", { seconds: 3600 }), completed()),
    () => reply(created(), call(id(), "new_context", {}), completed()),
    () => reply(created(), call(id(), "shell", "not JSON"), message("Then.", { phase: "final_answer" }), cut),
    () => reply(created(), messageAdded("h"), textDelta("h", "Half"), hang),
    () => reply(hang),
    () => reply(cut),
    () => reply(created(), failed("server_error"), completed()),
    () => reply(created(), message("Not all of it."), incomplete("max_output_tokens")),
    () => refusal(429, { error: { message: "slow down" } }, { "retry-after": "30" }),
    () => refusal(500, "no"),
    () => refusal(400, { error: { message: "never" } }),
    () => refusal(400, { error: { code: "context_length_exceeded", message: "too long" } }),
  ];
  let isCalm = false;
  return {
    play: (request) => {
      if (isCalm) return reply(created(), message("Done."), completed());
      return pick(random, asksForSummary(request) ? summaries : answers)();
    },
    calm: () => {
      isCalm = true;
    },
  };
}

interface Sent {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** What the client knows of a thread, right or wrong. */
export class RandomClient {
  readonly sent = new Map<string, Sent>();
  readonly #program: HeadlessProgram;
  readonly #threadId: string;
  readonly #random: Random;
  readonly #prefix: string;

  constructor(program: HeadlessProgram, { threadId, random, prefix }: { threadId: string; random: Random; prefix: string }) {
    this.#program = program;
    this.#threadId = threadId;
    this.#random = random;
    this.#prefix = prefix;
  }

  /** Sends so many commands, now and then only after something was heard; resolves once each is answered. */
  async run(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const id = this.send();
      // Often enough to see a turn, seldom enough for commands to meet.
      if (this.#random() < 0.4) await this.#program.hear((message) => message.id === id && message.method === undefined);
    }
    await this.answered();
  }

  /** One more command; its id. */
  send(): string {
    const id = `${this.#prefix}${this.sent.size}`;
    const command = this.#command(id);
    this.sent.set(id, command);
    this.#program.send({ id, ...command });
    return id;
  }

  async answered(): Promise<void> {
    for (const id of this.sent.keys()) await this.#program.hear((message) => message.id === id && message.method === undefined);
  }

  /** What was promised under a client's id, to be asked for again. */
  promises(): { readonly method: string; readonly params: object; readonly reply: unknown }[] {
    return this.#program.heard.flatMap(({ id, method, result }) => {
      const sent = typeof id === "string" && method === undefined ? this.sent.get(id) : undefined;
      if (sent === undefined || result === undefined || clientIdOf(sent) === undefined) return [];
      return [{ ...sent, reply: result }];
    });
  }

  /** Changes of the queue that were acknowledged and that the text of the file does not show. */
  unkept(file: string): string[] {
    return this.#program.heard.flatMap(({ id, method, result }) => {
      const sent = typeof id === "string" && method === undefined ? this.sent.get(id) : undefined;
      if (sent === undefined || result === undefined) return [];
      const entryId = JSON.stringify(sent.params["queuedSubmissionId"]);
      const shows = { "thread/queue/update": `"say ${String(id)}"`, "thread/queue/delete": `"op":"delete","inputId":${entryId}` };
      const words = shows[sent.method as keyof typeof shows] ?? "";
      return file.includes(words) ? [] : [`${sent.method} ${String(id)}`];
    });
  }

  /** What was promised under one client id in one method, and how often differently. */
  doubleReplies(): string[] {
    const first = new Map<string, string>();
    return this.#program.heard.flatMap(({ id, method, result }) => {
      const sent = typeof id === "string" && method === undefined ? this.sent.get(id) : undefined;
      const clientId = sent === undefined ? undefined : clientIdOf(sent);
      if (sent === undefined || clientId === undefined || result === undefined) return [];
      const key = `${sent.method} ${String(clientId)}`;
      const got = promised(result);
      const known = first.get(key);
      first.set(key, known ?? got);
      return known === undefined || known === got ? [] : [`${key}: first ${known}, then ${got}`];
    });
  }

  #command(id: string): Sent {
    const threadId = this.#threadId;
    const input = [{ type: "text", text: `say ${id}` }];
    const clientId = this.#random() < 0.5 ? `c${Math.floor(this.#random() * 400)}` : id;
    const submission = { threadId, input, clientUserMessageId: clientId };
    const queued = (): string => this.#known("queuedSubmissionId");
    const commands: readonly (() => Sent)[] = [
      () => ({ method: "turn/start", params: submission }),
      () => ({ method: "turn/start", params: submission }),
      () => ({ method: "turn/steer", params: { ...submission, expectedTurnId: this.#turnId() } }),
      () => ({ method: "turn/steer", params: { ...submission, expectedTurnId: this.#turnId() } }),
      () => ({ method: "turn/interrupt", params: { threadId, turnId: this.#turnId() } }),
      () => ({ method: "turn/interrupt", params: { threadId, turnId: this.#turnId() } }),
      () => ({ method: "thread/queue/add", params: submission }),
      () => ({ method: "thread/queue/add", params: submission }),
      () => ({ method: "thread/queue/update", params: { threadId, input, queuedSubmissionId: queued() } }),
      () => ({ method: "thread/queue/delete", params: { threadId, queuedSubmissionId: queued() } }),
      () => ({ method: "thread/queue/reorder", params: { threadId, queuedSubmissionIds: [queued(), queued()] } }),
      () => ({ method: "thread/queue/reorder", params: { threadId, queuedSubmissionIds: [queued()] } }),
      () => ({ method: "thread/queue/resume", params: { threadId } }),
      () => ({
        method: "thread/mail/send",
        params: { threadId, author: "bot", text: `mail ${id}`, triggerTurn: this.#random() < 0.5, clientId },
      }),
      () => ({ method: "thread/compact/start", params: { threadId } }),
      () => ({ method: "clock/wake", params: { threadId, itemId: this.#sleepId() } }),
      () => ({ method: "clock/wake", params: { threadId, itemId: this.#sleepId() } }),
      () => ({
        method: pick(this.#random, ["thread/read", "thread/window/read", "thread/queue/list", "thread/resume"]),
        params: { threadId },
      }),
    ];
    return pick(this.#random, commands)();
  }

  /** Of a reply that was heard, recent ones first of all. */
  #known(field: string): string {
    const ids = this.#program.heard.flatMap(({ result }) => textIn(result, field));
    return this.#recent(ids);
  }

  #turnId(): string {
    return this.#recent(
      this.#program.heard.flatMap(({ method, params }) => (method === "turn/started" ? textIn(params?.["turn"], "id") : [])),
    );
  }

  #sleepId(): string {
    const isSleep = ({ method, params }: HeardMessage): boolean => method === "item/running" && "deadlineMs" in (params ?? {});
    return this.#recent(this.#program.heard.filter(isSleep).flatMap(({ params }) => textIn(params, "itemId")));
  }

  #recent(ids: readonly string[]): string {
    if (ids.length === 0) return "none";
    return this.#random() < 0.7 ? (ids.at(-1) ?? "none") : pick(this.#random, ids.slice(-8));
  }
}

function clientIdOf({ params }: Sent): unknown {
  return params["clientUserMessageId"] ?? params["clientId"];
}

export function promised(result: unknown): string {
  const { turn, turnId, queuedSubmissionId, mailId } = result as Record<string, unknown>;
  return String((turn as { id?: string } | undefined)?.id ?? turnId ?? queuedSubmissionId ?? mailId);
}

function textIn(value: unknown, field: string): string[] {
  const found = typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
  return typeof found === "string" ? [found] : [];
}
