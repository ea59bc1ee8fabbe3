// What the window shows of the settings: read again wherever a person would look, since each turn reads the file anew.
import { addNotice } from "../state/window-state";
import { type ActionContext, runDetached } from "./action-context";

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
