// The settings that can be changed here: when a person is asked, how far commands are confined, the rules; and where all the others stand.
import { useEffect } from "react";
import { useStore } from "zustand";
import type { SettingsState } from "../state/window-state";
import { enforcementWords, SANDBOX_MODES } from "../text/sandbox-words";
import { POLICIES } from "../text/policy-words";
import { Dialog } from "./dialog";
import { Icon } from "./icon";
import { RuleList } from "./rule-list";
import { useWindow } from "./window-context";

type Settings = NonNullable<SettingsState>;

export function SettingsCard() {
  const { state, actions } = useWindow();
  const { current, problem } = useStore(state.settings);
  // Esc and the arrow keys are for what has the focus, and nothing in here has it yet.
  useEffect(() => document.querySelector<HTMLElement>(".settings")?.focus(), []);
  return (
    <Dialog title="Settings" onClose={actions.closeOverlay}>
      <div className="settings" tabIndex={0} role="region" aria-label="Settings">
        {(current?.problem ?? null) === null ? null : (
          <div className="result is-failed" role="alert">
            <p className="result-head">
              <Icon name="x" />
              The settings file is not in force
            </p>
            <p>{current?.problem}</p>
          </div>
        )}
        {problem === null ? null : (
          <div className="result is-failed" role="alert">
            <p>{problem}</p>
          </div>
        )}
        {current === null ? <p role="status">Reading the settings…</p> : <Sheets settings={current} />}
      </div>
    </Dialog>
  );
}

function Sheets({ settings }: { settings: Settings }) {
  return (
    <>
      <p className="lede">What is changed here holds for turns that begin from then on. Rules hold at once.</p>
      <Approvals settings={settings} />
      <Sandbox settings={settings} />
      <RuleList />
      <Provider settings={settings} />
    </>
  );
}

function Approvals({ settings }: { settings: Settings }) {
  const { actions } = useWindow();
  return (
    <fieldset className="sheet">
      <legend className="sheet-head">Approvals</legend>
      <div className="sheet-body">
        {POLICIES.map(({ policy, name, about }) => (
          <label key={policy} className="setting">
            <input
              type="radio"
              name="approval-policy"
              checked={settings.approvalPolicy === policy}
              onChange={() => actions.changeSettings({ approvalPolicy: policy })}
            />
            <span className="name">{name}</span>
            <span className="about">{about}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Sandbox({ settings }: { settings: Settings }) {
  const { actions } = useWindow();
  return (
    <fieldset className="sheet">
      <legend className="sheet-head">Sandbox</legend>
      <div className="sheet-body">
        {SANDBOX_MODES.map(({ mode, name, about }) => {
          const state = settings.sandboxStates[mode];
          const isHeld = mode === "dangerFullAccess" || state.isEnforced;
          return (
            <label key={mode} className="setting">
              <input
                type="radio"
                name="sandbox-mode"
                checked={settings.sandbox === mode}
                onChange={() => actions.changeSettings({ sandbox: mode })}
              />
              <span className="name">{name}</span>
              <span className="about">
                {about}
                {mode === "dangerFullAccess" ? null : (
                  <span className={isHeld ? "held" : "held is-not"}>
                    <Icon name={isHeld ? "check" : "warning"} isSmall />
                    <span>{`On this machine ${enforcementWords(mode, state)}`}</span>
                  </span>
                )}
              </span>
            </label>
          );
        })}
        <label className="setting is-apart">
          <input
            type="checkbox"
            checked={settings.network}
            onChange={(event) => actions.changeSettings({ network: event.currentTarget.checked })}
          />
          <span className="name">Network</span>
          <span className="about">Commands in the sandbox may reach the network. The model itself is reached either way.</span>
        </label>
      </div>
    </fieldset>
  );
}

function Provider({ settings }: { settings: Settings }) {
  const { actions } = useWindow();
  return (
    <section className="sheet" aria-labelledby="settings-provider">
      <h3 className="sheet-head" id="settings-provider">
        Provider and file
      </h3>
      <div className="sheet-body">
        <dl className="setting-facts">
          <dt>Provider</dt>
          <dd>{settings.isDemo ? "Demo, built in and offline" : settings.provider}</dd>
          <dt>Model</dt>
          <dd>{settings.model}</dd>
          <dt>Settings file</dt>
          <dd>
            <code dir="ltr">{settings.settingsFile}</code>{" "}
            <button type="button" className="btn btn-small" onClick={() => actions.copy(settings.settingsFile)}>
              <Icon name="copy" />
              Copy path
            </button>
          </dd>
        </dl>
        <p className="help">Everything else is changed in that file; the README lists what may stand in it.</p>
      </div>
    </section>
  );
}
