// What came in by the three doors and where it is now: the queue, mail that waits, input that was accepted and not sampled (runtime.md §8).
// Folded over the lines, so that memory equals the file.
import type { ClientMessageId, InputId } from "../../../shared/protocol/ids";
import type { FollowUpQueue, QueuedInput } from "../../../shared/protocol/queue";
import type { LineBody, LinePayload, RolloutLine, UnknownLine } from "../../../shared/protocol/rollout-line";
import { assertNever } from "../errors";

export type InputLine = LinePayload<"cf_input">;
export type WaitingMail = LinePayload<"cf_mail">;
type QueueLine = LinePayload<"cf_queue">;

export class InputProjection {
  readonly #inputs = new Map<InputId, InputLine>();
  readonly #mail = new Map<InputId, WaitingMail>();
  readonly #open = new Set<InputId>();
  /** Told to be sampled, while the item itself is not there: a record that was torn by a crash. */
  readonly #unsaid = new Set<InputId>();
  /** A person's words whose item is there. Of them nothing else is kept: they may hold images, and there may be many. */
  readonly #said = new Set<string>();
  #first: InputLine | null = null;
  #queued: QueuedInput[] = [];
  #isPaused = false;

  get queue(): FollowUpQueue {
    return { data: this.#queued, paused: this.#isPaused && this.#queued.length > 0 };
  }

  /** Mail that is not delivered yet, in the order it came. */
  get waitingMail(): readonly WaitingMail[] {
    return [...this.#open].flatMap((id) => this.#mail.get(id) ?? []);
  }

  /** Input for a turn that was neither sampled nor given back. */
  get unsampled(): readonly InputLine[] {
    return this.#openInputs().filter(({ via }) => via === "start" || via === "steer");
  }

  /** Input and mail whose item a crash has kept from the file; continuing the thread says it. */
  get unsaid(): readonly InputLine[] {
    return [...this.#unsaid].flatMap((id) => this.#inputs.get(id) ?? []);
  }

  /** What the person said first. */
  get first(): InputLine | undefined {
    return this.#first ?? undefined;
  }

  /** Items that were not read are there all the same. */
  forgetSaid(isSaid: (id: InputId) => boolean): void {
    for (const id of [...this.#unsaid]) {
      if (!isSaid(id)) continue;
      this.#unsaid.delete(id);
      this.letGo(id);
    }
  }

  /** The item of this input or mail is there and has been made of it. What came back as this entry was only kept for it. */
  letGo(id: string): void {
    if (this.isPerson(id)) this.#said.add(id);
    this.#mail.delete(id as InputId);
    for (let line = this.input(id); line !== undefined;) {
      this.#inputs.delete(line.inputId);
      line = line.returnedFrom === undefined ? undefined : this.#inputs.get(line.returnedFrom);
    }
  }

  /** An accepted input whose item is not there yet, by the id that the item will bear. */
  input(id: string): InputLine | undefined {
    return this.#inputs.get(id as InputId);
  }

  /** Whether the item with this id is what a person said. */
  isPerson(id: string | undefined): boolean {
    if (id === undefined) return false;
    const input = this.input(id);
    return input === undefined ? this.#said.has(id) : input.via !== "mail";
  }

  mail(id: string): WaitingMail | undefined {
    return this.#mail.get(id as InputId);
  }

  /** The client's id of an input: its own, or that of the steer that came back as this entry. */
  clientIdOf(input: InputLine): ClientMessageId | undefined {
    // A damaged file may go round in a circle.
    const seen = new Set<InputLine>();
    let line: InputLine | undefined = input;
    while (line !== undefined && line.clientId === undefined && !seen.has(line)) {
      seen.add(line);
      line = line.returnedFrom === undefined ? undefined : this.#inputs.get(line.returnedFrom);
    }
    return line?.clientId;
  }

  /** A queue that comes from a file is not sent by itself. */
  pause(): void {
    this.#isPaused = this.#queued.length > 0;
  }

  /** The queue as it will be once these lines are recorded as well. */
  queueAfter(lines: readonly LineBody[]): FollowUpQueue {
    const then = new InputProjection();
    for (const [id, input] of this.#inputs) then.#inputs.set(id, input);
    for (const id of this.#open) then.#open.add(id);
    then.#queued = this.#queued;
    then.#isPaused = this.#isPaused;
    for (const line of lines) then.apply({ timestamp: "", ...line });
    return then.queue;
  }

  /** True when the queue changed. */
  apply(entry: RolloutLine | UnknownLine): boolean {
    switch (entry.type) {
      case "cf_input":
        return this.#accept(entry.payload);
      case "response_item":
        if (this.#unsaid.size > 0 && "id" in entry.payload) this.#unsaid.delete(entry.payload.id as InputId);
        return false;
      case "cf_mail":
        this.#mail.set(entry.payload.mailId, entry.payload);
        return false;
      case "cf_input_end": {
        const { inputId, how } = entry.payload;
        const input = this.#inputs.get(inputId);
        if (how === "sampled" && input !== undefined) {
          this.#unsaid.add(inputId);
          if (input.via !== "mail") this.#first ??= input;
        }
        this.#open.delete(inputId);
        return this.#drop(inputId);
      }
      case "cf_queue":
        this.#change(entry.payload);
        return true;
      default:
        return false;
    }
  }

  // A queued input is in the queue even if the crash has kept the line that says where, and what came back as this entry is not open any more, nor
  // in the queue beside it.
  #accept(input: InputLine): boolean {
    this.#inputs.set(input.inputId, input);
    this.#open.add(input.inputId);
    if (input.via === "queue") this.#insert(input, this.#queued.length);
    if (input.returnedFrom !== undefined) {
      this.#open.delete(input.returnedFrom);
      this.#drop(input.returnedFrom);
    }
    return input.via === "queue";
  }

  #insert(line: InputLine, index: number): void {
    const clientId = this.clientIdOf(line);
    const entry = { id: line.inputId, input: line.input, ...(clientId === undefined ? {} : { clientUserMessageId: clientId }) };
    const others = this.#queued.filter(({ id }) => id !== line.inputId);
    this.#keep(others.toSpliced(index, 0, entry));
  }

  #openInputs(): InputLine[] {
    return [...this.#open].flatMap((id) => this.#inputs.get(id) ?? []);
  }

  #drop(id: InputId): boolean {
    const left = this.#queued.length === 0 ? this.#queued : this.#queued.filter((entry) => entry.id !== id);
    const isChanged = left.length < this.#queued.length;
    this.#keep(left);
    return isChanged;
  }

  #change(change: QueueLine): void {
    switch (change.op) {
      case "add": {
        const line = this.#inputs.get(change.inputId);
        if (line !== undefined && change.index !== undefined) this.#insert(line, change.index);
        return;
      }
      case "update": {
        const { inputId, input } = change;
        const line = this.#inputs.get(inputId);
        if (line !== undefined) this.#inputs.set(inputId, { ...line, input });
        this.#keep(this.#queued.map((entry) => (entry.id === inputId ? { ...entry, input } : entry)));
        return;
      }
      case "delete":
        this.#drop(change.inputId);
        return;
      case "reorder": {
        const first = change.inputIds.flatMap((id) => this.#queued.find((entry) => entry.id === id) ?? []);
        this.#keep([...first, ...this.#queued.filter((entry) => !first.includes(entry))]);
        return;
      }
      case "pause":
        this.#isPaused = true;
        return;
      case "resume":
        this.#isPaused = false;
        return;
      default:
        assertNever(change);
    }
  }

  // An empty queue has nothing to hold back: what is put into it next is sent.
  #keep(queued: QueuedInput[]): void {
    this.#queued = queued;
    if (queued.length === 0) this.#isPaused = false;
  }
}
