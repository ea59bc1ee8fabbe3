// One thing that can be chosen in the palette: a session, a place in one, a command.
import { useEffect, useRef } from "react";
import type { SearchField } from "../../shared/protocol/past-session";
import type { Thread } from "../../shared/protocol/thread";
import type { PaletteOption } from "../state/palette";
import { threadGlyph } from "../state/selectors";
import { relativeTime } from "../text/duration";
import { folderName } from "../text/folder-name";
import { sessionTitle } from "../text/session-words";
import { Icon, type IconName } from "./icon";
import { MarkedText } from "./marked-text";

const FIELDS: Record<SearchField, { readonly word: string; readonly icon: IconName }> = {
  prompt: { word: "You", icon: "edit" },
  answer: { word: "Answer", icon: "book" },
  command: { word: "Command", icon: "terminal" },
  output: { word: "Output", icon: "raw" },
  other: { word: "Other", icon: "file" },
};

interface PaletteRowProps {
  readonly id: string;
  readonly option: PaletteOption;
  readonly shortcut: string | undefined;
  readonly isChosen: boolean;
  readonly now: number;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

export function PaletteRow({ id, option, shortcut, isChosen, now, onPoint, onChoose }: PaletteRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={option.type === "hit" && !option.isFirst ? "hit is-further" : "hit"}
      // A list that moves under a resting pointer chooses nothing.
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      <Words option={option} shortcut={shortcut} isChosen={isChosen} now={now} />
    </div>
  );
}

function Words({ option, shortcut, isChosen, now }: Pick<PaletteRowProps, "option" | "shortcut" | "isChosen" | "now">) {
  const enter = isChosen ? <kbd>Enter</kbd> : null;
  switch (option.type) {
    case "session":
      return (
        <>
          <Icon name={sessionIcon(option.thread)} />
          <span className="t" dir="auto">
            <MarkedText text={sessionTitle(option.thread)} ranges={option.ranges} />
          </span>
          <span className="m">
            {`${placeWords(option.thread)}${relativeTime(option.thread.updatedAtMs, now)}`}
            {enter}
          </span>
        </>
      );
    case "hit": {
      const { word, icon } = FIELDS[option.hit.field];
      return (
        <>
          {option.isFirst ? (
            <span className="t" dir="auto">
              {sessionTitle(option.thread)}
            </span>
          ) : (
            <span className="sr">{`${sessionTitle(option.thread)}. `}</span>
          )}
          <Icon name={icon} />
          <span className="m">
            {relativeTime(option.hit.atMs, now)}
            {enter}
          </span>
          <span className="snip" dir="auto">
            {`${word}: `}
            <MarkedText text={option.hit.snippet} ranges={option.hit.ranges} />
          </span>
        </>
      );
    }
    case "command":
      return (
        <>
          <Icon name="right" />
          <span className="t">
            <MarkedText text={option.words} ranges={option.ranges} />
          </span>
          <span className="m">{shortcut === undefined ? enter : <kbd>{shortcut}</kbd>}</span>
        </>
      );
  }
}

function placeWords({ cwd }: Thread): string {
  return cwd === "" ? "" : `${folderName(cwd).name} · `;
}

function sessionIcon(thread: Thread): IconName {
  switch (threadGlyph(thread, false)) {
    case "waiting":
      return "sign";
    case "sleeping":
      return "clock";
    case "working":
      return "dots";
    case "failed":
      return "x";
    case "broken":
      return "warning";
    case "readOnly":
      return "book";
    case "interrupted":
    case "unfinished":
    case "none":
      return "file";
  }
}
