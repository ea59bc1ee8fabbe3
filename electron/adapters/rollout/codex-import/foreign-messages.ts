// Words that stand in two lines, once as the model's item and once as an event for people: shown once, at the place of the item where there is one.
// What comes first waits for its twin until something else proves that none will come.
import { InputId } from "../../../../shared/protocol/ids";
import type { ContentPart, MessageItem } from "../../../../shared/protocol/response-item";
import { inputText, type UserInput } from "../../../../shared/protocol/user-input";
import { type Fields, given, list, text } from "./foreign-value";
import type { ForeignTurns } from "./foreign-turns";
import { type LineOutput, placed } from "./line-output";
import type { PlacedLine } from "./placed-line";
import { contentParts, phaseOf, reasoningItem } from "./model-item";
import { hashOf, remember, takeBack } from "./recent-hashes";
import type { Held, HeldWords, Origin } from "./translator-state";
import { authorOf, contentKinds, inputContent, isAlike, personInput, toldInput } from "./user-words";
import { hookFragments } from "../../../runtime/history/hook-prompt";

/** Items whose event may still come. */
const SHOWN = 16;

type HeldOf<Kind extends Held["kind"]> = Extract<Held, { kind: Kind }>;

export class ForeignMessages {
  readonly #out: LineOutput;
  readonly #turns: ForeignTurns;

  constructor(out: LineOutput, turns: ForeignTurns) {
    this.#out = out;
    this.#turns = turns;
  }

  /** A message of any role. `tellsEvents`: of an era that has events beside its items. */
  item(item: Fields, at: Origin, tellsEvents: boolean): void {
    const role = item["role"];
    if (role === "assistant") return this.#answerItem(item, at);
    const content = contentParts(item["content"], "user");
    if (content.length === 0) return;
    const id = text(item["id"]);
    const context = { kind: "context", at, ...given("id", id), content } as const;
    if (role !== "user") return this.#context({ ...context, role: "developer" }, tellsEvents);
    const kinds = contentKinds(item);
    const author = hookFragments({ type: "message", role, content }) === null ? authorOf(content, kinds) : "context";
    if (author === "context") return this.#context({ ...context, role }, tellsEvents);
    const input = personInput(content, kinds);
    const words: HeldWords = { kind: "userItem", at, ...given("id", id), text: inputText(input), input, content };
    const { held } = this.#out.state;
    const told = held.findIndex((other) => other.kind === "userTold" && isSame(other, words));
    const twin = held[told];
    if (twin !== undefined && twin.kind === "userTold") {
      this.#emitFirst(told);
      this.#dropFirst();
      // The event has the bare words, the item what the model was sent; images are in both.
      return this.#person({ ...words, input: mergedInput(twin, words) });
    }
    if (!tellsEvents) return this.#person(words);
    held.push({ ...words, isSure: author === "person" });
  }

  /** A `user_message` event or a UserMessage item. */
  toldUser(event: Fields, at: Origin): void {
    const { state } = this.#out;
    if (event["kind"] === "environment_context" || event["kind"] === "user_instructions") return;
    state.tellsUsers = true;
    const input = toldInput(event);
    if (input.length === 0) return;
    const words: HeldWords = {
      kind: "userTold",
      at,
      ...given("id", text(event["id"])),
      text: inputText(input),
      input,
      content: [],
    };
    const index = state.held.findIndex((other) => other.kind === "userItem" && isSame(words, other));
    const twin = state.held[index];
    if (twin === undefined || twin.kind !== "userItem") {
      if (takeBack(state.shown, hashOf(words.text, "u"))) return;
      state.held.push(words);
      return;
    }
    // Items before it that no event told are context.
    this.#emitFirst(index);
    state.held.shift();
    this.#person({ ...twin, input: mergedInput(words, twin) });
    this.#release();
  }

  toldAnswer(words: string | undefined, phase: unknown, at: Origin): void {
    const { state } = this.#out;
    if (words === undefined || takeBack(state.shown, hashOf(words.trim(), "a"))) return;
    this.settleUsers();
    state.held.push({ kind: "answer", at, text: words, ...given("phase", phaseOf(phase)) });
  }

