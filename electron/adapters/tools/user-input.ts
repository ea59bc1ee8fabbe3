// The request_user_input tool: questions to the person, whose answers the pipeline asks for and hands to the run.
import { RequestUserInputArguments, checkArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import type { UserAnswers } from "../../../shared/protocol/turn-item";
import type { Prepared, RunResult, Tool } from "../../runtime/ports/tool";
import { describeIgnored } from "./describe-ignored";

type Questions = RequestUserInputArguments["questions"];

/** protocol.md §7 `request_user_input`. */
export function createUserInputTool(): Tool {
  return {
    spec: {
      name: "request_user_input",
      description:
        "Asks the user one to three short questions and waits for the answers, when the work cannot go on well without them. " +
        "Never ask for passwords, keys or other secrets: answers are kept in the session's file.",
      get parameters() {
        return toJSONSchema(RequestUserInputArguments);
      },
    },
    gate: "exclusive",
    changesWorld: false,
    graceMs: 100,
    prepare,
  };
}

function prepare(value: unknown): Prepared {
  const checked = checkArguments(RequestUserInputArguments, value);
  if (!checked.ok) return checked;
  const { questions } = checked.args;
  const twice = questions.find(({ id }, index) => questions.findIndex((other) => other.id === id) !== index);
  if (twice !== undefined) return { ok: false, detail: `two questions have the id ${JSON.stringify(twice.id)}` };
  return {
    ok: true,
    run: {
      notes: describeIgnored(checked.ignored),
      subject: { kind: "userInput", questions },
      lastsMs: null,
      run: ({ answers }) => Promise.resolve(answered(questions, answers)),
    },
  };
}

/** In Codex's form: every question by its id, in order, with what was chosen or written. */
function answered(questions: Questions, answers: UserAnswers | null): RunResult {
  if (answers === null) return { status: "completed", output: "The user gave no answers." };
  const byId = questions.map(({ id }) => [id, { answers: Object.hasOwn(answers, id) ? (answers[id] ?? []) : [] }] as const);
  return { status: "completed", output: JSON.stringify({ answers: Object.fromEntries(byId) }) };
}
