// Rollouts that nobody's program would write: every kind of record of every era, in any order, with few ids for many calls. The same seed gives the same bytes.
import { randomNumbers } from "./random-numbers";

export type RandomForm = "wrapped" | "paginated" | "own" | "bare";

/** What programs count from anew; other ids come once. */
const COUNTED = ["call_0", "call_1", "call_2"];
const WORDS = [
  "Plant the sunflowers.",
  "Water them, please.",
  "Three rows of beans.",
  "The soil is dry.",
  "What about \u{1f33b}?",
  "yes",
];

/** `lines`: how many; they are short, so that few bytes hold many of them. */
export function randomRollout(form: RandomForm, seed: number, lines: number): string {
  const random = randomNumbers(seed);
  const of = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error("nothing to choose from");
    return value;
  };
  const text: string[] = [];
  let ordinal = 0;
  let turns = 0;
  let inputs = 0;
  let calls = 0;
  const put = (type: string, payload: object): void => {
    if (form === "bare") {
      if (type === "response_item") text.push(JSON.stringify(payload));
      else if (type === "session_meta")
        text.push(
          JSON.stringify({
            id: "0c1d2e3f-0000-4000-8000-000000000002",
            timestamp: "2025-08-02T10:00:00.000Z",
            instructions: null,
          }),
        );
      else text.push('{"record_type":"state"}');
      return;
    }
    const timestamp = new Date(Date.UTC(2026, 1, 3) + text.length * 997).toISOString();
    text.push(JSON.stringify({ timestamp, ...(form === "paginated" ? { ordinal } : {}), type, payload }));
    ordinal += 1;
  };
  const fresh = (): string => {
    calls += 1;
    return form !== "own" && random() < 0.5 ? of(COUNTED) : `call_Q7fK2mVbX9sT4rLw${String(calls).padStart(4, "0")}`;
  };
  /** Of a call that there may have been. */
  const known = (): string =>
    form !== "own" && random() < 0.5
      ? of(COUNTED)
      : `call_Q7fK2mVbX9sT4rLw${String(Math.max(1, calls - Math.floor(random() * 6))).padStart(4, "0")}`;
  const item = (payload: object): void => put("response_item", payload);
  const event = (payload: object): void => put("event_msg", payload);
  const done = (each: object): void => event({ type: "item_completed", turn_id: `turn-${turns}`, item: each });
  const said = (role: string, words: string, more: object = {}): void =>
    item({
      type: "message",
      role,
      content: [{ type: role === "assistant" ? "output_text" : "input_text", text: words }],
      ...more,
    });
  const acts: readonly (() => void)[] = [
    () => {
      turns += 1;
      event({
        type: "task_started",
        turn_id: form === "own" ? `turn-${turns}` : of([`turn-${turns}`, "0199a213-81c0-7800-8aa1-bbab2a035a53"]),
      });
    },
    () => event({ type: "task_complete", turn_id: `turn-${turns}`, last_agent_message: of(WORDS) }),
    () => event({ type: "turn_aborted", turn_id: `turn-${turns}`, reason: "interrupted" }),
    () =>
      put("turn_context", {
        turn_id: `turn-${turns}`,
        cwd: of(["/a", "/b"]),
        approval_policy: "never",
        sandbox_policy: null,
        model: "m",
        summary: "auto",
      }),
    () => {
      const words = of(WORDS);
      if (form === "own") {
        inputs += 1;
        const inputId = `3f2b0000-0000-7000-8000-${String(inputs).padStart(12, "0")}`;
        put("cf_input", { inputId, via: of(["start", "steer", "queue"]), input: [{ type: "text", text: words }] });
        if (random() < 0.3) put("cf_queue", { op: "add", inputId });
        if (random() < 0.8) put("cf_input_end", { inputId, how: "sampled" });
        if (random() < 0.8) said("user", words, { id: inputId });
        return;
      }
      if (random() < 0.7) said("user", words);
      if (random() < 0.7) event({ type: "user_message", message: words });
      if (random() < 0.3) done({ type: "UserMessage", id: "item-1", content: [{ type: "text", text: words }] });
    },
    () =>
      said(
        "user",
        of(["<environment_context>\n<cwd>/c</cwd>\n</environment_context>", "<turn_aborted>\nstopped\n</turn_aborted>"]),
      ),
    () => said("developer", of(WORDS)),
    () => {
      const words = of(WORDS);
      if (random() < 0.6) event({ type: "agent_message", message: words });
      if (random() < 0.6) said("assistant", words);
      if (random() < 0.3) done({ type: "AgentMessage", id: "item-2", content: [{ type: "Text", text: words }] });
    },
    () => {
      const words = of(WORDS);
      if (random() < 0.5) event({ type: "agent_reasoning", text: words });
      item({
        type: "reasoning",
        id: form === "own" || random() < 0.5 ? `rs_Q7fK2mVbX9sT4rLwZ8${text.length}` : "rs_1",
        summary: [{ type: "summary_text", text: words }],
        content: null,
      });
    },
    () =>
      item({
        type: "function_call",
        name: of(["shell", "exec_command", "list_dir", "write_stdin"]),
        arguments: of(['{"command":"ls"}', "{"]),
        call_id: fresh(),
      }),
    () => item({ type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch\n*** End Patch", call_id: fresh() }),
    () =>
      item({
        type: "function_call_output",
        call_id: known(),
        output: of(["Exit code: 0\nWall time: 0.1 seconds\nOutput:\nfour", "aborted by user after 1.0s", "five"]),
      }),
    () =>
      item({
        type: "function_call_output",
        call_id: known(),
        output: of(["six", '{"output":"seven","metadata":{"exit_code":1,"duration_seconds":0.2}}']),
      }),
    () => item({ type: "custom_tool_call_output", call_id: known(), output: "Success." }),
    () => item({ type: "web_search_call", status: "completed", action: { type: "search", query: of(WORDS) } }),
    () => event({ type: "web_search_end", call_id: known(), query: of(WORDS) }),
    () =>
      event({
        type: "exec_command_end",
        call_id: known(),
        command: ["ls"],
        cwd: "/a",
        exit_code: 0,
        stdout: "eight",
        stderr: "",
      }),
    () =>
      event({
        type: "mcp_tool_call_end",
        call_id: known(),
        invocation: { server: "s", tool: "t", arguments: {} },
        result: { Ok: { content: [{ type: "text", text: "nine" }] } },
      }),
    () =>
      event({
        type: "patch_apply_end",
        call_id: known(),
        success: true,
        stdout: "",
        stderr: "",
        changes: { "/a/x": { type: "add", content: "x\n" } },
      }),
    () =>
      done({
        type: "CommandExecution",
        id: known(),
        command: ["ls"],
        cwd: "file:///a",
        status: "completed",
        aggregated_output: "ten",
        exit_code: 0,
      }),
    () => done({ type: "Sleep", id: known(), duration_ms: 1500 }),
    () => done({ type: "Plan", id: "item-3", text: of(WORDS) }),
    () => event({ type: "context_compacted" }),
    () => put("compacted", { message: "What was said.", ...(random() < 0.5 ? { replacement_history: [] } : {}) }),
    () =>
      event({
        type: "token_count",
        info: {
          total_token_usage: { input_tokens: 1, output_tokens: 2 },
          last_token_usage: { input_tokens: 1, output_tokens: 2 },
        },
      }),
    () => event({ type: "thread_rolled_back", num_turns: 1 }),
    () => event({ type: "error", message: of(WORDS) }),
    () => event({ type: "nobody_knows", words: of(WORDS) }),
    () => put("future_line", { words: of(WORDS) }),
    () => event({ type: "sub_agent_activity", kind: "started", agent_thread_id: known(), agent_path: "/root/x" }),
    () => {
      if (form !== "own") return;
      put("cf_outcome", { callId: known(), status: "completed", output: "eleven" });
    },
    () => {
      if (form !== "own") return;
      put("cf_notice", { level: "info", code: "noted", text: of(WORDS) });
    },
  ];
  put("session_meta", {
    id: "0c1d2e3f-0000-4000-8000-000000000002",
    timestamp: "2026-02-03T00:00:00.000Z",
    cwd: "/a",
    originator: form === "own" ? "counterfoil" : "codex_cli_rs",
    cli_version: "0.171.0",
    ...(form === "paginated" ? { history_mode: "paginated" } : {}),
  });
  // Some kinds are much more frequent in one file than in another.
  const often = Array.from({ length: 4 }, () => of(acts));
  while (text.length < lines) (random() < 0.4 ? of(often) : of(acts))();
  return `${text.join("\n")}\n`;
}
