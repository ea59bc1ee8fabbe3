// Input of the source that may have been said: it goes into the fork with the item that says it. What waits in the source goes on waiting there.
import { InputId, type TurnId } from "../../../../shared/protocol/ids";
import type { LineBody, LinePayload } from "../../../../shared/protocol/rollout-line";
import type { UserInput } from "../../../../shared/protocol/user-input";

type InputLine = LinePayload<"cf_input">;

export class ForkInputs {
  readonly #inputs = new Map<string, InputLine>();
  readonly #mail = new Map<string, LinePayload<"cf_mail">>();

  accept(input: InputLine): void {
    const before = input.returnedFrom === undefined ? undefined : this.#inputs.get(input.returnedFrom);
    const { returnedFrom: _returnedFrom, ...rest } = input;
    // What came back as this entry was sent by the same client.
    const clientId = input.clientId ?? before?.clientId;
    this.#inputs.set(input.inputId, { ...rest, ...(clientId === undefined ? {} : { clientId }) });
  }

  mail(mail: LinePayload<"cf_mail">): void {
    this.#mail.set(mail.mailId, mail);
  }

  change(change: LinePayload<"cf_queue">): void {
    if (change.op !== "update") return;
    const input = this.#inputs.get(change.inputId);
    if (input !== undefined) this.#inputs.set(change.inputId, { ...input, input: change.input });
  }

  /** Whether an input or mail of this id has not been said. */
  has(sourceId: string): boolean {
    const via = this.#inputs.get(sourceId)?.via;
    return via === "mail" ? this.#mail.has(sourceId) : via !== undefined;
  }

  /** The lines in front of the item that says it; null: no input has this id. */
  said(sourceId: string, { id, turnId }: { readonly id: string; readonly turnId: TurnId }): SaidInput | null {
    const input = this.#inputs.get(sourceId);
    if (input === undefined) return null;
    this.#inputs.delete(sourceId);
    const inputId = InputId.parse(id);
    const mail = this.#mail.get(sourceId);
    const isMail = input.via === "mail";
    const accepted: LineBody = { type: "cf_input", payload: { ...input, inputId, ...(isMail ? {} : { turnId }) } };
    const end: LineBody = { type: "cf_input_end", payload: { inputId, how: "sampled" } };
    if (mail === undefined) return { isMail, input: input.input, accepted: [accepted], end };
    const delivered: LineBody = { type: "cf_mail", payload: { ...mail, mailId: inputId } };
    return { isMail, input: input.input, accepted: [delivered, accepted], end };
  }
}

export interface SaidInput {
  readonly isMail: boolean;
  readonly input: readonly UserInput[];
  readonly accepted: readonly LineBody[];
  readonly end: LineBody;
}
