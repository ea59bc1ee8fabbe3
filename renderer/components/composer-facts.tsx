// Facts of this session in the composer's bar: where, how it asks and is confined, which model, how full its window is.
import { useStore } from "zustand";
import type { ShownThread } from "../state/open-thread";
import { folderName } from "../text/folder-name";
import { ContextRing } from "./context-ring";
import { Icon } from "./icon";
import { OwnChoice } from "./own-choice";
import { PermissionChoices } from "./permission-choices";
import { useUi, useWindow } from "./window-context";

export function ComposerFacts({ open }: { open: ShownThread | null }) {
  const { state, actions } = useWindow();
  const settings = useStore(state.settings, ({ current }) => current);
  const cwd = useUi((ui) => (ui.route.type === "new" ? ui.route.cwd : null));
  // What the next turn will use: what the session has of its own, else the settings of that moment.
  const own = open?.thread.choice ?? {};
  const model = own.model ?? settings?.model ?? open?.thread.model;
  return (
    <>
      {open !== null ? null : (
        <button type="button" className="pick" onClick={actions.chooseFolder} title={cwd ?? "Choose the folder to work in"}>
          <Icon name="folder" />
          <span className="text">{cwd === null ? "Choose a folder" : folderName(cwd).name}</span>
        </button>
      )}
      {settings === null ? null : <PermissionChoices settings={settings} own={own} />}
      {model === undefined ? null : own.model === undefined ? (
        <span className="pick" title="Model">
          <span className="text">{model}</span>
        </span>
      ) : (
        <OwnChoice text={model} label={`Model: ${model}`} />
      )}
      {open === null ? null : <ContextRing threadId={open.thread.id} tokens={open.view.tokens} />}
    </>
  );
}
