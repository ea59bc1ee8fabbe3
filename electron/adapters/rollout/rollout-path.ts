// Where rollouts lie and what their names say. The id at the end of a name is what counts; folders and times in it are only hints.
import { join } from "node:path";
import { ThreadId } from "../../../shared/protocol/ids";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const ID_AT_END = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jsonl$/i;

/** `local`: `YYYY-MM-DD HH:MM:SS` in the machine's zone. The id becomes part of a path, so only a UUID is taken. */
export function newRolloutPath(sessionsFolder: string, threadId: ThreadId, local: string): string {
  const [date = "", time = ""] = local.split(" ");
  const name = `rollout-${date}T${time.replaceAll(":", "-")}-${threadId}.jsonl`;
  if (threadIdOfFile(name) !== threadId) throw new Error(`not an id for a new thread: ${threadId}`);
  return join(sessionsFolder, ...date.split("-"), name);
}

/** The only ids that Codex takes in a header: it does not open a file that has others there. */
export function isUuid(id: string): boolean {
  return UUID.test(id);
}

/** Null: the name holds no thread id. */
export function threadIdOfFile(name: string): ThreadId | null {
  const id = ID_AT_END.exec(name)?.[1];
  return id === undefined ? null : ThreadId.parse(id.toLowerCase());
}
