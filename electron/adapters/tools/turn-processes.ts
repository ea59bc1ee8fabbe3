// The processes that commands of a turn may leave running, until the turn ends and they with it.
import type { Clock } from "../../runtime/ports/clock";
import { endTree } from "./process-tree";
import type { ShellProcess } from "./shell-process";

export interface TurnProcess {
  readonly command: string;
  readonly shell: ShellProcess;
  readonly clock: Clock;
}

export class TurnProcesses {
  readonly #byTurn = new Map<string, Set<TurnProcess>>();

  add(turnId: string, process: TurnProcess): void {
    const processes = this.#byTurn.get(turnId) ?? new Set();
    this.#byTurn.set(turnId, processes.add(process));
  }

  /** Nothing of it is left. */
  remove(turnId: string, process: TurnProcess): void {
    const processes = this.#byTurn.get(turnId);
    processes?.delete(process);
    if (processes?.size === 0) this.#byTurn.delete(turnId);
  }

  /** Ends all of them and says what was ended, or null when there was nothing. */
  async endTurn(turnId: string): Promise<string | null> {
    const processes = [...(this.#byTurn.get(turnId) ?? [])];
    this.#byTurn.delete(turnId);
    const words = (await Promise.all(processes.map(endProcess))).filter((ended) => ended !== null);
    return words.length === 0 ? null : words.join("; ");
  }
}

async function endProcess({ command, shell, clock }: TurnProcess): Promise<string | null> {
  const { endedCount, survivors } = await endTree(await shell.tree(), clock);
  await shell.close();
  if (endedCount === 0 && survivors.length === 0) return null;
  const ended = `ended ${endedCount} background ${endedCount === 1 ? "process" : "processes"} of: ${command}`;
  return survivors.length === 0 ? ended : `${ended} (could not be ended: process ${survivors.join(", ")})`;
}
