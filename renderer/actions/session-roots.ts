// The folders that sessions are listed from, besides our own.
import { addNotice, announce } from "../state/window-state";
import { homePath } from "../text/session-words";
import type { ActionContext } from "./action-context";

export async function readRoots({ state, client }: ActionContext): Promise<void> {
  const reply = await client.invoke("sessionRoot/list", {});
  if (reply.ok) state.past.setState({ roots: reply.result.roots });
  else addNotice(state, "warning", `The session folders could not be read: ${reply.error.message}`);
}

/** Its files are only read, whichever way. */
export async function useRoot(context: ActionContext, path: string, isUsed: boolean): Promise<void> {
  const { state, client } = context;
  const reply = await client.invoke("sessionRoot/set", { path, isUsed });
  if (!reply.ok) {
    addNotice(state, "error", `${homePath(path)} could not be ${isUsed ? "listed" : "let go"}: ${reply.error.message}`);
    return;
  }
  state.past.setState(({ putOff }) => ({ putOff: isUsed ? putOff.filter((known) => known !== path) : [...putOff, path] }));
  announce(state, isUsed ? `Sessions of ${homePath(path)} are listed.` : `Sessions of ${homePath(path)} are no longer listed.`);
  await readRoots(context);
}

export function putOffRoot({ state }: ActionContext, path: string): void {
  state.past.setState(({ putOff }) => ({ putOff: [...putOff, path] }));
}
