// Carries out what the person and other programs do, as the commands of the protocol would, and remembers what was acknowledged.
import { ClientMessageId, InputId, ItemId, type ThreadId } from "../../shared/protocol/ids";
import { CommandRefused } from "../../electron/runtime/errors";
import type { Accepted } from "../../electron/runtime/session-manager";
import type { Session } from "../../electron/runtime/session";
import type { Act } from "./plan";
import type { World } from "./world";

/** What an interrupt may take besides the appends around it: the largest grace of a tool here. */
const GRACE_MS = 100;
/** The slowest append, which may just have begun. */
const APPEND_MS = 30;

const GONE = InputId.parse("gone");

export async function perform(act: Act, world: World, id: ThreadId): Promise<void> {
  const { manager } = world.runtime;
  const open = await manager.open(id).catch(() => null);
  if (open === null || world.isOver) return;
  const { session } = open;
  switch (act.type) {
    case "start":
      await submit(act.clientId, world, (submission) => manager.startTurn(id, submission));
      return;
    case "steer": {
      const expectedTurnId = session.activeTurnId;
      if (expectedTurnId === null) return;
      await submit(act.clientId, world, (submission) => manager.steer(id, { ...submission, expectedTurnId }));
      return;
    }
    case "enqueue":
      await submit(act.clientId, world, (submission) => manager.enqueue(id, submission));
      return;
    case "mail":
      await submit(act.clientId, world, ({ input, ...client }) =>
        manager.sendMail(id, { author: "other", text: input[0].text, triggerTurn: act.triggerTurn, ...client }),
      );
      return;
    case "update": {
      const input = [nextWords(world)];
      await refusable(manager.changeQueue(id, ({ queue }) => queue.update(entryOf(session, act.entry), input)));
      return;
    }
    case "delete":
      await refusable(manager.changeQueue(id, ({ queue }) => queue.delete(entryOf(session, act.entry))));
      return;
    case "reorder":
      await refusable(manager.changeQueue(id, ({ queue }) => queue.reorder([entryOf(session, act.entry)])));
      return;
    case "resume":
      await refusable(manager.changeQueue(id, (current) => current.doors.resumeQueue()));
      return;
    case "compact":
      await refusable(manager.compact(id));
      return;
    case "interrupt":
      await interrupt(world, session);
      return;
    case "wake":
      for (const callId of ["call_0", "call_1"]) session.wake(ItemId.parse(callId));
      return;
    case "stopCall":
      for (const callId of ["call_0", "call_1"]) session.stopItem(ItemId.parse(callId));
      return;
    case "window":
      world.breaches.push(...windowBreaches(session));
      return;
  }
}

/** I14 an interrupt ends the turn from any phase within the grace. */
export async function interrupt(world: World, session: Session): Promise<void> {
  const { clock } = world.runtime;
  const from = { nowMs: clock.nowMs(), appendedMs: world.appendedMs };
  world.hasStopped = true;
  await session.interrupt();
  const tookMs = clock.nowMs() - from.nowMs - (world.appendedMs - from.appendedMs);
  if (tookMs > GRACE_MS + APPEND_MS) world.breaches.push(`I14: an interrupt took ${tookMs} ms besides the appends`);
}

interface Words {
  readonly input: readonly [{ readonly type: "text"; readonly text: string }];
  readonly clientId?: ClientMessageId;
}

/** I13: what is acknowledged is synced; the same client id gets the same reply, in every life. The reply; null when it was refused. */
export async function submit(
  clientId: string | null,
  world: World,
  send: (words: Words) => Promise<Accepted>,
): Promise<Accepted | null> {
  const { memory, breaches, runtime } = world;
  const client = clientId === null ? {} : { clientId: ClientMessageId.parse(clientId) };
  const accepted = await refusable(send({ input: [nextWords(world)], ...client }));
  if (accepted === null) return null;
  const { inputId } = accepted.result;
  const { id } = accepted.session;
  const bytes = runtime.store.bytes(id);
  // After a fault the file itself may say that an input was accepted though its write was reported as failed.
  const safe = world.life.fault === null ? bytes.subarray(0, runtime.store.syncedBytes(id)) : bytes;
  if (!safe.includes(`"inputId":"${inputId}"`)) breaches.push(`I13: ${inputId} was acknowledged before it was on disk`);
  memory.acknowledged.push({ inputId, bytes: bytes.length });
  if (clientId === null) return accepted;
  const first = memory.replies.get(clientId);
  if (first !== undefined && first !== inputId)
    breaches.push(`I13: client id ${clientId} was answered ${first}, then ${inputId}`);
  memory.replies.set(clientId, inputId);
  return accepted;
}

function nextWords({ memory }: World): { readonly type: "text"; readonly text: string } {
  memory.said += 1;
  return { type: "text", text: `words ${memory.said} \u00e9` };
}

/** Everything that a person would see refused is fine, and null; anything else is a fault. */
async function refusable<Value>(promise: Promise<Value>): Promise<Value | null> {
  try {
    return await promise;
  } catch (error) {
    if (error instanceof CommandRefused) return null;
    throw error;
  }
}

function entryOf(session: Session, at: number): InputId {
  const { data } = session.queue.state;
  return data[at % Math.max(1, data.length)]?.id ?? GONE;
}

/** What the model sees now, item by item, is the transcript. */
function windowBreaches(session: Session): string[] {
  const { items, tokens } = session.window;
  const [first, ...rest] = items;
  const breaches: string[] = [];
  if (first?.kind !== "instructions") breaches.push("window: it does not begin with the instructions");
  // Reasoning that the server has refused is left out; a call that still runs is shown with an output.
  const recorded = session.transcriptItems.filter(({ type }) => type !== "reasoning");
  const open = recorded.filter(({ type }) => type.endsWith("call")).length;
  const closed = recorded.filter(({ type }) => type.endsWith("_output")).length;
  const shown = rest.filter(({ kind }) => kind !== "reasoning").length;
  if (shown !== recorded.length + open - closed) breaches.push(`window: ${shown} entries of ${recorded.length}`);
  if (!Number.isInteger(tokens.count) || tokens.count < 0) breaches.push(`window: ${tokens.count} tokens`);
  return breaches;
}
