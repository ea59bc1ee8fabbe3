// A command whole and exact. Where a hook has changed it: what was asked for, and what will run.
import { VisibleText } from "../components/visible-text";

export function CommandText({ command }: { command: string }) {
  return (
    <pre className="cmd" tabIndex={0}>
      <code>
        <VisibleText text={command} />
      </code>
    </pre>
  );
}

export function ChangedCommand({ askedFor, willRun }: { askedFor: string; willRun: string }) {
  return (
    <>
      <p className="cmd-change">A hook changed this command.</p>
      <p className="cmd-term">Asked for:</p>
      <CommandText command={askedFor} />
      <p className="cmd-term">Will run:</p>
      <CommandText command={willRun} />
    </>
  );
}
