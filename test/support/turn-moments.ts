// A walk through what a whole turn can look like: queue, mail, hooks, compaction, retries. Each moment is shown to a visitor, who takes its picture
// or checks it; the next one comes when the visitor is done.
import { expect, type Places } from "./app-fixture";
import { gate } from "./gate";
import { connectedTo, writeSettings } from "./model-fixture";
import type { OpenApp } from "./open-app";
import { call, completed, created, message, messageAdded, textDelta } from "./provider-events";
import { asksForSummary, cut, refusal, reply, replyWith, startScriptedModel, type Step } from "./scripted-model";

export interface Walk {
  readonly places: Places;
  readonly launch: (variables?: Record<string, string>) => Promise<OpenApp>;
  readonly visit: (app: OpenApp, moment: string) => Promise<void>;
}

const STOP_HOOK = `grep -q '"stop_hook_active":true' || { echo 'Before this ends, say in one line what was not tested.' >&2; exit 2; }`;

/** On the demo, in one session. */
export async function walkQueueMailAndCompaction({ places, launch, visit }: Walk): Promise<void> {
  const app = await launch();
  await app.openFolder();
  await app.ask("read README.md and summarise it");
  await app.turnEnds(1, /^Completed in /);
  await app.ask("wait 20 minutes");
  await expect(app.thread.getByRole("timer")).toBeVisible();
  const wishes = ["Add a line to CHANGELOG.md", "Does the gauge need the same test? ".repeat(6).trim(), "list the files here"];
  for (const [index, wish] of wishes.entries()) {
    await app.ask(wish);
    await app.queueIs(wishes.slice(0, index + 1));
  }
  await visit(app, "queue");
  await app.queued("Edit", "Add a line").click();
  await visit(app, "queue-edit");
  await app.page.keyboard.press("Escape");
  await app.page.keyboard.press("Escape");
  await app.turnEnds(2, "Interrupted by you");
  await visit(app, "queue-paused");
  for (const wish of wishes.slice(0, 2)) await app.queued("Remove", wish.slice(0, 20)).click();
  writeSettings(places, { hooks: { stop: [{ command: STOP_HOOK }] } });
  await app.button("Resume").click();
  await app.turnEnds(3, /^Completed in /);
  writeSettings(places, {});
  await app.command("thread/mail/send", {
    threadId: app.threadId(),
    author: "gauge-agent",
    text: "The gauge reads 4.2 m.\n\nIts log is in logs/gauge.txt.",
    triggerTurn: true,
  });
  await app.turnEnds(4, /^Completed in /);
  await visit(app, "hook-and-mail");
  await app.button(/^Context: /).click();
  await expect(app.page.getByRole("dialog").getByRole("listitem").first()).toBeVisible();
  await visit(app, "model-window");
  await app.button("Compact now").click();
  await app.turnEnds(5, /^Completed in /);
  await expect(app.page.getByRole("dialog")).toContainText("estimated from their length");
  await visit(app, "model-window-compacted");
  await app.page.keyboard.press("Escape");
  await app.button("Summary the model went on with").click();
  await visit(app, "boundary");
  await app.close();
}

/** On servers that go wrong, each in a session of its own. */
export async function walkRetriesAndFailures({ launch, visit }: Walk): Promise<void> {
  await walkCompactionFailure({ launch, visit });
  await walkRetries({ launch, visit });
  await walkNetwork({ launch, visit });
}

async function walkCompactionFailure({ launch, visit }: Pick<Walk, "launch" | "visit">): Promise<void> {
  const summary = gate();
  const server = await startScriptedModel((request) => {
    if (!asksForSummary(request)) return reply(created(), ...message("The parser rounds 0.05 m down."), completed());
    const refused = refusal(400, { error: { message: "This model writes no summaries." } });
    return { ...refused, options: { ...refused.options, beforeHeaders: summary } };
  });
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("why does the test fail?");
  await app.turnEnds(1, /^Completed in /);
  await app.button(/^Context: /).click();
  await app.button("Compact now").click();
  await summary.reached;
  await app.page.keyboard.press("Escape");
  await expect(app.thread).toContainText("Compacting…");
  await visit(app, "compacting");
  summary.open();
  await app.turnEnds(2, /^Failed/);
  await visit(app, "compaction-failed");
  await app.close();
  await server.close();
}

async function walkRetries({ launch, visit }: Pick<Walk, "launch" | "visit">): Promise<void> {
  const second = gate();
  const steps: Step[] = [
    reply(
      created(),
      ...call("c1", "list_dir", { path: "." }),
      messageAdded("m1"),
      textDelta("m1", "Half of an answer that the connection did not live to end"),
      cut,
    ),
    replyWith({ beforeHeaders: second }, created(), ...message("The whole answer."), completed()),
    refusal(429, { error: { message: "You have sent too many requests." } }, { "retry-after": "55" }),
  ];
  const server = await startScriptedModel(steps);
  const app = await launch(connectedTo(server));
  await app.openFolder();
  await app.ask("what is here?");
  await expect(app.thread.getByText("Reconnecting 1 of 5")).toBeVisible();
  await server.request(1);
  await visit(app, "reconnecting");
  second.open();
  await app.turnEnds(1, /^Completed in /);
  await app.ask("and now?");
  await expect(app.thread.getByText(/^Rate limited until/)).toBeVisible();
  await visit(app, "rate-limited");
  await app.page.keyboard.press("Escape");
  await app.turnEnds(2, "Interrupted by you");
  await app.close();
  await server.close();
}

async function walkNetwork({ launch, visit }: Pick<Walk, "launch" | "visit">): Promise<void> {
  const gone = await startScriptedModel([]);
  await gone.close();
  const app = await launch(connectedTo(gone));
  await app.openFolder();
  await app.ask("is anybody there?");
  await expect(app.thread.getByText("Waiting for network")).toBeVisible();
  await visit(app, "network");
  await app.page.keyboard.press("Escape");
  await app.turnEnds(1, "Interrupted by you");
  await app.close();
}
