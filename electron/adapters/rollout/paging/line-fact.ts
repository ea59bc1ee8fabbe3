// What a line has to do with other lines, as far as the index must know: read off the envelope alone, because it is asked of every line of a big file.

export type LineFact =
  | { readonly type: "folder"; readonly cwd: string; readonly isHeader: boolean }
  | { readonly type: "call" | "output" | "run"; readonly callId: string }
  | { readonly type: "input"; readonly inputId: string; readonly returnedFrom: string | null; readonly isQueued: boolean }
  | { readonly type: "inputEnd" | "inputChange" | "message"; readonly inputId: string }
  | { readonly type: "queueOrder" }
  | { readonly type: "event" };

type Payload = Readonly<Record<string, unknown>>;

/** Null: it stands for itself. */
export function factOf(type: string, payload: unknown): LineFact | null {
  if (typeof payload !== "object" || payload === null) return null;
  const fields = payload as Payload;
  switch (type) {
    case "response_item":
      return itemFact(fields);
    case "event_msg":
      return isTurnEvent(fields["type"]) ? { type: "event" } : null;
    case "session_meta":
    case "turn_context": {
      const cwd = fields["cwd"];
      return typeof cwd === "string" && cwd !== "" ? { type: "folder", cwd, isHeader: type === "session_meta" } : null;
    }
    case "cf_running":
    case "cf_outcome":
    case "cf_approval_requested":
    case "cf_approval_decided":
      return callFact("run", fields["callId"]);
    case "cf_input":
    case "cf_input_end":
    case "cf_queue":
    case "cf_mail":
      return inputFact(type, fields);
    default:
      return null;
  }
}

function isTurnEvent(type: unknown): boolean {
  return type === "token_count" || type === "task_started" || type === "task_complete" || type === "turn_aborted";
}

function itemFact(item: Payload): LineFact | null {
  switch (item["type"]) {
    case "message":
      return item["role"] === "user" && typeof item["id"] === "string" ? { type: "message", inputId: item["id"] } : null;
    case "function_call":
    case "custom_tool_call":
      return callFact("call", item["call_id"]);
    case "function_call_output":
    case "custom_tool_call_output":
      return callFact("output", item["call_id"]);
    default:
      return null;
  }
}

function callFact(type: "call" | "output" | "run", callId: unknown): LineFact | null {
  return typeof callId === "string" ? { type, callId } : null;
}

function inputFact(type: "cf_input" | "cf_input_end" | "cf_queue" | "cf_mail", fields: Payload): LineFact | null {
  const inputId = type === "cf_mail" ? fields["mailId"] : fields["inputId"];
  if (typeof inputId !== "string") return type === "cf_queue" ? { type: "queueOrder" } : null;
  switch (type) {
    case "cf_input": {
      const from = fields["returnedFrom"];
      return {
        type: "input",
        inputId,
        returnedFrom: typeof from === "string" ? from : null,
        isQueued: fields["via"] === "queue",
      };
    }
    case "cf_input_end":
      return { type: fields["how"] === "sampled" ? "inputChange" : "inputEnd", inputId };
    case "cf_queue":
      return { type: fields["op"] === "delete" ? "inputEnd" : "inputChange", inputId };
    case "cf_mail":
      return { type: "inputChange", inputId };
  }
}
