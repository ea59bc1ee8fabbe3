// The rules about commands, by the folder they hold in: each can be taken away, and new ones added.
import { useStore } from "zustand";
import type { CommandRule } from "../../shared/protocol/permission";
import { ExactText } from "./exact-text";
import { RuleForm } from "./rule-form";
import { useWindow } from "./window-context";

export function RuleList() {
  const { state } = useWindow();
  const { list, readProblem, problem } = useStore(state.rules);
  return (
    <section className="sheet" aria-labelledby="settings-rules">
      <h3 className="sheet-head" id="settings-rules">
        Rules for commands
      </h3>
      <div className="sheet-body">
        <p className="help">
          A rule holds in its folder and those below it. A command runs unasked when rules allow every part of it; one that a rule
          denies never runs.
        </p>
        {readProblem === null ? null : (
          <p className="dialog-problem" role="alert">{`The rules could not be read, so none is in force: ${readProblem}`}</p>
        )}
        {list === null ? null : list.length === 0 ? <p>There are none yet.</p> : <Folders rules={list} />}
        {problem === null ? null : (
          <p className="dialog-problem" role="alert">
            {problem}
          </p>
        )}
        <RuleForm />
      </div>
    </section>
  );
}

function Folders({ rules }: { rules: readonly CommandRule[] }) {
  const folders = [...new Set(rules.map(({ folder }) => folder))].sort();
  return folders.map((folder) => (
    <section key={folder} className="rule-folder" aria-label={`Rules in ${folder}`}>
      <h4>
        <code>
          <ExactText text={folder} />
        </code>
      </h4>
      <ul className="rules">
        {rules
          .filter((rule) => rule.folder === folder)
          .map((rule) => (
            <Rule key={`${rule.effect} ${rule.pattern}`} rule={rule} />
          ))}
      </ul>
    </section>
  ));
}

function Rule({ rule }: { rule: CommandRule }) {
  const { actions } = useWindow();
  const effect = rule.effect === "allow" ? "Allow" : "Deny";
  return (
    <li>
      <span className="effect">{effect}</span>
      <code>
        <ExactText text={rule.pattern} />
      </code>
      <button
        type="button"
        className="btn btn-small"
        aria-label={`Remove: ${effect} ${rule.pattern} in ${rule.folder}`}
        onClick={() => actions.removeRule(rule)}
      >
        Remove
      </button>
    </li>
  );
}
