// What the window shows of the settings: read again wherever a person would look, since each turn reads the file anew; and changing the few it may.
import type { CommandParams } from "../../shared/protocol/command";
import { addNotice, announce } from "../state/window-state";
import { type ActionContext, runDetached } from "./action-context";
import { readRules } from "./rules";

export async function readSettings({ client, state }: ActionContext): Promise<void> {
  const reply = await client.invoke("settings/read", {});
  if (reply.ok) state.settings.setState({ current: reply.result });
  else addNotice(state, "error", `The settings could not be read: ${reply.error.message}`);
}

export function refreshSettings(context: ActionContext): void {
  runDetached(context, "Reading the settings", () => readSettings(context));
}

export function showConnect(context: ActionContext, isConnectShown: boolean): void {
  context.state.ui.setState({ isConnectShown });
  if (isConnectShown) refreshSettings(context);
}

export function showSettings(context: ActionContext): void {
  const { ui, rules, settings } = context.state;
  if (ui.getState().overlay.type === "settings") return;
  settings.setState({ problem: null });
  rules.setState({ problem: null });
  ui.setState({ overlay: { type: "settings" }, menuPlace: null, isSidebarOver: false });
  refreshSettings(context);
  runDetached(context, "Reading the rules", () => readRules(context));
}

/** Shown as chosen at once; what is really in force is read when it has been written, or could not be. */
export async function changeSettings(context: ActionContext, change: CommandParams<"settings/write">): Promise<void> {
  const { client, state } = context;
  state.settings.setState(({ current }) => ({ current: current === null ? null : { ...current, ...change }, problem: null }));
  const reply = await client.invoke("settings/write", change);
  const isCardShown = state.ui.getState().overlay.type === "settings";
  if (reply.ok) {
    announce(state, "Changed, for turns that begin from now on.");
    if (!isCardShown) state.ui.setState({ composerNote: null });
  } else {
    const problem = `The settings were not changed: ${reply.error.message}`;
    if (isCardShown) state.settings.setState({ problem });
    else state.ui.setState({ composerNote: problem });
  }
  await readSettings(context);
}
