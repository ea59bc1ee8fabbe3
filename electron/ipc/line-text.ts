// A message as the text of its line. Where it lists items it comes in pieces: it may be of many megabytes, its reader takes the first of them while the
// others are made, and nothing else has to wait until all are.
import { RpcResponse } from "../../shared/protocol/command";
import { rpcError, UNREADABLE_ID } from "./rpc-error";

interface ItemsAnswer {
  readonly id: unknown;
  readonly result: { readonly items: readonly unknown[] };
}

/** The last piece ends with a newline. An answer too long for one string becomes an error that says so: the reader asks for less, and the program lives. */
export function* lineText(message: unknown): Generator<string> {
  const hasItems = isItemsAnswer(message);
  try {
    if (hasItems) yield* itemsText(message);
    else yield `${JSON.stringify(message)}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Of items the beginning is out already: the line of it is cut.
    if (hasItems) yield "\n";
    const id = RpcResponse.safeParse(message).data?.id ?? UNREADABLE_ID;
    yield `${JSON.stringify(rpcError(id, "overloaded", "the answer is too long for one line; ask for it in pages"))}\n`;
  }
}

function* itemsText({ id, result: { items, ...rest } }: ItemsAnswer): Generator<string> {
  yield `{"id":${JSON.stringify(id)},"result":{"items":[`;
  for (const [index, item] of items.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(item)}`;
  const others = JSON.stringify(rest);
  yield `]${others === "{}" ? "" : ","}${others.slice(1)}}\n`;
}

function isItemsAnswer(message: unknown): message is ItemsAnswer {
  if (typeof message !== "object" || message === null || !("id" in message) || !("result" in message)) return false;
  const { result } = message;
  if (typeof result !== "object" || result === null || !("items" in result)) return false;
  return Array.isArray(result.items);
}
