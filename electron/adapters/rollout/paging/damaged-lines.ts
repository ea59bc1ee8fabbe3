// Damaged lines by their number, in words, as many as anybody reads.
import { z } from "zod";
import { damageWords } from "../reading/damage-words";
import type { DamagedLine } from "../reading/file-record";

const MAX_TEXTS = 50;

export const DamageState = z.object({ texts: z.array(z.string()), hidden: z.number() });
export type DamageState = z.infer<typeof DamageState>;

export class DamagedLines {
  readonly #texts: string[];
  #hidden: number;

  constructor({ texts, hidden }: DamageState = { texts: [], hidden: 0 }) {
    this.#texts = [...texts];
    this.#hidden = hidden;
  }

  get state(): DamageState {
    return { texts: [...this.#texts], hidden: this.#hidden };
  }

  get repairs(): string[] {
    return this.#hidden === 0 ? [...this.#texts] : [...this.#texts, `and ${this.#hidden} more damaged lines`];
  }

  add(damaged: DamagedLine, line: number): void {
    if (this.#texts.length < MAX_TEXTS) this.#texts.push(damageWords(damaged, line));
    else this.#hidden += 1;
  }
}
