// What happens once when the window opens: listen first, then say who we are, then read what there is.
import { NEW_DRAFT, withText } from "../state/drafts";
import { withListPage } from "../state/thread-list";
import { applyBatch } from "../state/apply-batch";
import { addNotice } from "../state/window-state";
import { type ActionContext, runDetached } from "./action-context";
import type { DraftWriter } from "./draft-writer";
import { openFolder, showNew } from "./folder";
import { catchUp } from "./open-thread";
import { readSettings } from "./settings";
import { toggleSidebar } from "./sidebar";
import { readLines } from "./thread-pages";

const LIST_SIZE = 100;

export async function startWindow(context: ActionContext, drafts: DraftWriter): Promise<void> {
  listen(context);
  const hello = await context.client.invoke("initialize", { clientInfo: { name: "counterfoil-window", version: "0.1.0" } });
  if (!hello.ok) {
    addNotice(context.state, "error", `The runtime did not answer: ${hello.error.message}`);
    return;
  }
  await Promise.all([readSettings(context), listMore(context), readDrafts(context, drafts)]);
}

function listen(context: ActionContext): void {
  context.client.subscribe((batch) => {
    const { behind, menu, numbered } = applyBatch(context.state, batch);
    for (const threadId of behind) runDetached(context, "Catching up", () => catchUp(context, threadId));
    for (const threadId of numbered) runDetached(context, "Numbering lines", () => readLines(context, threadId));
    for (const action of menu) {
      if (action === "newSession") showNew(context);
      else if (action === "openFolder") runDetached(context, "Open a folder", () => openFolder(context));
      else toggleSidebar(context);
    }
  });
}

/** The next page of the list of sessions. */
export async function listMore({ client, state }: ActionContext): Promise<void> {
  const cursor = state.threads.getState().nextCursor;
  const reply = await client.invoke("thread/list", { limit: LIST_SIZE, ...(cursor === null ? {} : { cursor }) });
  if (reply.ok) state.threads.setState((list) => withListPage(list, reply.result));
  else addNotice(state, "error", `The sessions could not be listed: ${reply.error.message}`);
}

async function readDrafts({ client, state }: ActionContext, writer: DraftWriter): Promise<void> {
  const reply = await client.invoke("draft/read", {});
  if (!reply.ok) {
    addNotice(state, "warning", `Your drafts could not be read: ${reply.error.message}`);
    return;
  }
  writer.wasRead(reply.result.drafts);
  state.drafts.setState((drafts) =>
    Object.entries(reply.result.drafts).reduce(
      (known, [key, text]) => ((known[key]?.text ?? "") === "" ? withText(known, key, text) : known),
      drafts,
    ),
  );
  if ((reply.result.drafts[NEW_DRAFT] ?? "") !== "")
    state.ui.setState(({ composerFocusCount }) => ({ composerFocusCount: composerFocusCount + 1 }));
}