  toldThought(words: string | undefined, at: Origin): void {
    const { state } = this.#out;
    if (words === undefined || takeBack(state.shown, hashOf(words.trim(), "t"))) return;
    this.settleUsers();
    state.held.push({ kind: "thought", at, text: words });
  }

  thoughtItem(item: Fields, at: Origin): void {
    this.settleUsers();
    const { held } = this.#out.state;
    const reasoning = reasoningItem(item, undefined);
    const parts = [...reasoning.summary, ...(reasoning.content ?? [])].map((part) => part.text);
    for (const words of parts) {
      const index = held.findIndex((other) => other.kind === "thought" && other.text.trim() === words.trim());
      if (index === -1) this.#expectTwin("t", words);
      else {
        this.#emitFirst(index);
        this.#dropFirst();
      }
    }
    const key = this.#out.nextKey(at);
    reasoning.id = this.#out.idOr(text(item["id"]), () => key);
    this.#out.pass(placed(key, { type: "response_item", payload: reasoning }, at));
  }

  /** Whether a person wrote what waits has to be said now. */
  settleUsers(): void {
    const { held } = this.#out.state;
    const last = held.findLastIndex(({ kind }) => kind === "userItem" || kind === "userTold" || kind === "context");
    this.#emitFirst(last + 1);
  }

  /** Of what waits no more than `count` goes on waiting. */
  settleBeyond(count: number): void {
    const { length } = this.#out.state.held;
    if (length > count) this.#emitFirst(length - count);
  }

  /** No twin will come any more. */
  settle(): void {
    this.#emitFirst(this.#out.state.held.length);
  }

  /** A turn begins: words of the last one are said, those of a person may be of the new one. */
  settleTurn(): void {
    const { held } = this.#out.state;
    const isOwn = ({ kind }: Held): boolean => kind === "answer" || kind === "thought";
    const last = held.findLastIndex(isOwn);
    this.#emitFirst(last + 1);
  }

  /** A turn has begun: what stood in front of it is its context. */
  settleContexts(): void {
    const { held } = this.#out.state;
    const other = held.findIndex(({ kind }) => kind !== "context" && kind !== "line");
    this.#emitFirst(other === -1 ? held.length : other);
  }

