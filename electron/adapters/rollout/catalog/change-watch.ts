// What the watch hears → what is looked at again: single files at once, everything when folders have come or gone.
import { basename } from "node:path";
import { FolderWatch } from "./folder-watch";
import type { KnownFiles } from "./known-files";
import { rolloutName } from "./rollout-name";
import type { SessionPlace } from "./session-places";
import { throttle, type Throttle } from "./throttle";

const LOOK_PAUSE_MS = 250;
/** Everything is looked at again at most so often, however much is heard. */
const REFRESH_PAUSE_MS = 5000;

export class ChangeWatch {
  readonly #known: () => KnownFiles;
  readonly #watch: FolderWatch;
  readonly #look: Throttle;
  readonly #refresh: Throttle;
  #heard = new Set<string>();
  #work: Promise<unknown> = Promise.resolve();

  /** `onFault`: a look failed for a reason that is no fault of the disk. */
  constructor(known: () => KnownFiles, onFault: (error: unknown) => void) {
    this.#known = known;
    const run = (work: () => Promise<unknown>): void => {
      this.#work = Promise.all([this.#work, work()]).catch(onFault);
    };
    this.#look = throttle(() => run(() => this.lookNow()), LOOK_PAUSE_MS);
    this.#refresh = throttle(() => run(() => this.#known().refresh()), REFRESH_PAUSE_MS);
    this.#watch = new FolderWatch((path) => this.#hear(path));
  }

  follow(places: readonly SessionPlace[], folders: readonly string[]): void {
    this.#watch.follow(
      places.map(({ folder }) => folder),
      folders,
    );
  }

  /** Looks at what was heard of since. */
  async lookNow(): Promise<void> {
    if (this.#heard.size === 0) return;
    const paths = [...this.#heard];
    this.#heard = new Set();
    await this.#known().look(paths);
  }

  async close(): Promise<void> {
    this.#watch.close();
    this.#look.close();
    this.#refresh.close();
    await this.#work;
  }

  #hear(path: string): void {
    if (rolloutName(path) !== null) {
      this.#heard.add(path);
      this.#look.tell();
      // A name without a dot may be a folder.
    } else if (!basename(path).includes(".")) this.#refresh.tell();
  }
}
