// Each new session begins here: what this is, and only doors that lead somewhere.
import { useStore } from "zustand";
import { commandsMeet } from "../text/policy-words";
import { modKey } from "../text/shown-keys";
import { Composer } from "./composer";
import { Icon, type IconName } from "./icon";
import { RecentFiles } from "./recent-files";
import { useWindow } from "./window-context";

export function FirstPage() {
  const { state, actions, platform } = useWindow();
  const settings = useStore(state.settings, ({ current }) => current);
  return (
    <>
      <div className="scroll first-scroll" tabIndex={0} role="region" aria-label="Start">
        <div className="first">
          <Mark />
          <h2>For everything it does, you keep the counterfoil.</h2>
          <p className="lede">
            Each tool call is on disk before it runs, and each has exactly one output. The perforation between them stays open
            until that output is in the file, so what you read here is what happened.
          </p>
          <ul className="choices">
            {settings?.isDemo === true ? (
              <Choice
                isFirst
                icon="play"
                name="Try the demo"
                about="A scripted model lists files and runs commands while you watch."
                kept="No key, no network"
                onChoose={actions.tryDemo}
              />
            ) : null}
            <Choice
              isFirst={settings?.isDemo === false}
              icon="folder"
              name="Open a folder"
              about="Work starts in a folder; commands run there."
              kept={settings === null ? "" : commandsMeet(settings)}
              shortcut={modKey(platform, "O")}
              onChoose={actions.openFolder}
            />
            <Choice
              icon="plug"
              name={settings?.isDemo === false ? "Connect another model" : "Connect a model"}
              about="Any server that speaks the Responses API, or your own."
              kept="One file or three variables"
              onChoose={() => actions.showConnect(true)}
            />
            <Choice
              icon="book"
              name="Open a past session"
              about="Or drop a .jsonl file on this window. Damaged ones too."
              kept="Read-only"
              shortcut={modKey(platform, "Shift O")}
              onChoose={actions.chooseRollout}
            />
          </ul>
          <RecentFiles />
          {settings === null ? null : (
            <p className="first-note">
              <Icon name="globe" />
              <span>
                {settings.isDemo
                  ? "The demo sends nothing anywhere. The first connection is the one you make when you connect a model."
                  : `Nothing of this session has been sent yet. Your input goes to ${settings.provider} when you send it.`}
              </span>
            </p>
          )}
        </div>
      </div>
      <div className="dock-wrap">
        <div className="dock dock-plain">
          <Composer open={null} />
        </div>
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly icon: IconName;
  readonly name: string;
  readonly about: string;
  readonly kept: string;
  readonly onChoose: () => void;
  readonly isFirst?: boolean;
  readonly shortcut?: string;
}

function Choice({ icon, name, about, kept, onChoose, isFirst = false, shortcut }: ChoiceProps) {
  return (
    <li>
      <button type="button" className={isFirst ? "cf choice is-first" : "cf choice"} data-state="done" onClick={onChoose}>
        <span className="cf-stub">
          <Icon name={icon} />
          <span>
            <span className="name">{name}</span>
            <span className="about">{about}</span>
          </span>
        </span>
        <span className="perf" aria-hidden="true" />
        <span className="cf-kept">
          <span>{kept}</span>
          {shortcut === undefined ? null : <kbd className="push">{shortcut}</kbd>}
        </span>
      </button>
    </li>
  );
}

function Mark() {
  return (
    <svg className="first-mark" viewBox="5 6 34 32" aria-hidden="true">
      <path d="M17 6.75H8.5A2.75 2.75 0 0 0 5.75 9.5v25a2.75 2.75 0 0 0 2.75 2.75H17M25 6.75h10.5a2.75 2.75 0 0 1 2.75 2.75v25a2.75 2.75 0 0 1-2.75 2.75H25M27 17h6M27 22h6M27 27h3.5M10.5 22h3" />
      <path className="dots" d="M21 8v.01M21 15v.01M21 22v.01M21 29v.01M21 36v.01" />
    </svg>
  );
}
