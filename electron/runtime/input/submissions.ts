// What was accepted under a client's id: the same id twice gets the first one's reply and has no other effect (runtime.md §8).
import type { ClientMessageId, InputId, TurnId } from "../../../shared/protocol/ids";

/** `turnId`: the turn that the input was meant for; absent for the queue and for mail. */
export interface Acceptance {
  readonly inputId: InputId;
  readonly turnId?: TurnId | undefined;
}

export class Submissions {
  readonly #accepted = new Map<ClientMessageId, Promise<Acceptance>>();

  /** `before`: what the file says was accepted. */
  constructor(before: ReadonlyMap<ClientMessageId, Acceptance>) {
    for (const [clientId, acceptance] of before) this.#accepted.set(clientId, Promise.resolve(acceptance));
  }

  /** The first reply to this client id, if it was accepted before or is being accepted now. */
  earlier(clientId: ClientMessageId | undefined): Promise<Acceptance> | null {
    return clientId === undefined ? null : (this.#accepted.get(clientId) ?? null);
  }

  /** Remembers the reply; a submission that failed may be tried again under the same id. */
  remember(clientId: ClientMessageId | undefined, reply: Promise<Acceptance>): Promise<Acceptance> {
    if (clientId === undefined) return reply;
    this.#accepted.set(clientId, reply);
    reply.catch(() => this.#accepted.delete(clientId));
    return reply;
  }
}
