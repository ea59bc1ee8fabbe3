// What a person may overlook in what is asked: the runtime's words, and every character that cannot be seen.
import { OUTSIDE_SANDBOX_WARNING, type PendingApproval } from "../../shared/protocol/approval";
import { invisibleCodes } from "../text/invisible";
import { VisibleText } from "./visible-text";

export function AskWarnings({ approval }: { approval: PendingApproval }) {
  const codes = approval.kind === "command" ? invisibleCodes(approval.command) : [];
  const isSaid = (warning: string) =>
    warning === OUTSIDE_SANDBOX_WARNING || codes.some((code) => warning.endsWith(`invisible character ${code}`));
  const warnings = approval.warnings.filter((warning) => !isSaid(warning));
  return (
    <>
      {codes.length === 0 ? null : <InvisibleCharacters codes={codes} />}
      {warnings.length === 0 ? null : (
        <ul className="ask-warnings" tabIndex={0} aria-label="Why it is asked">
          {warnings.map((warning, index) => (
            <li key={index} dir="auto">
              <VisibleText text={sentence(warning)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

const SHOWN_CODES = 8;

function InvisibleCharacters({ codes }: { codes: readonly string[] }) {
  const shown = codes.slice(0, SHOWN_CODES);
  return (
    <p className="ask-why">
      {`The command holds ${codes.length === 1 ? "a character" : "characters"} that cannot be seen, shown as `}
      {shown.map((code, index) => (
        <span key={code}>
          {index === 0 ? "" : " "}
          <span className="esc">{code}</span>
        </span>
      ))}
      {codes.length > SHOWN_CODES ? ` and ${codes.length - SHOWN_CODES} more kinds` : ""}. It may not do what it seems to say.
    </p>
  );
}

function sentence(warning: string): string {
  const upper = warning.charAt(0).toUpperCase() + warning.slice(1);
  return /[.!?]$/.test(upper) ? upper : `${upper}.`;
}
