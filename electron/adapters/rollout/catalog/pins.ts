// HOME/pins.json: which sessions the person has pinned. Those that lie outside of all places are known by their path alone.
import { join } from "node:path";
import { z } from "zod";
import { ThreadId } from "../../../../shared/protocol/ids";
import { PersonFile } from "./person-file";

const PinsJson = z.object({ pins: z.array(z.object({ threadId: ThreadId, path: z.string().exactOptional() })) });
export type Pin = z.infer<typeof PinsJson>["pins"][number];

export class Pins {
  readonly #file: PersonFile<z.infer<typeof PinsJson>>;

  constructor(home: string) {
    this.#file = new PersonFile({ path: join(home, "pins.json"), schema: PinsJson, empty: { pins: [] } });
  }

  /** The same list as long as the file is the same; none of a file that is not in order. */
  async read(): Promise<readonly Pin[]> {
    return (await this.#file.readOrEmpty()).pins;
  }

  /** Rejects with StorageError `io`. */
  async set({ threadId, path }: Pin, isPinned: boolean): Promise<void> {
    await this.#file.change(({ pins }) => {
      const others = pins.filter((pin) => pin.threadId !== threadId);
      return { pins: isPinned ? [...others, { threadId, ...(path === undefined ? {} : { path }) }] : others };
    });
  }
}
