// How a model is connected: what to write where. Nothing is sent from here.
import { useStore } from "zustand";
import { CodeBlock } from "../markdown/code-block";
import { Dialog } from "./dialog";
import { Icon } from "./icon";
import { useUi, useWindow } from "./window-context";

const SETTINGS_EXAMPLE = `{
  "provider": "mine",
  "model": "model-name",
  "providers": {
    "mine": { "baseUrl": "http://localhost:11434/v1" }
  }
}`;

const SHELL_EXAMPLE = "COUNTERFOIL_BASE_URL=http://localhost:11434/v1 COUNTERFOIL_MODEL=model-name npm start";

export function ConnectCard() {
  const { state, actions } = useWindow();
  const isShown = useUi((ui) => ui.isConnectShown);
  const settings = useStore(state.settings, ({ current }) => current);
  if (!isShown) return null;
  const file = settings?.settingsFile ?? "";
  return (
    <Dialog title="Connect a model" onClose={() => actions.showConnect(false)}>
      <div className="connect-body">
        <p>
          Any server that speaks the Responses API: a hosted one, or one on this machine.{" "}
          {settings === null ? "" : nowInUse(settings)} Nothing is contacted before you send something.
        </p>
        <h3>In the settings file</h3>
        <p>
          <code>{file}</code>{" "}
          <button type="button" className="btn btn-small" onClick={() => actions.copy(file)}>
            <Icon name="copy" />
            Copy path
          </button>
        </p>
        <CodeBlock code={SETTINGS_EXAMPLE} language="settings.json" />
        <p>
          For a server that wants a key, <code>{'"apiKeyEnv": "OPENAI_API_KEY"'}</code> beside <code>baseUrl</code> names the
          variable that holds it. The key itself is never written there.
        </p>
        <h3>Or in the environment, as the app is started</h3>
        <CodeBlock code={SHELL_EXAMPLE} language="shell" />
        <p>
          If the server wants a key, put <code>COUNTERFOIL_API_KEY=…</code> in front of it too.
        </p>
      </div>
    </Dialog>
  );
}

function nowInUse({ isDemo, provider, model }: { isDemo: boolean; provider: string; model: string }): string {
  return isDemo ? "Now in use: the offline demo." : `Now in use: ${provider}, ${model}.`;
}
