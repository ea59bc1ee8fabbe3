// What a line has to do with other lines, as far as the index must know: read off the envelope alone, because it is asked of every line of a big file.

export type LineFact =
  | { readonly type: "folder"; readonly cwd: string; readonly isHeader: boolean }
  | { readonly type: "call" | "output" | "run"; readonly callId: string }
  | { readonly type: "input"; readonly inputId: string; readonly returnedFrom: string | null; readonly isQueued: boolean }
  | { readonly type: "inputEnd" | "inputChange" | "message"; readonly inputId: string }
  | { readonly type: "queueOrder" }
  | { readonly type: "event" };

const EVENTS: ReadonlySet<unknown> = new Set(["task_started", "task_complete", "turn_aborted", "token_count"]);

/** Null: it stands for itself. */
export function factOf(type: string, payload: unknown): LineFact | null {
  if (typeof payload !== "object" || payload === null) return null;
  const field = (name: string): unknown => (payload as Readonly<Record<string, unknown>>)[name];
  switch (type) {
    case "session_meta":
    case "turn_context": {
      const cwd = field("cwd");
      return typeof cwd === "string" && cwd !== "" ? { type: "folder", cwd, isHeader: type === "session_meta" } : null;
    }
    case "response_item":
      return itemFact(field);
    case "event_msg":
      return EVENTS.has(field("type")) ? { type: "event" } : null;
    case "cf_running":
    case "cf_outcome":
    case "cf_approval_requested":
    case "cf_approval_decided":
      return withText(field("callId"), (callId) => ({ type: "run", callId }));
    case "cf_input":
      return withText(field("inputId"), (inputId) => {
        const from = field("returnedFrom");
        return {
          type: "input",
          inputId,
          returnedFrom: typeof from === "string" ? from : null,
          isQueued: field("via") === "queue",
        };
      });
    case "cf_mail":
      return withText(field("mailId"), (inputId) => ({ type: "inputChange", inputId }));
    case "cf_input_end":
      return withText(field("inputId"), (inputId) => ({
        type: field("how") === "sampled" ? "inputChange" : "inputEnd",
        inputId,
      }));
    case "cf_queue":
      return (
        withText(field("inputId"), (inputId) => ({ type: field("op") === "delete" ? "inputEnd" : "inputChange", inputId })) ?? {
          type: "queueOrder",
        }
      );
    default:
      return null;
  }
}

function itemFact(field: (name: string) => unknown): LineFact | null {
  switch (field("type")) {
    case "message":
      return field("role") === "user" ? withText(field("id"), (inputId) => ({ type: "message", inputId })) : null;
    case "function_call":
    case "custom_tool_call":
      return withText(field("call_id"), (callId) => ({ type: "call", callId }));
    case "function_call_output":
    case "custom_tool_call_output":
      return withText(field("call_id"), (callId) => ({ type: "output", callId }));
    default:
      return null;
  }
}

function withText(value: unknown, fact: (text: string) => LineFact): LineFact | null {
  return typeof value === "string" ? fact(value) : null;
}
