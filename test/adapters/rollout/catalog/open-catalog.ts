// A catalog on folders of its own, closed after the test.
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { Catalog, type CatalogParts } from "../../../../electron/adapters/rollout/catalog/catalog";
import { ThreadId } from "../../../../shared/protocol/ids";
import type { Thread } from "../../../../shared/protocol/thread";
import { tempFolder } from "../../../support/temp-folder";

export interface OpenCatalog {
  readonly catalog: Catalog;
  readonly home: string;
  /** A Codex home beside it. */
  readonly codex: string;
  /** Another catalog on the same folders, as after a new start. */
  readonly again: () => Catalog;
  /** Resolves with the next news. */
  readonly changed: () => Promise<void>;
}

export function openCatalog(parts: Partial<CatalogParts> = {}): OpenCatalog {
  const top = tempFolder();
  const [home, codex] = [join(top, "home"), join(top, "codex")];
  let waiting: (() => void)[] = [];
  const again = (): Catalog => {
    const catalog = new Catalog({
      home,
      roots: () => [codex],
      codexHomes: [],
      nowMs: () => Date.now(),
      onChanged: () => {
        for (const tell of waiting) tell();
        waiting = [];
      },
      ...parts,
    });
    onTestFinished(() => catalog.close());
    return catalog;
  };
  const changed = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  return { catalog: again(), home, codex, again, changed };
}

export function threadId(id: string): ThreadId {
  return ThreadId.parse(id);
}

export function previews(threads: readonly Thread[]): string[] {
  return threads.map(({ preview }) => preview);
}
