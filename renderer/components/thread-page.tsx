// The middle of the window while a session is open: its notices, its thread, its dock.
import type { ThreadId } from "../../shared/protocol/ids";
import { useStore } from "zustand";
import { Composer } from "./composer";
import { FileBanner } from "./file-banner";
import { NowLine } from "./now-line";
import { PastBar } from "./past-bar";
import { QueueStrip } from "./queue-strip";
import { ThreadList } from "./thread-list";
import { useWindow } from "./window-context";

export function ThreadPage({ threadId }: { threadId: ThreadId }) {
  const { state, actions } = useWindow();
  const open = useStore(state.open, (threads) => threads[threadId]);
  if (open === undefined || open.type === "opening") {
    return (
      <div className="stage">
        <p className="thread-wait">Opening the session</p>
      </div>
    );
  }
  if (open.type === "failed") {
    return (
      <div className="stage">
        <div className="thread-wait" role="alert">
          <p>{`This session could not be opened: ${open.message}`}</p>
          <button type="button" className="btn" onClick={() => actions.openThread(threadId)}>
            Try again
          </button>
        </div>
      </div>
    );
  }
  return (
    <>
      <FileBanner key={`file/${threadId}`} open={open} />
      <ThreadList key={`${threadId}/${open.placeCount}`} open={open} />
      <div className="dock-wrap">
        <div className="dock">
          <NowLine open={open} />
          <QueueStrip key={threadId} open={open} />
          {open.isReadOnly ? <PastBar open={open} /> : <Composer open={open} />}
        </div>
      </div>
    </>
  );
}
