// What the server refused to read: reasoning sealed with another key or by another provider, pictures that it or its model does not take. It stays on
// disk and is left out of what is sent from then on (runtime.md §11).
import type { ContentPart, ResponseItem } from "../../../shared/protocol/response-item";

export type RefusedKind = "reasoning" | "pictures";

const LEFT_OUT: ContentPart = { type: "input_text", text: "[a picture, left out: the model server does not take it]" };

export class RefusedParts {
  readonly #refused: Readonly<Record<RefusedKind, WeakSet<ResponseItem>>> = { reasoning: new WeakSet(), pictures: new WeakSet() };

  /** False when there was nothing of the kind that was not left out already. */
  refuse(kind: RefusedKind, items: readonly ResponseItem[]): boolean {
    const sent = items.filter((item) => holds(kind, item) && !this.#refused[kind].has(item));
    for (const item of sent) this.#refused[kind].add(item);
    return sent.length > 0;
  }

  /** The items without what was refused of them. */
  readable(items: readonly ResponseItem[]): readonly ResponseItem[] {
    return items
      .filter((item) => !this.#refused.reasoning.has(item))
      .map((item) => (this.#refused.pictures.has(item) ? withoutPictures(item) : item));
  }
}

function holds(kind: RefusedKind, item: ResponseItem): boolean {
  return kind === "reasoning" ? item.type === "reasoning" : withoutPictures(item) !== item;
}

/** The same object when there are none. */
function withoutPictures(item: ResponseItem): ResponseItem {
  if (item.type === "message" && hasPicture(item.content)) return { ...item, content: item.content.map(said) };
  if (item.type !== "function_call_output" && item.type !== "custom_tool_call_output") return item;
  const { output } = item;
  return typeof output !== "string" && hasPicture(output) ? { ...item, output: output.map(said) } : item;
}

function hasPicture(parts: readonly ContentPart[]): boolean {
  return parts.some(({ type }) => type === "input_image");
}

function said(part: ContentPart): ContentPart {
  return part.type === "input_image" ? LEFT_OUT : part;
}
