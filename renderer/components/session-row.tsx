// One session in the list: its state, its first words, how long ago.
import type { Thread } from "../../shared/protocol/thread";
import { threadGlyph, type ThreadGlyph } from "../state/selectors";
import { relativeTime } from "../text/duration";
import { Icon, type IconName } from "./icon";
import { useWindow } from "./window-context";

const GLYPHS: Record<Exclude<ThreadGlyph, "none">, { icon: IconName; word: string }> = {
  waiting: { icon: "sign", word: "Waiting for you. " },
  sleeping: { icon: "clock", word: "Sleeping. " },
  working: { icon: "dots", word: "Working. " },
  failed: { icon: "x", word: "Failed. " },
};

interface SessionRowProps {
  readonly thread: Thread;
  /** Approvals of this session that wait. */
  readonly asking: number;
  readonly isCurrent: boolean;
  readonly now: number;
}

export function SessionRow({ thread, asking, isCurrent, now }: SessionRowProps) {
  const { actions } = useWindow();
  const glyph = threadGlyph(thread.status, asking > 0);
  return (
    <li>
      <button
        type="button"
        className="side-row"
        aria-current={isCurrent ? "page" : undefined}
        onClick={() => actions.openThread(thread.id)}
      >
        <span className={`glyph glyph-${glyph}`}>
          {glyph === "none" ? null : (
            <>
              <Icon name={GLYPHS[glyph].icon} />
              <span className="sr">{GLYPHS[glyph].word}</span>
            </>
          )}
        </span>
        <span className="label" dir="auto" title={thread.preview}>
          {sessionTitle(thread)}
        </span>
        <span className={asking > 0 ? "meta is-waiting" : "meta"}>
          {asking > 0 ? asking : relativeTime(thread.updatedAtMs, now)}
        </span>
      </button>
    </li>
  );
}

export function sessionTitle(thread: Thread): string {
  return thread.preview.split("\n", 1)[0]?.trim() || "New session";
}
