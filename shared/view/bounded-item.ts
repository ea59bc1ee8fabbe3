// How large an item of a page may be: whoever hands pages on must never be held up by one line of a file, however long it is.
import { TurnItem } from "../protocol/turn-item";

/** UTF-16 units of all texts of an item together. */
const TEXT_LIMIT = 1024 * 1024;
/** Of all images that an item holds as data addresses. One is there as a whole or not at all: a part of it is no image. */
const IMAGE_LIMIT = 8 * 1024 * 1024;
/** Ids, kinds and paths stay whatever stands before them. */
const SHORT = 1000;
const DATA_IMAGE = /^data:image\/[^,]{0,200},/i;

/** UTF-16 units of everything in it that is text. */
export function textLength(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (!hasMembers(value)) return 0;
  let length = 0;
  // Of every item of every page: no list of its members is made for it.
  for (const name in value) length += textLength(value[name]);
  return length;
}

function hasMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

/** The item with as much of its texts as a page holds. Where that is not all, `leftOut` says how much is missing; its line in the file has it. */
export function boundedItem(item: TurnItem): TurnItem {
  if (textLength(item) <= TEXT_LIMIT) return item;
  const cut = new ItemCut();
  const bounded = cut.value(item);
  return cut.leftOut === 0 ? item : TurnItem.parse({ ...Object(bounded), leftOut: cut.leftOut });
}

class ItemCut {
  leftOut = 0;
  #text = TEXT_LIMIT;
  #image = IMAGE_LIMIT;

  value(value: unknown): unknown {
    if (typeof value === "string") return this.#string(value);
    if (Array.isArray(value)) return this.#array(value);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, this.value(member)]));
  }

  #array(values: readonly unknown[]): unknown[] {
    const kept: unknown[] = [];
    for (const value of values) {
      if (this.#text > 0) kept.push(this.value(value));
      else this.leftOut += textLength(value);
    }
    return kept;
  }

  #string(text: string): string {
    const image = DATA_IMAGE.exec(text)?.[0];
    if (image !== undefined) return this.#dataAddress(text, image);
    const length = text.length <= SHORT ? text.length : Math.min(text.length, this.#text);
    this.#text = Math.max(0, this.#text - length);
    if (length === text.length) return text;
    const kept = text.slice(0, length).replace(/[\ud800-\udbff]$/, "");
    this.leftOut += text.length - kept.length;
    return kept;
  }

  #dataAddress(text: string, head: string): string {
    if (text.length <= this.#image) {
      this.#image -= text.length;
      return text;
    }
    this.leftOut += text.length - head.length;
    return head;
  }
}
