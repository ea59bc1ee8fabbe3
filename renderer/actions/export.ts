// Saving a session for others: first what it may give away, then where, then the file.
import type { ExportFormat } from "../../shared/protocol/past-session";
import type { ExportStep, OverlayOf } from "../state/overlay";
import { addNotice, announce } from "../state/window-state";
import { byteWords } from "../text/duration";
import { exportName, exportTitle, foundWords } from "../text/export-words";
import type { ActionContext } from "./action-context";

export async function checkExport({ state, client }: ActionContext): Promise<void> {
  const asked = shownExport(state);
  if (asked === null) return;
  const reply = await client.invoke("thread/export/check", { threadId: asked.thread.id });
  const now = shownExport(state);
  if (now?.thread.id !== asked.thread.id) return;
  const check = reply.ok
    ? ({ type: "checked", ...reply.result } as const)
    : ({ type: "failed", message: reply.error.message } as const);
  state.ui.setState({ overlay: { ...now, check } });
  if (reply.ok) announce(state, foundWords(reply.result.findings.length));
}

export function chooseFormat({ state }: ActionContext, format: ExportFormat): void {
  const shown = shownExport(state);
  if (shown !== null) state.ui.setState({ overlay: { ...shown, format, step: { type: "choosing", problem: null } } });
}

export async function saveExport(context: ActionContext): Promise<void> {
  const shown = shownExport(context.state);
  if (shown === null) return;
  const suggestedName = exportName(exportTitle(shown.thread, shown.check) ?? "", shown.format);
  const reply = await context.client.invoke("file/choose", { purpose: "saveExport", suggestedName });
  if (!reply.ok) setStep(context, shown, { type: "choosing", problem: reply.error.message });
  else if (reply.result.path !== null) await write(context, { shown, file: reply.result.path, canReplace: false });
}

/** After the person has been told that the file is there. */
export async function replaceExport(context: ActionContext): Promise<void> {
  const shown = shownExport(context.state);
  if (shown?.step.type === "exists") await write(context, { shown, file: shown.step.file, canReplace: true });
}

interface Order {
  readonly shown: OverlayOf<"export">;
  readonly file: string;
  readonly canReplace: boolean;
}

async function write(context: ActionContext, { shown, file, canReplace }: Order): Promise<void> {
  const { thread, format } = shown;
  setStep(context, shown, { type: "saving", file });
  const params = { threadId: thread.id, format, file, ...(canReplace ? { canReplace } : {}) };
  const reply = await context.client.invoke("thread/export", params);
  if (!reply.ok) setStep(context, shown, { type: "choosing", problem: reply.error.message });
  else if (reply.result.outcome === "exists") setStep(context, shown, { type: "exists", file });
  else {
    const { bytes } = reply.result;
    setStep(context, shown, { type: "saved", file, bytes });
    announce(context.state, `Saved, ${byteWords(bytes)}.`);
  }
}

/** Where the card has been closed meanwhile, what went wrong is still told. */
function setStep({ state }: ActionContext, { thread, check }: OverlayOf<"export">, step: ExportStep): void {
  const now = shownExport(state);
  if (now?.thread.id === thread.id) state.ui.setState({ overlay: { ...now, step } });
  else if (step.type === "choosing" && step.problem !== null)
    addNotice(state, "error", `“${exportTitle(thread, check) ?? "This session"}” was not exported: ${step.problem}`);
}

function shownExport(state: ActionContext["state"]): OverlayOf<"export"> | null {
  const { overlay } = state.ui.getState();
  return overlay.type === "export" ? overlay : null;
}
