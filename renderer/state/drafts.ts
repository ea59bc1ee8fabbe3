// What the person has written and not yet handed over, per thread; `new` before there is one. Pure steps; nothing here loses a word.
import type { ClientMessageId } from "../../shared/protocol/ids";

export const NEW_DRAFT = "new";

export interface Submission {
  readonly clientId: ClientMessageId;
  readonly text: string;
}

export interface Draft {
  readonly text: string;
  /** Handed over and not yet accepted. */
  readonly sending: Submission | null;
  /** The last one was refused; the same text goes out again under the same id, so it can never be accepted twice. */
  readonly refused: (Submission & { readonly why: string }) | null;
}

export type Drafts = Readonly<Record<string, Draft>>;

export const EMPTY_DRAFT: Draft = { text: "", sending: null, refused: null };

export function draftOf(drafts: Drafts, key: string): Draft {
  return drafts[key] ?? EMPTY_DRAFT;
}

/** What must survive a crash: the text, and before it what is not accepted yet. */
export function keptText(draft: Draft): string {
  return draft.sending === null ? draft.text : joined(draft.sending.text, draft.text);
}

export function withText(drafts: Drafts, key: string, text: string): Drafts {
  return { ...drafts, [key]: { ...draftOf(drafts, key), text } };
}

/** The draft's text becomes a submission, unless there is nothing to send or one is under way. */
export function withSubmission(
  drafts: Drafts,
  key: string,
  newId: () => ClientMessageId,
): { drafts: Drafts; submission: Submission } | null {
  const draft = draftOf(drafts, key);
  if (draft.sending !== null || draft.text.trim() === "") return null;
  const { refused, text } = draft;
  const submission = { text, clientId: refused !== null && refused.text === text ? refused.clientId : newId() };
  return { drafts: { ...drafts, [key]: { text: "", sending: submission, refused: null } }, submission };
}

export function withAccepted(drafts: Drafts, key: string): Drafts {
  return { ...drafts, [key]: { ...draftOf(drafts, key), sending: null, refused: null } };
}

/** The text is back at the front of the draft, with the reason beside it. */
export function withRefused(drafts: Drafts, key: string, why: string): Drafts {
  const draft = draftOf(drafts, key);
  if (draft.sending === null) return drafts;
  const { sending } = draft;
  return { ...drafts, [key]: { text: keptText(draft), sending: null, refused: { ...sending, why } } };
}

/** Words that would be lost elsewhere, before what stands in the draft. */
export function withTextBefore(drafts: Drafts, key: string, text: string): Drafts {
  const draft = draftOf(drafts, key);
  return { ...drafts, [key]: { ...draft, text: joined(text, draft.text) } };
}

/** A thread has begun: what stood under `from` is now its draft. */
export function withMoved(drafts: Drafts, from: string, to: string): Drafts {
  return { ...drafts, [to]: draftOf(drafts, from), [from]: EMPTY_DRAFT };
}

function joined(first: string, second: string): string {
  return [first, second].filter((text) => text !== "").join("\n\n");
}
