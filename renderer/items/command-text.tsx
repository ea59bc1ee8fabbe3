// A command whole and exact. Where a hook has changed it: what was asked for, and what will run.
import { ExactText } from "../components/exact-text";
import { lengthWords } from "../text/exact-text";

/** `isAside`: it is not what will run, and gets less room. */
export function CommandText({ command, isAside = false }: { command: string; isAside?: boolean }) {
  const length = lengthWords(command);
  return (
    <>
      <pre className={isAside ? "cmd is-aside" : "cmd"} tabIndex={0}>
        <code>
          <ExactText text={command} />
        </code>
      </pre>
      {length === null ? null : <p className="cmd-length">{`${length}; scroll to read all of it`}</p>}
    </>
  );
}

export function ChangedCommand({ askedFor, willRun }: { askedFor: string; willRun: string }) {
  return (
    <>
      <p className="cmd-change">A hook changed this command.</p>
      <p className="cmd-term">Asked for:</p>
      <CommandText command={askedFor} isAside />
      <p className="cmd-term">Will run:</p>
      <CommandText command={willRun} />
    </>
  );
}