  #answerItem(item: Fields, at: Origin): void {
    const content = contentParts(item["content"], "assistant");
    const words = content.map((part) => (part.type === "input_image" ? "" : part.text)).join("");
    if (content.length === 0) return;
    this.settleUsers();
    const { held } = this.#out.state;
    const index = held.findIndex((other) => other.kind === "answer" && isAlike(other.text, words));
    const twin = held[index];
    this.#emitFirst(index === -1 ? held.length : index);
    if (twin === undefined) this.#expectTwin("a", words);
    else this.#dropFirst();
    this.#passParts(content, twin);
    const phase = phaseOf(item["phase"]) ?? (twin?.kind === "answer" ? twin.phase : undefined);
    const status = item["status"] === "incomplete" ? { status: "incomplete" as const } : {};
    this.#out.pass(this.#answer({ content, ...given("id", text(item["id"])), ...given("phase", phase), ...status }, at));
  }

  /** An answer of several parts is told part by part; the first may have come, and the others before its item or behind. */
  #passParts(content: readonly ContentPart[], twin: Held | undefined): void {
    const { held } = this.#out.state;
    if (content.length < 2) return;
    for (const part of content) {
      if (part.type === "input_image" || (twin?.kind === "answer" && twin.text === part.text)) continue;
      const index = held.findIndex((other) => other.kind === "answer" && other.text === part.text);
      if (index === -1) this.#expectTwin("a", part.text);
      else {
        this.#emitFirst(index);
        this.#dropFirst();
      }
    }
  }

  #answer({ id, ...message }: Pick<MessageItem, "content" | "id" | "phase" | "status">, at: Origin): PlacedLine {
    const key = this.#out.nextKey(at);
    const payload = { type: "message" as const, id: this.#out.idOr(id, () => key), role: "assistant" as const, ...message };
    this.#turns.answered();
    return placed(key, { type: "response_item", payload }, at);
  }

  /** It waits for what it stands in front of: where a file tells its turns, that may be the beginning of the next one. */
  #context(context: HeldOf<"context">, tellsEvents: boolean): void {
    const { held, turn } = this.#out.state;
    const waitsForTwin = held.some(({ kind }) => kind === "answer" || kind === "thought");
    const mayBeOfNext = tellsEvents && turn?.isImplicit !== true && !waitsForTwin;
    if (mayBeOfNext || held.some(({ kind }) => kind === "userItem" || kind === "userTold")) held.push(context);
    else this.#out.pass(this.#contextLine(context));
  }

  #contextLine({ at, id, role, content }: HeldOf<"context">): PlacedLine {
    const key = this.#out.nextKey(at);
    const payload = { type: "message" as const, id: this.#out.idOr(id, () => key), role, content };
    return placed(key, { type: "response_item", payload }, at);
  }

  /** The first `count` are decided. Lines that only waited for them follow. */
  #emitFirst(count: number): void {
    const { held } = this.#out.state;
    for (const one of held.splice(0, count)) this.#emit(one);
    this.#release();
  }

  /** The event whose item has come. What stands between the two is before the item. */
  #dropFirst(): void {
    this.#out.state.held.shift();
    this.#release();
  }

  #release(): void {
    const { held } = this.#out.state;
    for (let first = held[0]; first?.kind === "line"; first = held[0]) {
      held.shift();
      this.#out.putLine(first.line);
    }
  }

  #emit(held: Held): void {
    switch (held.kind) {
      case "userTold":
        return this.#person({ ...held, content: inputContent(held.input) });
      case "userItem": {
        if (held.isSure === true || !this.#out.state.tellsUsers) {
          this.#person(held);
          return this.#expectTwin("u", held.text);
        }
        return this.#emit({ kind: "context", at: held.at, ...given("id", held.id), role: "user", content: held.content });
      }
      case "context":
        return this.#out.putLine(this.#contextLine(held));
      case "answer": {
        const content = [{ type: "output_text" as const, text: held.text }];
        return this.#out.putLine(this.#answer({ content, ...given("phase", held.phase) }, held.at));
      }
      case "line":
        return this.#out.putLine(held.line);
      case "thought": {
        const { at } = held;
        const key = this.#out.nextKey(at);
        // Its item never came, so the model's history does not hold it.
        return this.#out.putAs(
          key,
          { type: "cf_item", payload: { item: { type: "reasoning", summary: [held.text], content: [] } } },
          at,
        );
      }
    }
  }

  #person({ at, id, input, content }: Pick<HeldWords, "at" | "id" | "input" | "content">): void {
    const key = this.#out.nextKey(at);
    const via = this.#turns.person(at);
    const inputId = InputId.parse(this.#out.idOr(id, () => key));
    const said = content.length === 0 ? inputContent(input) : content;
    this.#out.putAs(`accepted-${key}`, { type: "cf_input", payload: { inputId, via, input } }, at);
    this.#out.putAs(`sampled-${key}`, { type: "cf_input_end", payload: { inputId, how: "sampled" } }, at);
    this.#out.putAs(key, { type: "response_item", payload: { type: "message", id: inputId, role: "user", content: said } }, at);
  }

  #expectTwin(kind: "u" | "a" | "t", words: string): void {
    remember(this.#out.state.shown, hashOf(kind === "u" ? words : words.trim(), kind), SHOWN);
  }
}

type Said = Pick<HeldWords, "text" | "input">;

/** Texts alike; or no text, and as many images. */
function isSame(one: Said, other: Said): boolean {
  if (one.text !== "" || other.text !== "") return isAlike(one.text, other.text);
  return one.input.length === other.input.length;
}

/** The event has the bare words, the item what the model was sent; images stand in both. */
function mergedInput(told: Said, item: Said): UserInput[] {
  const images = item.input.filter(({ type }) => type === "image");
  const words = told.text !== "" && told.text.length <= item.text.length ? told : item;
  const texts = words.input.filter(({ type }) => type === "text");
  return [...texts, ...(images.length > 0 ? images : told.input.filter(({ type }) => type === "image"))];
}

/** Texts of an AgentMessage item. */
export function answerText(item: Fields): string | undefined {
  const parts = list(item["content"]).flatMap((part) =>
    typeof part === "string"
      ? part
      : contentParts([part], "assistant").map((one) => (one.type === "input_image" ? "" : one.text)),
  );
  return text(parts.join("")) ?? text(item["text"]);
}
