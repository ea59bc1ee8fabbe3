// Where the person's account lives: its settings are not part of any workspace.
import { realpathSync } from "node:fs";
import { homedir } from "node:os";

/** Real, without links where it is there. */
export function personHome(): string {
  const home = homedir();
  try {
    return realpathSync(home);
  } catch {
    return home;
  }
}
