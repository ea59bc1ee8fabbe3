// Adding a rule: what it does, to which commands, and where. What the runtime refuses stays written, to be changed.
import { type FormEvent, useState } from "react";
import type { CommandRule } from "../../shared/protocol/permission";
import { shownThread } from "../state/selectors";
import { Icon } from "./icon";
import { useWindow } from "./window-context";

export function RuleForm() {
  const { state, actions } = useWindow();
  const [effect, setEffect] = useState<CommandRule["effect"]>("allow");
  const [pattern, setPattern] = useState("");
  const [folder, setFolder] = useState(() => shownFolder(state));
  const cannotAdd = pattern.trim() === "" || folder.trim() === "";
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (cannotAdd) return;
    actions.addRule({ effect, pattern: pattern.trim(), folder: folder.trim() }, () => setPattern(""));
  };
  return (
    <form className="rule-form" aria-label="Add a rule" onSubmit={onSubmit}>
      <label>
        <span>Effect</span>
        <select
          className="input"
          value={effect}
          onChange={(event) => setEffect(event.currentTarget.value === "deny" ? "deny" : "allow")}
        >
          <option value="allow">Allow</option>
          <option value="deny">Deny</option>
        </select>
      </label>
      <label className="is-wide">
        <span>Command</span>
        <input
          className="input mono"
          type="text"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          placeholder="npm run *"
          value={pattern}
          onChange={(event) => setPattern(event.currentTarget.value)}
        />
      </label>
      <label className="is-wide">
        <span>Folder</span>
        <input
          className="input mono"
          type="text"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          placeholder="/home/me/project"
          value={folder}
          onChange={(event) => setFolder(event.currentTarget.value)}
        />
      </label>
      <button type="submit" className="btn" aria-disabled={cannotAdd}>
        <Icon name="plus" />
        Add rule
      </button>
      <p className="help">
        <code>*</code> stands for any one word; at the end for any number of words, also none.
      </p>
    </form>
  );
}

/** The folder that is worked in now. */
function shownFolder({ ui, open }: ReturnType<typeof useWindow>["state"]): string {
  const { route } = ui.getState();
  return (route.type === "new" ? route.cwd : shownThread(open.getState(), route)?.thread.cwd) ?? "";
}
