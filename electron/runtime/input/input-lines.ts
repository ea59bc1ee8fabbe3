// What stands on disk before input is acknowledged (runtime.md §8, protocol.md §5).
import type { ClientMessageId, InputId, TurnId } from "../../../shared/protocol/ids";
import type { LineBody } from "../../../shared/protocol/rollout-line";
import type { AcceptedInput } from "./input-queue";

export interface Mail {
  readonly author: string;
  readonly text: string;
  /** An idle thread starts a turn for it. */
  readonly triggerTurn: boolean;
  readonly clientId?: ClientMessageId;
}

export type AcceptedForTurn = AcceptedInput & { readonly turnId: TurnId };

export function inputLine({ inputId, turnId, via, input, clientId }: AcceptedForTurn): LineBody {
  return {
    type: "cf_input",
    payload: { inputId, turnId, via, input: [...input], ...(clientId === undefined ? {} : { clientId }) },
  };
}

export function mailLines(mailId: InputId, { author, text, triggerTurn, clientId }: Mail): LineBody[] {
  const client = clientId === undefined ? {} : { clientId };
  return [
    { type: "cf_mail", payload: { mailId, author, text, triggerTurn } },
    { type: "cf_input", payload: { inputId: mailId, via: "mail", input: [{ type: "text", text }], ...client } },
  ];
}
