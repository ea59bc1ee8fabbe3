// What a rollout holds, in numbers: `exec open FILE --summary`. One pass, whatever its size.
import { RepairList } from "../line-reader";
import { CallCount, type CallCounts } from "./call-count";
import { damageWords } from "./damage-words";
import { isJsonObject } from "./decode-line";
import { type DamagedLine, type Era, type FileRecord, isDamaged } from "./file-record";
import { MessageCount } from "./message-count";
import type { OpenedSource } from "./open-source";
import { recordName } from "./record-name";
import { scanRecords } from "./record-scanner";

/** `damaged`: lines. Messages: what a person would see, each once, in however many lines it stands; context that a program gave is none. */
export interface RolloutSummary extends CallCounts {
  readonly era: Era;
  readonly records: Readonly<Record<string, number>>;
  readonly damaged: number;
  readonly userMessages: number;
  readonly assistantMessages: number;
  readonly compactions: number;
  readonly turns: { readonly started: number; readonly completed: number; readonly aborted: number };
  readonly repairs: readonly string[];
}

/** Throws only what reading the source throws; the source stays open. */
export async function summarize(source: OpenedSource): Promise<RolloutSummary> {
  const summary = new Summary(source.era, source.repairs);
  for await (const batch of scanRecords(source, { offset: 0, line: 1 })) for (const entry of batch) summary.take(entry);
  return summary.end();
}

class Summary {
  readonly #era: Era;
  readonly #records = new Map<string, number>();
  readonly #repairs = new RepairList();
  readonly #calls = new CallCount();
  readonly #messages: MessageCount;
  readonly #turns = { started: 0, completed: 0, aborted: 0 };
  #damaged = 0;

  constructor(era: Era, repairs: readonly string[]) {
    this.#era = era;
    this.#messages = new MessageCount(era === "own");
    for (const repair of repairs) this.#repairs.add(repair);
  }

  take(entry: FileRecord | DamagedLine): void {
    if (isDamaged(entry)) {
      this.#damaged += 1;
      this.#repairs.add(damageWords(entry));
      return;
    }
    const name = recordName(entry);
    this.#records.set(name, (this.#records.get(name) ?? 0) + 1);
    this.#calls.take(entry);
    this.#messages.take(entry);
    if (entry.type === "event_msg" && isJsonObject(entry.payload)) this.#takeEvent(entry.payload["type"]);
  }

  end(): RolloutSummary {
    return {
      era: this.#era,
      records: Object.fromEntries([...this.#records].sort(([one], [other]) => (one < other ? -1 : 1))),
      damaged: this.#damaged,
      ...this.#messages.end(),
      ...this.#calls.end(),
      compactions: this.#records.get("compacted") ?? 0,
      turns: this.#turns,
      repairs: this.#repairs.texts,
    };
  }

  #takeEvent(kind: unknown): void {
    if (kind === "task_started" || kind === "turn_started") this.#turns.started += 1;
    else if (kind === "task_complete" || kind === "turn_complete") this.#turns.completed += 1;
    else if (kind === "turn_aborted") this.#turns.aborted += 1;
  }
}
