// The questions of a request_user_input as the model wrote them, and how they were answered.
import { z } from "zod";
import { UserQuestion } from "../../shared/protocol/approval";
import type { TurnItemOf } from "../../shared/protocol/turn-item";

const written = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      context.addIssue({ code: "custom", message: String(error) });
      return z.NEVER;
    }
  })
  .pipe(z.looseObject({ questions: z.array(z.unknown()) }));

/** Those that can be read; none where the arguments are something else. */
export function writtenQuestions(text: string): UserQuestion[] {
  const parsed = written.safeParse(text);
  if (!parsed.success) return [];
  return parsed.data.questions.flatMap((question) => UserQuestion.safeParse(question).data ?? []);
}

type Approval = Pick<TurnItemOf<"approval">, "decision" | "decidedBy" | "answers">;

/** How it ended, in the closed card; null while it is open or nobody knows. */
export function endingWords({ decision, decidedBy, answers }: Approval, questions: readonly UserQuestion[]): string | null {
  if (decision === undefined) return null;
  if (decision === "accept" || decision === "acceptForSession") {
    const given = questions.flatMap(({ id, isSecret }) => (isSecret === true ? ["not shown"] : (answers?.[id] ?? [])));
    return given.length === 1 ? (given[0] ?? "") : `${given.length} answers`;
  }
  if (decidedBy === "timeout") return "nobody answered";
  return decidedBy === "person" ? "by you" : "by policy";
}
