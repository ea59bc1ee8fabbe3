// One input through one door. Apart from who hands it over: the composer and the queue use the same doors in their own order.
import type { ClientMessageId, ThreadId } from "../../shared/protocol/ids";
import type { UserInput } from "../../shared/protocol/user-input";
import type { AgentClient, Reply } from "../bridge/agent-client";
import type { Door } from "../state/doors";

export interface Delivery {
  readonly threadId: ThreadId;
  readonly input: UserInput[];
  readonly clientUserMessageId: ClientMessageId;
}

export function deliverThrough(client: AgentClient, door: Door, delivery: Delivery): Promise<Reply<unknown>> {
  switch (door.type) {
    case "start":
      return client.invoke("turn/start", delivery);
    case "steer":
      return client.invoke("turn/steer", { ...delivery, expectedTurnId: door.turnId });
    case "queue":
      return client.invoke("thread/queue/add", delivery);
  }
}
