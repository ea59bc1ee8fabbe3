// What the person said first: their words, and nothing that a program put around them or said in their place.
import { contextKind } from "../../../runtime/history/context-kind";
import { behindMark, isImageTag, shownWords } from "../../../runtime/history/person-text";
import { type JsonObject, listOf, objectOf, objectsOf, textOf } from "./loose-json";
import type { LooseRecord } from "./loose-record";

/** `isSure`: the line is there to hold a person's words; a message of role user may be something else that nobody has named yet. */
export interface PersonWords {
  readonly text: string;
  readonly isSure: boolean;
}

/** Null: the record holds none. */
export function personWords({ type, payload }: LooseRecord): PersonWords | null {
  switch (type) {
    case "cf_input":
      return payload["via"] === "mail" ? null : words(contentOf(payload["input"]), true);
    case "event_msg":
      return wordsOfEvent(payload);
    case "response_item":
      return isUserMessage(payload) ? words(contentOf(payload["content"]), false) : null;
    default:
      return null;
  }
}

/** The words of a message, whatever they look like where an event or a finished item says that they are a person's; null: it is none. */
export function saidWords({ type, payload }: LooseRecord): string | null {
  if (type === "response_item") {
    const { text, hasImage } = contentOf(payload["content"]);
    const own = shownWords(text).trim();
    return !isUserMessage(payload) || contextKind(own) !== null || (own === "" && !hasImage) ? null : own;
  }
  if (type !== "event_msg" || isProgramKind(payload)) return null;
  if (payload["type"] === "user_message") return shownWords(textOf(payload["message"]) ?? "").trim();
  const item = payload["type"] === "item_completed" ? objectOf(payload["item"]) : null;
  return item !== null && isUserItem(item) ? shownWords(contentOf(item["content"]).text).trim() : null;
}

/** The folder in the context that a program gave; the only place where files of 2025 tell it. */
export function folderOfContext({ type, payload }: LooseRecord): string | null {
  if (type !== "response_item" || !isUserMessage(payload)) return null;
  const { text } = contentOf(payload["content"]);
  return text.includes("<environment_context") ? (/<cwd>([^<]+)<\/cwd>/.exec(text)?.[1] ?? null) : null;
}

function wordsOfEvent(payload: JsonObject): PersonWords | null {
  switch (payload["type"]) {
    case "user_message": {
      if (isProgramKind(payload)) return null;
      const hasImage = listOf(payload["images"]).length + listOf(payload["local_images"]).length > 0;
      return words({ text: textOf(payload["message"]) ?? "", hasImage }, true);
    }
    case "item_completed": {
      const item = objectOf(payload["item"]);
      return item !== null && isUserItem(item) ? words(contentOf(item["content"]), true) : null;
    }
    case "thread_goal_updated":
      return words({ text: textOf(objectOf(payload["goal"])?.["objective"]) ?? "", hasImage: false }, false);
    default:
      return null;
  }
}

function isUserMessage(payload: JsonObject): boolean {
  return payload["type"] === "message" && payload["role"] === "user";
}

function isUserItem(item: JsonObject): boolean {
  return /^userMessage$/i.test(textOf(item["type"]) ?? "");
}

/** The first of such events told what a program had put in front as well. */
function isProgramKind({ kind }: JsonObject): boolean {
  return kind === "environment_context" || kind === "user_instructions";
}

interface Content {
  readonly text: string;
  readonly hasImage: boolean;
}

function contentOf(value: unknown): Content {
  if (typeof value === "string") return { text: value, hasImage: false };
  const parts = objectsOf(value);
  const texts = parts.flatMap((part) => textOf(part["text"]) ?? []).filter((text) => !isImageTag(text));
  return { text: texts.join("\n"), hasImage: parts.some((part) => /image/i.test(textOf(part["type"]) ?? "")) };
}

function words({ text, hasImage }: Content, isSure: boolean): PersonWords | null {
  const own = (behindMark(text) ?? text).trim();
  if (own === "") return hasImage ? { text: "[Image]", isSure } : null;
  return contextKind(own) !== null ? null : { text: own, isSure };
}
