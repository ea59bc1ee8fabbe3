// Which parts of a user's message a person wrote, and what of them to show.
import type { ContentPart } from "../../../../shared/protocol/response-item";
import type { UserInput } from "../../../../shared/protocol/user-input";
import { contextKind } from "../../../runtime/history/context-kind";
import { isImageTag, shownWords } from "../../../runtime/history/person-text";
import { type Fields, fields, list, text } from "./foreign-value";

/** `person`, `context`: told for sure. `unknown`: nothing in the message says. */
export type Author = "person" | "context" | "unknown";

/** `kinds`: as `contentKinds` tells them; most files tell none. */
export function authorOf(content: readonly ContentPart[], kinds: readonly string[]): Author {
  if (kinds.some((kind) => kind.startsWith("user."))) return "person";
  if (kinds.length > 0 && kinds.every((kind) => kind !== "unknown")) return "context";
  const isMachine = (part: ContentPart): boolean => part.type !== "input_image" && contextKind(part.text) !== null;
  if (content.length > 0 && content.every(isMachine)) return "context";
  if (content.some(isMachine)) return content.some((part) => part.type === "input_image") ? "person" : "context";
  return "unknown";
}

/** `content_item_kinds` of newer files: what each part is. */
export function contentKinds(item: Fields): string[] {
  const { content_item_kinds } = fields(item["internal_chat_message_metadata_passthrough"]);
  return list(content_item_kinds).filter((kind) => typeof kind === "string");
}

/** What a person said, as it is shown: the words behind the editor's mark, images once, no wrapping around them. */
export function personInput(content: readonly ContentPart[], kinds: readonly string[] = []): UserInput[] {
  return content.flatMap((part, index): UserInput[] => {
    const kind = kinds[index];
    if (kind !== undefined && kind !== "unknown" && !kind.startsWith("user.")) return [];
    if (part.type === "input_image") return [{ type: "image", url: part.image_url }];
    if (isImageTag(part.text)) return [];
    return [{ type: "text", text: shownWords(part.text) }];
  });
}

/** What stands behind the editor's mark; all of it where there is no mark or nothing behind it. */
/** Of a `user_message` event or the content of a UserMessage item. */
export function toldInput(event: Fields): UserInput[] {
  if (Array.isArray(event["content"])) {
    return event["content"].flatMap((part): UserInput[] => {
      const value = fields(part);
      const url =
        text(value["image_url"]) ?? text(value["url"]) ?? text(fields(value["image_url"])["url"]) ?? text(value["path"]);
      if (typeof value["text"] === "string") return [{ type: "text", text: shownWords(value["text"]) }];
      return url === undefined ? [] : [{ type: "image", url }];
    });
  }
  const words = text(event["message"]);
  const images = [...list(event["images"]), ...list(event["local_images"])].flatMap((image): UserInput[] => {
    const url = text(image) ?? text(fields(image)["url"]) ?? text(fields(image)["path"]);
    return url === undefined ? [] : [{ type: "image", url }];
  });
  return [...(words === undefined ? [] : [{ type: "text" as const, text: shownWords(words) }]), ...images];
}

export function inputContent(input: readonly UserInput[]): ContentPart[] {
  return input.flatMap((part): ContentPart[] => {
    if (part.type === "text") return [{ type: "input_text", text: part.text }];
    // A file of the machine that the words came from is no address that a model can read.
    return /^(data|https?):/.test(part.url) ? [{ type: "input_image", image_url: part.url }] : [];
  });
}

const LOST = "\ufffd";

/** Whether two records are one message: their texts are alike but for what a program put around one of them. */
export function isAlike(one: string, other: string): boolean {
  const [a, b] = [one.trim(), other.trim()];
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (short === "") return false;
  if (long.endsWith(short) || long.startsWith(short)) return true;
  let same = 0;
  while (same < short.length && short[short.length - 1 - same] === long[long.length - 1 - same]) same += 1;
  // Letters that are lost may stand anywhere, behind what is alike as well.
  if (short.includes(LOST) || long.includes(LOST)) {
    const behind = same;
    while (same < short.length && short[same - behind] === long[same - behind]) same += 1;
  }
  return same * 2 >= short.length && same >= 8;
}
