// Entry of the window: wires the client, the stores and the actions, and draws.
import "./bridge/zod-without-eval";
import "@fontsource-variable/inter/wght.css";
import "@fontsource-variable/jetbrains-mono/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/button.css";
import "./styles/frame.css";
import "./styles/sidebar.css";
import "./styles/session-list.css";
import "./styles/menu.css";
import "./styles/entry.css";
import "./styles/prose.css";
import "./styles/code.css";
import "./styles/counterfoil.css";
import "./styles/output.css";
import "./styles/diff.css";
import "./styles/calls.css";
import "./styles/sleep.css";
import "./styles/approval.css";
import "./styles/question.css";
import "./styles/settings.css";
import "./styles/turn-end.css";
import "./styles/undo.css";
import "./styles/boundary.css";
import "./styles/slip.css";
import "./styles/notice.css";
import "./styles/fold.css";
import "./styles/past.css";
import "./styles/list.css";
import "./styles/dock.css";
import "./styles/queue.css";
import "./styles/composer.css";
import "./styles/first.css";
import "./styles/dialog.css";
import "./styles/session-dialogs.css";
import "./styles/palette.css";
import "./styles/drop.css";
import "./styles/connect.css";
import "./styles/model-window.css";
import { createRoot } from "react-dom/client";
import { createWindowActions } from "./actions/window-actions";
import { createAgentClient } from "./bridge/agent-client";
import { App } from "./components/app";
import { NARROW } from "./components/use-media-query";
import { WindowContext } from "./components/window-context";
import { rememberLooks } from "./state/remembered-looks";
import { createWindowState } from "./state/window-state";

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");

const client = createAgentClient();
const state = createWindowState();
rememberLooks(state, window.localStorage);
const actions = createWindowActions({
  client,
  state,
  newId: () => crypto.randomUUID(),
  isNarrow: () => window.matchMedia(NARROW).matches,
  writeClipboard: (text) => navigator.clipboard.writeText(text),
});
actions.start();

createRoot(root).render(
  <WindowContext value={{ state, actions, platform: client.platform }}>
    <App />
  </WindowContext>,
);
