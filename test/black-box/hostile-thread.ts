// A turn of a model that calls tools one after the other and then says that it is done, in the built program.
import { startHeadless, startTurn, turnEnd, type Place } from "../support/black-box";
import type { HeadlessProgram } from "../support/headless-program";
import { call, completed, created, message, type ProviderEvent } from "../support/provider-events";
import { reply, startScriptedModel, type RecordedRequest, type ScriptedModel } from "../support/scripted-model";
import { tempFolder } from "../support/temp-folder";

/** A call of each request, in order; a list is one response with several. */
export type Plan = readonly (PlannedCall | readonly PlannedCall[])[];
export type PlannedCall = readonly [name: string, args: object];

export interface HostileThread {
  readonly program: HeadlessProgram;
  readonly model: ScriptedModel;
  readonly place: Place;
  readonly threadId: string;
  readonly cwd: string;
  /** How a turn with these calls ended, and what the model read of each. */
  readonly play: (plan: Plan) => Promise<{ readonly end: string; readonly outputs: readonly string[] }>;
  /** Begins such a turn. */
  readonly begin: (plan: Plan) => Promise<string>;
}

export interface ThreadWish {
  readonly cwd?: string;
  readonly home?: string;
  readonly params?: object;
  readonly variables?: Readonly<Record<string, string>>;
}

/** A thread whose model does what each turn is told. */
export async function hostileThread({
  cwd = tempFolder(),
  home = tempFolder(),
  params = {},
  variables = {},
}: ThreadWish = {}): Promise<HostileThread> {
  let steps: (readonly ProviderEvent[])[] = [];
  let turns = 0;
  const model = await startScriptedModel(() => {
    const step = steps.shift();
    return step === undefined ? reply(created(), message("Done."), completed()) : reply(created(), ...step, completed());
  });
  const place: Place = { home, baseUrl: model.baseUrl, variables };
  const program = await startHeadless(place);
  const { thread } = await program.ask("thread/start", { cwd, ...params });
  const threadId = (thread as { id: string }).id;
  const begin = (plan: Plan): Promise<string> => {
    turns += 1;
    const turn = turns;
    steps = plan.map((planned, step) => {
      const calls = isOne(planned) ? [planned] : planned;
      return calls.flatMap(([name, args], at) => call(`t${turn}s${step}c${at}`, name, args));
    });
    return startTurn(program, threadId, "go");
  };
  const play: HostileThread["play"] = async (plan) => {
    const end = await turnEnd(program, await begin(plan));
    return { end, outputs: outputsOf(model.requests.at(-1), `t${turns}s`) };
  };
  return { program, model, place, threadId, cwd, play, begin };
}

function isOne(planned: Plan[number]): planned is PlannedCall {
  return typeof planned[0] === "string";
}

export function outputsOf(request: RecordedRequest | undefined, prefix: string): string[] {
  return (request?.input ?? []).flatMap(({ type, call_id: id, output }) =>
    String(type).endsWith("_output") && String(id).startsWith(prefix)
      ? [typeof output === "string" ? output : JSON.stringify(output)]
      : [],
  );
}
