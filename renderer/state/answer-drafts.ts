// What a person has chosen and written so far to questions of the model: it survives scrolling away, and goes when the question is settled.
import type { StoreApi } from "zustand/vanilla";
import type { UserQuestion } from "../../shared/protocol/approval";
import type { RequestId } from "../../shared/protocol/ids";
import type { UserAnswers } from "../../shared/protocol/turn-item";

/** An option by its place, or the person's own words (`isOther`). */
export interface AnswerDraft {
  readonly option: number | null;
  readonly isOther: boolean;
  readonly text: string;
}

export type AnswerDrafts = Readonly<Record<RequestId, Readonly<Record<string, AnswerDraft>>>>;

export const NO_ANSWER: AnswerDraft = { option: null, isOther: false, text: "" };

interface DraftStore {
  readonly answerDrafts: StoreApi<AnswerDrafts>;
}

/** Whether the person may write an answer of their own. */
export function hasOwnWords({ options, isOther }: UserQuestion): boolean {
  return isOther === true || (options ?? []).length === 0;
}

/** The answer to one question; null: there is none yet. */
export function draftedAnswer({ options = [] }: UserQuestion, draft: AnswerDraft): string | null {
  const isWritten = draft.isOther || options.length === 0;
  if (isWritten) return draft.text.trim() === "" ? null : draft.text.trim();
  return draft.option === null ? null : (options[draft.option]?.label ?? null);
}

/** Every question by its id; one without an answer has none. */
export function draftedAnswers(
  questions: readonly UserQuestion[],
  drafts: Readonly<Record<string, AnswerDraft>>,
): { readonly answers: UserAnswers; readonly count: number } {
  const given = questions.map((question) => [question.id, draftedAnswer(question, drafts[question.id] ?? NO_ANSWER)] as const);
  return {
    answers: Object.fromEntries(given.map(([id, answer]) => [id, answer === null ? [] : [answer]])),
    count: given.filter(([, answer]) => answer !== null).length,
  };
}

export function draftAnswer(
  { answerDrafts }: DraftStore,
  requestId: RequestId,
  change: Readonly<Record<string, AnswerDraft>>,
): void {
  answerDrafts.setState((known) => ({ [requestId]: { ...known[requestId], ...change } }));
}

export function forgetAnswers({ answerDrafts }: DraftStore, requestId: RequestId): void {
  const { [requestId]: _settled, ...others } = answerDrafts.getState();
  answerDrafts.setState(others, true);
}
