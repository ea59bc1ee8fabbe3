// When the next turn asks, and how far its commands are confined: shown in the composer's bar, and chosen there.
import type { SettingsState } from "../state/window-state";
import { POLICIES, policyName } from "../text/policy-words";
import { enforcementWords, SANDBOX_MODES, sandboxName } from "../text/sandbox-words";
import { ChoiceMenu } from "./choice-menu";
import { useWindow } from "./window-context";

export function PermissionChoices({ settings }: { settings: NonNullable<SettingsState> }) {
  const { actions } = useWindow();
  const { approvalPolicy, sandbox, sandboxStates } = settings;
  const state = sandboxStates[sandbox];
  const isHeld = state.isEnforced;
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
      <ChoiceMenu
        icon={isHeld ? "shield" : "warning"}
        text={sandbox === "dangerFullAccess" || isHeld ? sandboxName(sandbox) : `${sandboxName(sandbox)}, not enforced`}
        label={`Sandbox: ${sandboxName(sandbox)}, ${enforcementWords(sandbox, state)}`}
        choices={SANDBOX_MODES.map(({ mode, name, about }) => ({
          value: mode,
          name,
          about: mode === "dangerFullAccess" ? about : `${about} On this machine ${enforcementWords(mode, sandboxStates[mode])}.`,
        }))}
        chosen={sandbox}
        onChoose={(mode) => actions.changeSettings({ sandbox: mode })}
      />
    </>
  );
}
