// How a model is connected: what to write where. Nothing is sent from here.
import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { CodeBlock } from "../markdown/code-block";
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
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isShown) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isShown]);
  if (!isShown) return null;
  const file = settings?.settingsFile ?? "";
  return (
    <dialog ref={dialog} className="connect" aria-labelledby="connect-title" onClose={() => actions.showConnect(false)}>
      <div className="connect-head">
        <h2 id="connect-title">Connect a model</h2>
        <button
          type="button"
          className="icon-btn push"
          aria-label="Close"
          title="Close (Esc)"
          onClick={() => actions.showConnect(false)}
        >
          <Icon name="x" />
        </button>
      </div>
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
    </dialog>
  );
}

function nowInUse({ isDemo, provider, model }: { isDemo: boolean; provider: string; model: string }): string {
  return isDemo ? "Now in use: the offline demo." : `Now in use: ${provider}, ${model}.`;
}
