// The rows as they are now, made anew only when a file, a name or a pin has changed: a warm page costs no look at the disk but at three small files.
import type { ReadFile } from "./classify";
import type { KnownFiles } from "./known-files";
import { listing, type Row } from "./listing";
import type { OutsideFiles } from "./outside-files";
import type { Pin, Pins } from "./pins";
import type { SessionNames } from "./session-names";
import { codexHomeOf } from "./session-places";

export interface CurrentListingParts {
  readonly known: KnownFiles;
  readonly outside: OutsideFiles;
  readonly pins: Pins;
  readonly names: SessionNames;
}

export class CurrentListing {
  readonly #parts: CurrentListingParts;
  #made: { readonly from: readonly unknown[]; readonly rows: readonly Row[] } | null = null;

  constructor(parts: CurrentListingParts) {
    this.#parts = parts;
  }

  async rows(): Promise<readonly Row[]> {
    const { known } = this.#parts;
    const pins = await this.#parts.pins.read();
    const outside = await this.#pinnedOutside(pins);
    const homes = [...new Set(known.places.flatMap(({ folder }) => codexHomeOf(folder)?.home ?? []))];
    const names = await Promise.all(homes.map((home) => this.#parts.names.ofHome(home)));
    const from = [known.version, pins, ...outside, ...names];
    const made = this.#made;
    if (made !== null && made.from.length === from.length && from.every((one, index) => one === made.from[index]))
      return made.rows;
    const read = [...known.files.values()].flatMap(({ file, facts }) => (facts === null ? [] : [{ file, facts }]));
    const rows = listing({
      files: [...read, ...outside],
      unreadable: known.unreadable,
      pins: new Set(pins.map(({ threadId }) => threadId)),
      names: new Map(homes.map((home, index) => [home, names[index] ?? new Map<string, string>()])),
    });
    this.#made = { from, rows };
    return rows;
  }

  /** The row of one file, whether it is in the list or not. */
  async rowOf(read: ReadFile): Promise<Row | null> {
    const known = this.#parts.known.files.get(read.file.path);
    if (known?.readStamp === read.file.stamp)
      return (await this.rows()).find(({ thread }) => thread.path === read.file.path) ?? null;
    const pins = await this.#parts.pins.read();
    const home = codexHomeOf(read.file.path)?.home ?? "";
    const [row] = listing({
      files: [read],
      unreadable: [],
      pins: new Set(pins.map(({ threadId }) => threadId)),
      names: new Map([[home, await this.#parts.names.ofHome(home)]]),
    });
    return row ?? null;
  }

  /** A pinned file that is gone or cannot be read is not shown; its pin stays until the person takes it away. */
  async #pinnedOutside(pins: readonly Pin[]): Promise<ReadFile[]> {
    const read: ReadFile[] = [];
    for (const { path } of pins) {
      if (path === undefined || this.#parts.known.files.has(path)) continue;
      const file = await this.#parts.outside.readOrNull(path);
      if (file !== null) read.push(file);
    }
    return read;
  }
}
