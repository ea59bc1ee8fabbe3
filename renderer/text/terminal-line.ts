// One line of terminal output while it is written: text goes on at its end, or over what stands there already.

export interface StyledText {
  readonly text: string;
  /** Class names of output.css, separated by spaces; empty for plain text. */
  readonly classes: string;
}

export class TerminalLine {
  readonly #runs: StyledText[] = [];
  /** Once something was written over: characters and their styles by column; a gap is a blank. */
  #cells: { readonly texts: string[]; readonly styles: string[] } | null = null;
  /** Null: behind the last character, of a line without cells. */
  #column: number | null = null;

  write(text: string, classes: string): void {
    if (this.#column === null) {
      this.#runs.push({ text, classes });
      return;
    }
    const { texts, styles } = this.#grid();
    for (const character of text) {
      const before = texts[this.#column - 1];
      if (before !== undefined && COMBINING.test(character)) texts[this.#column - 1] = before + character;
      else {
        texts[this.#column] = character;
        styles[this.#column] = classes;
        this.#column += 1;
      }
    }
  }

  toStart(): void {
    this.#column = 0;
  }

  back(): void {
    this.#column ??= this.#grid().texts.length;
    this.#column = Math.max(0, this.#column - 1);
  }

  /** EL: to the end of the line, or all of it; from its start on is left as it is. */
  erase(parameters: string): void {
    if (this.#column === null && parameters !== "2") return;
    const { texts } = this.#grid();
    this.#column ??= texts.length;
    if (parameters === "" || parameters === "0") texts.length = Math.min(texts.length, this.#column);
    else if (parameters === "2") texts.length = 0;
  }

  runs(): readonly StyledText[] {
    if (this.#cells === null) return this.#runs;
    const { texts, styles } = this.#cells;
    const runs: { text: string; classes: string }[] = [];
    for (let column = 0; column < texts.length; column += 1) {
      const text = texts[column];
      const classes = text === undefined ? "" : (styles[column] ?? "");
      const last = runs.at(-1);
      if (last?.classes === classes) last.text += text ?? " ";
      else runs.push({ text: text ?? " ", classes });
    }
    return runs;
  }

  #grid(): { readonly texts: string[]; readonly styles: string[] } {
    if (this.#cells !== null) return this.#cells;
    const texts: string[] = [];
    const styles: string[] = [];
    for (const run of this.#runs)
      for (const character of run.text) {
        texts.push(character);
        styles.push(run.classes);
      }
    this.#cells = { texts, styles };
    return this.#cells;
  }
}

const COMBINING = /^[\p{M}\u200d]$/u;
