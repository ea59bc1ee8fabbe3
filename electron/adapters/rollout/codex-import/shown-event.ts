// Events and items that are shown by themselves, without state: notices, sub-agents, searches, images, plans, names, token counts.
import type { LineBody, ShownItem, TokenUsage } from "../../../../shared/protocol/rollout-line";
import { type Fields, asText, fields, given, isFields, list, number, pathOf, text } from "./foreign-value";

/** `twin`: what a second telling of the same has in common with it. */
export interface Shown {
  readonly item: ShownItem;
  readonly twin: string;
}

/** Events, items of `item_completed` and response items alike; null: another kind, or nothing in it to show. */
export function shownItem(event: Fields): Shown | null {
  switch (event["type"]) {
    case "web_search_call":
    case "web_search_end":
    case "WebSearch":
    case "webSearch":
    case "Extension":
      return extension(event);
    case "image_generation_call":
    case "image_generation_end":
    case "ImageGeneration":
    case "imageGeneration":
      return madeImage(event);
    case "view_image_tool_call":
    case "ImageView":
    case "imageView": {
      const told = text(event["path"]);
      if (told === undefined) return null;
      const path = pathOf(told);
      return { item: { type: "imageView", path }, twin: `view ${path}` };
    }
    case "Plan":
    case "plan": {
      const words = asText(event["text"]);
      return { item: { type: "plan", steps: [], explanation: words }, twin: `plan ${words}` };
    }
    default:
      return subAgent(event);
  }
}

function extension(event: Fields): Shown | null {
  const action = fields(event["action"]);
  const queries = list(action["queries"]).filter((query) => typeof query === "string");
  const query =
    text(event["query"]) ?? text(action["query"]) ?? text(queries.join(", ")) ?? text(action["url"]) ?? text(action["pattern"]);
  const isSearch = event["type"] !== "Extension" || /search|web/i.test(asText(event["kind"])) || isFields(event["action"]);
  if (!isSearch || query === undefined) return null;
  return { item: { type: "webSearch", query, ...given("action", text(action["type"])) }, twin: `search ${query}` };
}

function madeImage(event: Fields): Shown | null {
  const path = text(event["saved_path"]) ?? text(event["savedPath"]);
  const result = text(event["result"]);
  const isBase64 = result !== undefined && /^[A-Za-z0-9+/=\s]+$/.test(result.slice(0, 256));
  const prompt = text(event["revised_prompt"]) ?? text(event["revisedPrompt"]);
  const url = isBase64 ? `data:image/png;base64,${result}` : undefined;
  const item = { type: "imageView" as const, ...given("path", path), ...given("url", url), ...given("prompt", prompt) };
  return { item, twin: `image ${text(event["call_id"]) ?? text(event["id"]) ?? ""}` };
}

function subAgent(event: Fields): Shown | null {
  const type = asText(event["type"]);
  const collab = /^collab_(.+)_end$/.exec(type)?.[1];
  if (collab !== undefined) {
    const [first] = list(event["agent_statuses"]).map(fields);
    const threadId = text(event["new_thread_id"]) ?? text(event["receiver_thread_id"]) ?? text(first?.["thread_id"]) ?? undefined;
    const name = text(event["new_agent_nickname"]) ?? text(event["receiver_agent_nickname"]) ?? text(first?.["agent_nickname"]);
    return agent({ activity: collab, threadId, name, words: text(event["prompt"]) ?? statusWords(event["status"]) });
  }
  switch (type) {
    case "CollabAgentToolCall":
    case "collabAgentToolCall": {
      const threads = list(event["receiver_thread_ids"] ?? event["receiverThreadIds"]);
      return agent({
        activity: asText(event["tool"]),
        threadId: text(threads[0]),
        name: undefined,
        words: text(event["prompt"]),
      });
    }
    case "sub_agent_activity":
    case "SubAgentActivity":
    case "subAgentActivity": {
      const threadId = text(event["agent_thread_id"]) ?? text(event["agentThreadId"]);
      const name = text(event["agent_path"]) ?? text(event["agentPath"]);
      return agent({ activity: text(event["kind"]) ?? "activity", threadId, name, words: undefined });
    }
    case "agent_message":
    case "inter_agent_communication": {
      const parts = list(event["content"]).map((part) => asText(fields(part)["text"]));
      const words = text(parts.filter((part) => part !== "").join("\n")) ?? text(event["content"]) ?? text(event["message"]);
      return agent({ activity: "message", threadId: undefined, name: text(event["author"]), words });
    }
    default:
      return null;
  }
}

