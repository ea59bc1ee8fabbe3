// Cuts streamed markdown into blocks that are final and the tail that may still change, without reading settled text again.
// Has no React, so that its one law can be tested: settled blocks and tail joined are the source.
import { Lexer } from "marked";

interface OpenFence {
  readonly closing: RegExp;
  /** Length of the tail that has been searched for the closing line. */
  searched: number;
}

const FENCE_OPENING = /^ {0,3}(`{3,}|~{3,})[^\n]*\n/;

export class BlockSplitter {
  #settled: readonly string[] = [];
  #settledLength = 0;
  #tail = "";
  #fence: OpenFence | null = null;

  /** Blocks that no later text can change. The array is replaced, never changed. */
  get settled(): readonly string[] {
    return this.#settled;
  }

  get tail(): string {
    return this.#tail;
  }

  /** The tail is an open top-level code fence: show it as plain text. */
  get isFenceOpen(): boolean {
    return this.#fence !== null;
  }

  /** Takes the whole text so far. Text that is not a continuation of the last one starts anew. */
  update(source: string): void {
    const known = this.#settledLength + this.#tail.length;
    const isContinued = source.length >= known && source.startsWith(this.#tail, this.#settledLength);
    if (!isContinued) this.#reset();
    this.#tail = source.slice(this.#settledLength);
    this.#settle();
  }

  #reset(): void {
    this.#settled = [];
    this.#settledLength = 0;
    this.#tail = "";
    this.#fence = null;
  }

  #settle(): void {
    for (;;) {
      if (this.#fence !== null && !this.#closeFence(this.#fence)) return;
      // An unfinished line may still become anything, so only whole lines decide.
      const whole = this.#tail.slice(0, this.#tail.lastIndexOf("\n") + 1);
      const blocks = blocksOf(whole);
      const last = blocks.pop();
      this.#take(blocks);
      if (last === undefined || !this.#openFence(last)) return;
    }
  }

  #take(blocks: readonly string[]): void {
    if (blocks.length === 0) return;
    const length = blocks.reduce((sum, block) => sum + block.length, 0);
    this.#settled = [...this.#settled, ...blocks];
    this.#settledLength += length;
    this.#tail = this.#tail.slice(length);
  }

  #openFence(block: string): boolean {
    const opening = FENCE_OPENING.exec(block);
    const marker = opening?.[1];
    if (opening === null || marker === undefined) return false;
    if (marker.startsWith("`") && opening[0].trim().slice(marker.length).includes("`")) return false;
    this.#fence = {
      closing: new RegExp(`^ {0,3}${marker[0] ?? ""}{${marker.length},}[ \\t]*\\r?$`),
      searched: opening[0].length,
    };
    return true;
  }

  /** Looks for the closing line in what is new. True: the fence is closed and settled. */
  #closeFence(fence: OpenFence): boolean {
    for (;;) {
      const end = this.#tail.indexOf("\n", fence.searched);
      if (end === -1) return false;
      const line = this.#tail.slice(fence.searched, end);
      fence.searched = end + 1;
      if (fence.closing.test(line)) break;
    }
    this.#take([this.#tail.slice(0, fence.searched)]);
    this.#fence = null;
    return true;
  }
}

/** Top-level blocks with the blank lines that follow them; exact slices of the text. */
function blocksOf(text: string): string[] {
  // Block tokens only: what stands inside them is not read here. Carriage returns become spaces, which keeps every position.
  const tokens = new Lexer().blockTokens(text.replaceAll("\r", " "));
  const lengths: number[] = [];
  for (const token of tokens) {
    if (token.type === "space" && lengths.length > 0) lengths[lengths.length - 1] = (lengths.at(-1) ?? 0) + token.raw.length;
    else lengths.push(token.raw.length);
  }
  if (lengths.reduce((sum, length) => sum + length, 0) !== text.length) return text === "" ? [] : [text];
  const blocks: string[] = [];
  let from = 0;
  for (const length of lengths) {
    blocks.push(text.slice(from, from + length));
    from += length;
  }
  return blocks;
}

const DEFINITION = /^ {0,3}\[[^\]\n]+\]:[ \t]/m;

/** A finished text in blocks. One with link or footnote definitions stays whole, because they work across blocks. */
export function finishedBlocks(source: string): readonly string[] {
  return DEFINITION.test(source) ? [source] : blocksOf(source);
}
