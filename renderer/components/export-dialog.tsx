// Exporting a session: what it may give away, in which form, and how it went.
import type { ExportFormat } from "../../shared/protocol/past-session";
import { exportTitle, foundWords } from "../text/export-words";
import type { ExportStep, OverlayOf, SecretCheck } from "../state/overlay";
import { byteWords } from "../text/duration";
import { Dialog } from "./dialog";
import { Icon } from "./icon";
import { useWindow } from "./window-context";

const FORMATS: readonly { readonly format: ExportFormat; readonly name: string; readonly about: string }[] = [
  { format: "markdown", name: "Markdown", about: "What was said and done, as text." },
  { format: "html", name: "Web page", about: "One file that needs nothing else and connects nowhere." },
  { format: "jsonl", name: "Original JSONL", about: "The file as it is, byte for byte." },
];

export function ExportDialog({ shown }: { shown: OverlayOf<"export"> }) {
  const { actions } = useWindow();
  const { thread, format, check, step } = shown;
  const isWorking = step.type === "saving";
  return (
    <Dialog title="Export" onClose={actions.closeOverlay}>
      <div className="dialog-body">
        <p className="dialog-subject" dir="auto">
          {exportTitle(thread, check) ?? "\u00a0"}
        </p>
        <Secrets check={check} />
        <fieldset className="formats">
          <legend>Format</legend>
          {FORMATS.map(({ format: value, name, about }) => (
            <label key={value} className="format">
              <input
                type="radio"
                name="export-format"
                value={value}
                checked={format === value}
                disabled={isWorking}
                onChange={() => actions.chooseFormat(value)}
              />
              <span className="name">{name}</span>
              <span className="about">
                {value === "jsonl" && thread.source === "counterfoil" ? `${about} It can be imported again.` : about}
              </span>
            </label>
          ))}
        </fieldset>
        <Progress step={step} />
        <p className="dialog-acts">
          <button type="button" className="btn" onClick={actions.closeOverlay}>
            {step.type === "saved" ? "Done" : "Cancel"}
          </button>
          {step.type === "exists" ? (
            <button type="button" className="btn" onClick={actions.replaceExport}>
              Replace it
            </button>
          ) : null}
          <button
            type="button"
            className="btn btn-primary"
            aria-disabled={isWorking || check.type === "checking"}
            onClick={isWorking || check.type === "checking" ? undefined : actions.saveExport}
          >
            {step.type === "saved" ? "Save another…" : step.type === "exists" ? "Choose another place…" : "Save…"}
          </button>
        </p>
      </div>
    </Dialog>
  );
}

function Secrets({ check }: { check: SecretCheck }) {
  switch (check.type) {
    case "checking":
      return <p role="status">Looking for what may be a secret…</p>;
    case "failed":
      return (
        <p className="dialog-problem" role="alert">
          {`It could not be searched for secrets: ${check.message} Look through what you export yourself.`}
        </p>
      );
    case "checked":
      if (check.findings.length === 0)
        return (
          <p className="found-none">
            <Icon name="check" />
            {foundWords(0)}
          </p>
        );
      return (
        <section className="findings" aria-labelledby="findings-head">
          <p id="findings-head">
            <Icon name="warning" />
            <strong>{foundWords(check.findings.length)}</strong>
            {check.findings.length === 1 ? " It will stand in the file as it is." : " They will stand in the file as they are."}
          </p>
          <ul tabIndex={0} aria-label="What looks like a secret">
            {check.findings.map(({ kind, itemId, line, excerpt }, index) => (
              <li key={`${itemId ?? ""} ${index}`}>
                <span className="kind">{kind}</span>
                <code dir="ltr">{excerpt}</code>
                <span className="line-no">{line !== undefined ? `line ${line}` : itemId === undefined ? "in its name" : ""}</span>
              </li>
            ))}
          </ul>
          {check.isWhole ? null : <p>There is more than is listed here.</p>}
        </section>
      );
  }
}

function Progress({ step }: { step: ExportStep }) {
  switch (step.type) {
    case "choosing":
      return step.problem === null ? null : <p className="dialog-problem" role="alert">{`It was not saved: ${step.problem}`}</p>;
    case "saving":
      return <p role="status">{`Saving ${step.file}…`}</p>;
    case "exists":
      return <p role="alert">{`${step.file} is there already. Replace it?`}</p>;
    case "saved":
      return (
        <p role="status" className="saved">
          <Icon name="check" />
          <span>
            {`Saved, ${byteWords(step.bytes)}: `}
            <span className="mono" dir="ltr">
              {step.file}
            </span>
          </span>
        </p>
      );
  }
}
