// An AgentBridge for the page under test: answers from a table, and plays whatever batches the test pushes. Runs in the browser before the
// window's own scripts; it is handed over as source, so it must not use anything from outside itself.
import type { AgentBridge } from "../../shared/protocol/bridge";

export interface FakeData {
  readonly platform: string;
  /** Result by method; a method without one gets {}. */
  readonly results: Readonly<Record<string, unknown>>;
}

export interface SentMessage {
  readonly id: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
}

export interface FakeAgent {
  readonly sent: SentMessage[];
  push(batch: readonly unknown[]): void;
  /** From now on: this result. */
  answer(method: string, result: unknown): void;
  /** From now on: this refusal. */
  refuse(method: string, kind: string, message: string): void;
  /** From now on: no answer until `release`. */
  hold(method: string): void;
  release(method: string): void;
  /** From now on: what the function makes of the params. */
  compute(method: string, answer: (params: unknown) => unknown): void;
}

declare global {
  interface Window {
    fake: FakeAgent;
  }
}

export function installFakeAgent({ platform, results }: FakeData): void {
  const listeners = new Set<(batch: readonly unknown[]) => void>();
  const computed = new Map<string, (params: unknown) => unknown>();
  const answers = new Map<string, unknown>(Object.entries(results).map(([method, result]) => [method, { result }]));
  const held = new Map<string, (() => void)[]>();
  const sent: SentMessage[] = [];
  const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
  const agent: AgentBridge = {
    platform,
    async send(message) {
      if (!isRecord(message)) throw new Error("not a message");
      sent.push(structuredClone({ id: message["id"], ...message }));
      const method = message["method"];
      if (typeof method !== "string") return null;
      const waiting = held.get(method);
      if (waiting !== undefined) await new Promise<void>((resolve) => waiting.push(resolve));
      const compute = computed.get(method);
      if (compute !== undefined) return { id: message["id"], result: compute(message["params"]) };
      return { id: message["id"], ...(answers.get(method) ?? { result: {} }) };
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    pathOfFile: (file) => (file instanceof File ? `/home/mara/dropped/${file.name}` : ""),
  };
  const fake: FakeAgent = {
    sent,
    push: (batch) => listeners.forEach((listener) => listener(batch)),
    answer: (method, result) => {
      computed.delete(method);
      answers.set(method, { result });
    },
    refuse: (method, kind, message) => {
      computed.delete(method);
      answers.set(method, { error: { code: -32000, message, data: { kind } } });
    },
    hold: (method) => held.set(method, []),
    release: (method) => {
      const waiting = held.get(method) ?? [];
      held.delete(method);
      waiting.forEach((resolve) => resolve());
    },
    compute: (method, answer) => computed.set(method, answer),
  };
  Object.defineProperty(window, "agent", { value: Object.freeze(agent) });
  Object.defineProperty(window, "fake", { value: fake });
}