function agent(of: {
  activity: string;
  threadId: string | undefined;
  name: string | undefined;
  words: string | undefined;
}): Shown {
  const { activity, threadId, name, words } = of;
  const item = {
    type: "subAgent" as const,
    activity,
    ...given("threadId", threadId),
    ...given("name", name),
    ...given("text", words),
  };
  return { item, twin: `agent ${activity} ${threadId ?? ""} ${name ?? ""} ${words ?? ""}` };
}

function statusWords(status: unknown): string | undefined {
  if (typeof status === "string") return status;
  const [entry] = Object.entries(fields(status));
  return entry === undefined ? undefined : (text(entry[1]) ?? entry[0]);
}

/** Notices, a name, a count of tokens; null: another kind. An empty list: known, and nothing to say. */
export function shownLines(event: Fields): readonly LineBody[] | null {
  switch (event["type"]) {
    case "entered_review_mode":
    case "EnteredReviewMode": {
      const words = text(event["user_facing_hint"]) ?? text(event["review"]) ?? text(event["prompt"]);
      return [notice("info", "reviewStarted", words === undefined ? "A review began." : `A review began: ${words}`)];
    }
    case "exited_review_mode":
    case "ExitedReviewMode": {
      const { overall_explanation, overall_correctness } = fields(event["review_output"]);
      const words = text(overall_explanation) ?? text(overall_correctness) ?? text(event["review"]);
      return [notice("info", "reviewEnded", words === undefined ? "The review ended." : `The review ended: ${words}`)];
    }
    case "error":
    case "stream_error":
      return [notice("error", "programError", text(event["message"]) ?? "An error was recorded without words.")];
    case "warning":
      return [notice("warning", "programWarning", text(event["message"]) ?? "A warning was recorded without words.")];
    case "thread_rolled_back": {
      const count = number(event["num_turns"]) ?? 1;
      const were = count === 1 ? "The turn before this was" : `The ${count} turns before this were`;
      return [notice("info", "rolledBack", `${were} taken back: the model saw nothing of it any more.`)];
    }
    case "undo_completed": {
      const done = event["success"] === false ? "Changes to files could not be undone" : "Changes to files were undone";
      const words = text(event["message"]);
      return [notice("info", "undo", words === undefined ? `${done}.` : `${done}: ${words}`)];
    }
    case "thread_name_updated": {
      const name = event["thread_name"] ?? event["name"];
      return [{ type: "cf_name", payload: { name: asText(name) } }];
    }
    case "token_count":
      return tokenCount(event);
    default:
      return null;
  }
}

function notice(level: "info" | "warning" | "error", code: string, words: string): LineBody {
  return { type: "cf_notice", payload: { level, code, text: words } };
}

function tokenCount(event: Fields): LineBody[] {
  const info = fields(event["info"]);
  const total = usage(info["total_token_usage"]);
  const last = usage(info["last_token_usage"]) ?? total;
  if (total === null || last === null) return [];
  const window = number(info["model_context_window"]);
  const payload = { total_token_usage: total, last_token_usage: last, ...given("model_context_window", window) };
  return [{ type: "event_msg", payload: { type: "token_count", info: payload } }];
}

function usage(value: unknown): TokenUsage | null {
  if (!isFields(value)) return null;
  const count = (name: string): number => number(value[name]) ?? 0;
  const [input, output] = [count("input_tokens"), count("output_tokens")];
  return {
    input_tokens: input,
    cached_input_tokens: count("cached_input_tokens"),
    output_tokens: output,
    reasoning_output_tokens: count("reasoning_output_tokens"),
    total_tokens: number(value["total_tokens"]) ?? input + output,
  };
}
