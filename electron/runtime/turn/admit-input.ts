// Input on its way into the transcript: each of the person's is shown to the userPromptSubmit hooks first; what they hold back is not lost but
// goes to the front of the queue, which is paused.
import type { LineBody } from "../../../shared/protocol/rollout-line";
import { inputText } from "../../../shared/protocol/user-input";
import type { WaitingMail } from "../history/input-projection";
import { contextLine, inputLines, mailLines, requeueLines } from "../history/turn-lines";
import type { AcceptedInput } from "../input/input-queue";
import { refusalOf, runHooks } from "../tools/run-hooks";
import type { TurnScope } from "./turn-scope";

/**
 * Records the inputs, in order, then the mail. False when a hook has held back all that the person said and no mail asks for a turn: there is
 * nothing to ask the model.
 */
export async function admitInput(
  { inputs, mail }: { readonly inputs: readonly AcceptedInput[]; readonly mail: readonly WaitingMail[] },
  turn: TurnScope,
): Promise<boolean> {
  const admitted: LineBody[] = [];
  const held: AcceptedInput[] = [];
  const notices: LineBody[] = [];
  for (const input of inputs) {
    const answers = await runHooks({ event: "userPromptSubmit", prompt: inputText(input.input) }, turn, turn.signal);
    // Stopped before the hooks had all answered: whatever is not recorded goes back with the turn's end.
    if (turn.signal.aborted && turn.hooks.has("userPromptSubmit")) return false;
    const contexts = answers.flatMap(({ context }) => (context === null ? [] : [contextLine(context)]));
    const refusal = refusalOf(answers);
    admitted.push(...contexts, ...(refusal === null ? inputLines(input) : []));
    if (refusal === null) continue;
    held.push(input);
    notices.push({
      type: "cf_notice",
      payload: { level: "warning", code: "hookBlocked", text: `A hook held back your input: ${refusal}` },
    });
  }
  // What goes back stands first: input is dealt with in the order it came.
  const back: LineBody[] =
    held.length === 0 ? [] : [...requeueLines(held, turn.ids), { type: "cf_queue", payload: { op: "pause" } }];
  const lines = [...back, ...admitted, ...mail.flatMap(mailLines), ...notices];
  if (lines.length > 0) await turn.record(lines);
  return held.length === 0 || held.length < inputs.length || mail.some(({ triggerTurn }) => triggerTurn);
}
