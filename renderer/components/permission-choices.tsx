// When the next turn asks, and how far its commands are confined: shown in the composer's bar, and chosen there.
import type { SandboxMode, ThreadChoice } from "../../shared/protocol/thread";
import type { SettingsState } from "../state/window-state";
import { POLICIES, policyName } from "../text/policy-words";
import { enforcementWords, SANDBOX_MODES, sandboxName } from "../text/sandbox-words";
import { ChoiceMenu } from "./choice-menu";
import type { IconName } from "./icon";
import { OwnChoice } from "./own-choice";
import { useWindow } from "./window-context";

interface PermissionChoicesProps {
  readonly settings: NonNullable<SettingsState>;
  /** What the session has asked for at its start: the settings do not change it. */
  readonly own: Pick<ThreadChoice, "approvalPolicy" | "sandbox">;
}

export function PermissionChoices({ settings, own }: PermissionChoicesProps) {
  const { actions } = useWindow();
  const { approvalPolicy, sandbox, sandboxStates } = settings;
  const policyText = policyName(own.approvalPolicy ?? approvalPolicy);
  const asks = { icon: "sign", text: policyText, label: `Approvals: ${policyText}` } as const;
  const shown = shownSandbox(own.sandbox ?? sandbox, settings);
  return (
    <>
      {own.approvalPolicy === undefined ? (
        <ChoiceMenu
          {...asks}
          choices={POLICIES.map(({ policy, name, about }) => ({ value: policy, name, about }))}
          chosen={approvalPolicy}
          onChoose={(policy) => actions.changeSettings({ approvalPolicy: policy })}
        />
      ) : (
        <OwnChoice {...asks} />
      )}
      {own.sandbox === undefined ? (
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
        <OwnChoice {...shown} />
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
