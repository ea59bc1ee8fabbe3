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
      <RuleField name="Command" example="npm run *" value={pattern} onChange={setPattern} />
      <RuleField name="Folder" example="/home/me/project" value={folder} onChange={setFolder} />
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

interface RuleFieldProps {
  readonly name: string;
  readonly example: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function RuleField({ name, example, value, onChange }: RuleFieldProps) {
  return (
    <label className="is-wide">
      <span>{name}</span>
      <input
        className="input mono"
        type="text"
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        placeholder={example}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
