// Rollouts that are opened by their path: chosen, dropped, handed over by the system, or opened before.
import { addNotice, announce } from "../state/window-state";
import { visibleLine } from "../text/invisible";
import type { ActionContext } from "./action-context";
import { openRollout, openThread } from "./open-thread";

const ROLLOUT = /\.(jsonl|json|zst)$/i;

/** Only what could be opened is remembered. */
export async function openPath(context: ActionContext, path: string): Promise<void> {
  const { ui, past } = context.state;
  const before = ui.getState().route;
  await openRollout(context, path);
  // A refusal leaves the route as it was.
  if (ui.getState().route === before) return;
  past.setState(({ recent }) => ({ recent: [path, ...recent.filter((known) => known !== path)] }));
  const reply = await context.client.invoke("recent/add", { path });
  if (!reply.ok) addNotice(context.state, "warning", `This file will not be among the recent ones: ${reply.error.message}`);
}

export async function chooseRollout(context: ActionContext): Promise<void> {
  const reply = await context.client.invoke("file/choose", { purpose: "openRollout" });
  if (!reply.ok) addNotice(context.state, "error", `A file could not be chosen: ${reply.error.message}`);
  else if (reply.result.path !== null) await openPath(context, reply.result.path);
}

/** The first that may be a rollout; one window shows one session. */
export async function openDropped(context: ActionContext, files: readonly File[]): Promise<void> {
  const { state, client } = context;
  const file = files.find(({ name }) => ROLLOUT.test(name)) ?? files[0];
  if (file === undefined) return;
  const path = client.pathOfFile(file);
  if (path === "") {
    addNotice(
      state,
      "warning",
      `“${visibleLine(file.name)}” has no path on this computer, so it cannot be opened. Save it first, then drop it.`,
    );
    return;
  }
  await openPath(context, path);
  if (files.length > 1) {
    const words = `Opened “${visibleLine(file.name)}”, the first of ${files.length} files.`;
    addNotice(state, "warning", `${words} Drop the others one by one.`);
    announce(state, words);
  }
}

export async function importRollout(context: ActionContext, path: string): Promise<void> {
  const { state, client } = context;
  const reply = await client.invoke("thread/import", { path });
  if (!reply.ok) {
    addNotice(state, "error", `It could not be imported: ${reply.error.message}`);
    return;
  }
  await openThread(context, reply.result.thread.id);
  announce(state, "Imported as a session.");
}

export async function readRecent({ state, client }: ActionContext): Promise<void> {
  const reply = await client.invoke("recent/read", {});
  if (reply.ok) state.past.setState({ recent: reply.result.paths });
  else addNotice(state, "warning", `The recent files could not be read: ${reply.error.message}`);
}
