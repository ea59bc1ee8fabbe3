// Where the full output of a call lies. Ids come from outside and can hold anything; a file name cannot.
import { createHash } from "node:crypto";
import { join } from "node:path";

const LONGEST_NAME = 100;

/** protocol.md §5: `<outputsFolder>/<threadId>/<callId>.log`. */
export function logPath(outputsFolder: string, call: { readonly threadId: string; readonly callId: string }): string {
  return join(outputsFolder, plainFileName(call.threadId), `${plainFileName(call.callId)}.log`);
}

/** An id as the name of a file or folder: one that is none is changed, and stays unlike all others. */
export function plainFileName(id: string): string {
  if (/^[A-Za-z0-9_-]+$/.test(id) && id.length <= LONGEST_NAME && !isDeviceName(id)) return id;
  const digest = createHash("sha256").update(id).digest("hex").slice(0, 16);
  return `${id.replaceAll(/[^A-Za-z0-9_-]+/g, "_").slice(0, LONGEST_NAME)}-${digest}`;
}

/** Windows opens a device for these names, whatever follows the dot. */
function isDeviceName(id: string): boolean {
  return /^(con|prn|aux|nul|com\d|lpt\d)$/i.test(id);
}
