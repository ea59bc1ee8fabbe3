// When the next turn asks, and how far its commands are confined: shown in the composer's bar, and chosen there.
import type { SandboxMode } from "../../shared/protocol/thread";
import type { SettingsState } from "../state/window-state";
import { POLICIES, policyName } from "../text/policy-words";
import { enforcementWords, SANDBOX_MODES, sandboxName } from "../text/sandbox-words";
import { ChoiceMenu } from "./choice-menu";
import { Icon, type IconName } from "./icon";
import { useWindow } from "./window-context";

interface PermissionChoicesProps {
  readonly settings: NonNullable<SettingsState>;
  /** The sandbox that the session has asked for at its start: the settings do not change it. */
  readonly own: SandboxMode | undefined;
}

export function PermissionChoices({ settings, own }: PermissionChoicesProps) {
  const { actions } = useWindow();
  const { approvalPolicy, sandbox, sandboxStates } = settings;
  const shown = shownSandbox(own ?? sandbox, settings);
  return (
    <>
      <ChoiceMenu
        icon="sign"
        text={policyName(approvalPolicy)}
        label={`Approvals: ${policyName(approvalPolicy)}`}
        choices={POLICIES.map(({ policy, name, about }) => ({ value: policy, name, about }))}
        chosen={approvalPolicy}
        onChoose={(policy) => actions.changeSettings({ approvalPolicy: policy })}
      />
      {own === undefined ? (
        <ChoiceMenu
          {...shown}
          choices={SANDBOX_MODES.map(({ mode, name, about }) => ({
            value: mode,
            name,
            about:
              mode === "dangerFullAccess" ? about : `${about} On this machine ${enforcementWords(mode, sandboxStates[mode])}.`,
          }))}
          chosen={sandbox}
          onChoose={(mode) => actions.changeSettings({ sandbox: mode })}
        />
      ) : (
        <span
          className="pick"
          role="note"
          aria-label={`${shown.label}. This session was started with it.`}
          title="This session was started with it; the settings do not change that."
        >
          <Icon name={shown.icon} />
          <span className="text">{shown.text}</span>
        </span>
      )}
    </>
  );
}

interface ShownSandbox {
  readonly icon: IconName;
  readonly text: string;
  readonly label: string;
}

function shownSandbox(mode: SandboxMode, { sandboxStates }: NonNullable<SettingsState>): ShownSandbox {
  const state = sandboxStates[mode];
  const name = sandboxName(mode);
  return {
    icon: state.isEnforced ? "shield" : "warning",
    text: mode === "dangerFullAccess" || state.isEnforced ? name : `${name}, not enforced`,
    label: `Sandbox: ${name}, ${enforcementWords(mode, state)}`,
  };
}
