// The rules about commands: reading them for the settings, adding one and taking one away. The runtime's refusals are shown as it says them.
import type { CommandRule } from "../../shared/protocol/permission";
import { announce } from "../state/window-state";
import type { ActionContext } from "./action-context";

export async function readRules({ client, state }: ActionContext): Promise<void> {
  const reply = await client.invoke("rule/list", {});
  state.rules.setState(
    reply.ok ? { list: reply.result.rules, readProblem: null } : { list: null, readProblem: reply.error.message },
  );
}

/** Whether it was added. */
export async function addRule(context: ActionContext, rule: CommandRule): Promise<boolean> {
  const { client, state } = context;
  state.rules.setState({ problem: null });
  const reply = await client.invoke("rule/add", rule);
  if (!reply.ok) {
    state.rules.setState({ problem: `The rule was not added: ${reply.error.message}` });
    return false;
  }
  announce(state, "Rule added.");
  await readRules(context);
  return true;
}

export async function removeRule(context: ActionContext, rule: CommandRule): Promise<void> {
  const { client, state } = context;
  state.rules.setState({ problem: null });
  const reply = await client.invoke("rule/delete", rule);
  if (reply.ok) announce(state, "Rule removed.");
  else state.rules.setState({ problem: `The rule was not removed: ${reply.error.message}` });
  await readRules(context);
}
