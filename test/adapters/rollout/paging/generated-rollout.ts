// Rollouts of any size with what real ones hold: messages, reasoning, calls with outputs of all sizes, compactions. The same seed gives the same bytes.
import { randomNumbers } from "./random-numbers";

export interface GeneratedRollout {
  readonly form: "own" | "codex";
  readonly seed: number;
  /** Steps of a turn, at most; each is some reasoning, a few calls, their outputs, a count of tokens. */
  readonly steps?: number;
  readonly outputBytes?: readonly [number, number];
  /** Own form: input that is queued while a turn runs, and so stands far before its message. */
  readonly queues?: boolean;
}

const WORDS =
  'the file holds what was asked for and the tests show it while nothing else was changed; look at the second function, its name says more than it does and naïve "quotes" and \\ slashes are in here'.split(
    " ",
  );

/** Lines without end; the header first. Take as many as are wanted, at a turn's end if it should be whole. */
export function* generatedLines({
  form,
  seed,
  steps = 8,
  outputBytes = [200, 20_000],
  queues = false,
}: GeneratedRollout): Generator<string> {
  const random = randomNumbers(seed);
  const id = (): string => uuid(random);
  const own = form === "own";
  let clock = Date.UTC(2026, 8, 1);
  let total = 0;
  const line = (type: string, payload: object): string => {
    clock += 1 + Math.floor(random() * 2000);
    const text = JSON.stringify({ timestamp: new Date(clock).toISOString(), type, payload });
    return own ? text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`) : text;
  };
  const words = (bytes: number): string => {
    let text = "";
    while (text.length < bytes) text += `${WORDS[Math.floor(random() * WORDS.length)] ?? ""}${random() < 0.05 ? "\n" : " "}`;
    return text;
  };
  const usage = (tokens: number): object => ({
    input_tokens: tokens,
    cached_input_tokens: 0,
    output_tokens: 50,
    reasoning_output_tokens: 10,
    total_tokens: tokens + 50,
  });
  const session = id();
  yield line("session_meta", {
    id: session,
    timestamp: new Date(clock).toISOString(),
    cwd: "/home/me/project",
    originator: own ? "counterfoil" : "codex_cli_rs",
    cli_version: own ? "0.1.0" : "0.146.0",
    source: "cli",
    model_provider: "openai",
  });
  let queued: { readonly inputId: string; readonly text: string } | null = null;
  for (;;) {
    const turnId = id();
    const text: string = queued?.text ?? words(60 + random() * 400);
    const inputId: string = queued?.inputId ?? id();
    if (own && queued === null) yield line("cf_input", { inputId, via: "start", input: [{ type: "text", text }], turnId });
    queued = null;
    yield line("event_msg", {
      type: "task_started",
      turn_id: turnId,
      model_context_window: 200_000,
      ...(own ? {} : { collaboration_mode_kind: "default" }),
    });
    yield line("turn_context", {
      turn_id: turnId,
      cwd: "/home/me/project",
      approval_policy: "never",
      sandbox_policy: { type: "danger" },
      model: "m-1",
      summary: "auto",
    });
    if (own) yield line("cf_input_end", { inputId, how: "sampled" });
    yield line("response_item", {
      type: "message",
      ...(own ? { id: inputId } : {}),
      role: "user",
      content: [{ type: "input_text", text }],
    });
    yield line("event_msg", { type: "user_message", message: text, images: [], local_images: [], text_elements: [] });
    const count = 1 + Math.floor(random() * steps);
    for (let step = 0; step < count; step += 1) {
      const thought = words(80 + random() * 300);
      yield line("response_item", {
        type: "reasoning",
        id: `rs_${id()}`,
        summary: [{ type: "summary_text", text: thought }],
        encrypted_content: null,
      });
      yield line("event_msg", { type: "agent_reasoning", text: thought });
      const calls = Array.from({ length: 1 + Math.floor(random() * 3) }, () => `call_${id().replaceAll("-", "")}`);
      for (const callId of calls) {
        const shell = { command: words(40) };
        const args = JSON.stringify(own ? shell : { command: ["bash", "-lc", shell.command] });
        yield line("response_item", { type: "function_call", name: "shell", arguments: args, call_id: callId });
      }
      if (own && queues && queued === null && random() < 0.3) {
        queued = { inputId: id(), text: words(100) };
        yield line("cf_input", {
          inputId: queued.inputId,
          via: "queue",
          input: [{ type: "text", text: queued.text }],
          clientId: `client-${queued.inputId}`,
        });
        yield line("cf_queue", { op: "add", inputId: queued.inputId });
      }
      const outputs = calls.map((callId) => ({
        callId,
        output: words(outputBytes[0] + random() ** 3 * (outputBytes[1] - outputBytes[0])),
      }));
      if (own) {
        for (const { callId } of outputs) yield line("cf_running", { callId, startedAtMs: clock });
        for (const { callId, output } of outputs.toReversed())
          yield line("cf_outcome", {
            callId,
            status: "completed",
            output,
            exitCode: 0,
            durationMs: 12,
            outputBytes: output.length,
          });
      }
      for (const { callId, output } of outputs) {
        const told = own ? output : `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${output}`;
        yield line("response_item", { type: "function_call_output", call_id: callId, output: told });
      }
      total += 1000;
      yield line("event_msg", {
        type: "token_count",
        info: { total_token_usage: usage(total), last_token_usage: usage(1000), model_context_window: 200_000 },
        rate_limits: null,
      });
    }
    const answer = words(200 + random() * 800);
    yield line("response_item", {
      type: "message",
      id: `msg_${id()}`,
      role: "assistant",
      content: [{ type: "output_text", text: answer }],
    });
    yield line("event_msg", { type: "agent_message", message: answer });
    if (random() < 0.05) {
      const summary = words(2000);
      yield line("compacted", {
        message: summary,
        replacement_history: [{ type: "message", role: "user", content: [{ type: "input_text", text: summary }] }],
      });
      yield line("event_msg", { type: "context_compacted" });
    }
    yield line("event_msg", { type: "task_complete", turn_id: turnId, last_agent_message: answer });
  }
}

/** At least so many bytes, up to the end of a turn if it is not far. */
export function generatedText(options: GeneratedRollout, bytes: number): string {
  const lines: string[] = [];
  let size = 0;
  for (const line of generatedLines(options)) {
    lines.push(line);
    size += line.length + 1;
    if (size >= bytes * 1.2 || (size >= bytes && line.includes('"type":"task_complete"'))) break;
  }
  return `${lines.join("\n")}\n`;
}

function uuid(random: () => number): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
