// A message as the text of its line. A page comes in pieces: it may be of many hundred kilobytes, and its reader takes the first of them while the others
// are made.
import { RpcResponse } from "../../shared/protocol/command";
import { rpcError, UNREADABLE_ID } from "./rpc-error";

interface PageAnswer {
  readonly id: unknown;
  readonly result: { readonly items: readonly unknown[]; readonly nextCursor: unknown };
}

/** The last piece ends with a newline. An answer too long for one string becomes an error that says so: the reader asks for less, and the program lives. */
export function* lineText(message: unknown): Generator<string> {
  const isPage = isPageAnswer(message);
  try {
    if (isPage) yield* pageText(message);
    else yield `${JSON.stringify(message)}\n`;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Of a page the beginning is out already: the line of it is cut.
    if (isPage) yield "\n";
    const id = RpcResponse.safeParse(message).data?.id ?? UNREADABLE_ID;
    yield `${JSON.stringify(rpcError(id, "overloaded", "the answer is too long for one line; ask for it in pages"))}\n`;
  }
}

function* pageText({ id, result: { items, ...rest } }: PageAnswer): Generator<string> {
  yield `{"id":${JSON.stringify(id)},"result":{"items":[`;
  for (const [index, item] of items.entries()) yield `${index === 0 ? "" : ","}${JSON.stringify(item)}`;
  yield `],${JSON.stringify(rest).slice(1)}}\n`;
}

function isPageAnswer(message: unknown): message is PageAnswer {
  if (typeof message !== "object" || message === null || !("id" in message) || !("result" in message)) return false;
  const { result } = message;
  if (typeof result !== "object" || result === null || !("items" in result) || !("nextCursor" in result)) return false;
  return Array.isArray(result.items);
}
