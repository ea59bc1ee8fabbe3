// The lines that most of a big file is made of, told by a look instead of a schema: reading them costs a tenth. Apart from the schemas, which alone say what
// a line is: what is not told here is theirs to judge, and what is told here they would let pass as it is (a property test says so).
type Fields = Readonly<Record<string, unknown>>;

/** False: the schemas have to be asked. */
export function isUsualLine(type: string, payload: unknown): boolean {
  if (!isFields(payload)) return false;
  switch (type) {
    case "response_item":
      return isUsualItem(payload);
    case "event_msg":
      return isUsualEvent(payload);
    case "cf_running":
      return isUsualRun(payload);
    case "cf_outcome":
      return isUsualOutcome(payload);
    case "cf_input_end":
      return isName(payload["inputId"]) && payload["how"] === "sampled";
    default:
      return false;
  }
}

function isUsualItem(item: Fields): boolean {
  if (!isTextOrAbsent(item["id"])) return false;
  switch (item["type"]) {
    case "message":
      return isUsualMessage(item);
    case "reasoning":
      return (
        isListOf(item["summary"], (part) => part["type"] === "summary_text" && isText(part["text"])) &&
        (isNothing(item["content"]) || isListOf(item["content"], (part) => isText(part["type"]) && isText(part["text"]))) &&
        (isNothing(item["encrypted_content"]) || isText(item["encrypted_content"]))
      );
    case "function_call":
      return isUsualCall(item) && isText(item["arguments"]);
    case "custom_tool_call":
      return isUsualCall(item) && isText(item["input"]);
    case "function_call_output":
    case "custom_tool_call_output":
      return isText(item["call_id"]) && isText(item["output"]);
    default:
      return false;
  }
}

function isUsualMessage({ role, content, phase, status }: Fields): boolean {
  if (role !== "user" && role !== "assistant" && role !== "developer") return false;
  if (phase !== undefined && phase !== "commentary" && phase !== "final_answer") return false;
  if (status !== undefined && status !== "completed" && status !== "incomplete") return false;
  return isListOf(content, (part) => (part["type"] === "input_text" || part["type"] === "output_text") && isText(part["text"]));
}

function isUsualCall(call: Fields): boolean {
  return isText(call["call_id"]) && isText(call["name"]) && isTextOrAbsent(call["namespace"]);
}

function isUsualEvent(event: Fields): boolean {
  switch (event["type"]) {
    case "user_message":
    case "agent_message":
      return isText(event["message"]);
    case "agent_reasoning":
      return isText(event["text"]);
    case "token_count":
      return isUsualCount(event);
    default:
      return false;
  }
}

function isUsualCount({ info, rate_limits, cf_source, cf_full }: Fields): boolean {
  if (rate_limits !== undefined && rate_limits !== null) return false;
  if (cf_source !== undefined && cf_source !== "reported" && cf_source !== "estimated") return false;
  if (cf_full !== undefined && typeof cf_full !== "boolean") return false;
  if (info === null) return true;
  if (!isFields(info)) return false;
  const window = info["model_context_window"];
  return isUsage(info["total_token_usage"]) && isUsage(info["last_token_usage"]) && (isNothing(window) || isNumber(window));
}

function isUsage(value: unknown): boolean {
  return (
    isFields(value) &&
    isNumber(value["input_tokens"]) &&
    isNumber(value["cached_input_tokens"]) &&
    isNumber(value["output_tokens"]) &&
    isNumber(value["reasoning_output_tokens"]) &&
    isNumber(value["total_tokens"])
  );
}

function isUsualRun({ callId, startedAtMs, deadlineMs, sandboxed, sandboxNote }: Fields): boolean {
  if (sandboxed !== undefined && typeof sandboxed !== "boolean") return false;
  return isName(callId) && isNumber(startedAtMs) && isNumberOrAbsent(deadlineMs) && isTextOrAbsent(sandboxNote);
}

/** Of a run of our own. What only other programs' runs tell is left to the schema, as are notes. */
function isUsualOutcome(outcome: Fields): boolean {
  const { callId, status, output, exitCode, durationMs, outputBytes, outputFile } = outcome;
  if (!isName(callId) || !isText(output)) return false;
  if (status !== "completed" && status !== "failed" && status !== "denied" && status !== "aborted") return false;
  if (exitCode !== undefined && exitCode !== null && !Number.isSafeInteger(exitCode)) return false;
  if (outcome["sandboxed"] !== undefined && typeof outcome["sandboxed"] !== "boolean") return false;
  if (!isNumberOrAbsent(durationMs) || !isNumberOrAbsent(outputBytes) || !isTextOrAbsent(outputFile)) return false;
  return RARE.every((name) => outcome[name] === undefined);
}

const RARE = ["sleptMs", "outcome", "notes", "sandboxNote", "changes", "mcp", "command", "cwd"];

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf(value: unknown, holds: (part: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((part) => isFields(part) && holds(part));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** An id. */
function isName(value: unknown): boolean {
  return isText(value) && value !== "";
}

function isTextOrAbsent(value: unknown): boolean {
  return value === undefined || isText(value);
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

function isNumberOrAbsent(value: unknown): boolean {
  return value === undefined || isNumber(value);
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null;
}
