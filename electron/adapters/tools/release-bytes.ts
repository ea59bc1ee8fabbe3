// Gives memory of bytes back at once. A flood of output makes garbage of a gigabyte a second, all of it outside of the heap, whose size the
// collector goes by: it would come when some 50 MiB have gathered.
import { MessageChannel, type MessagePort } from "node:worker_threads";

let nowhere: MessagePort | null = null;

/** What is sent through a channel is no longer here, and with the other end closed it is nowhere. Nobody may read these bytes afterwards. */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  // A part of something larger is not the bytes' own.
  if (!(buffer instanceof ArrayBuffer) || byteLength === 0 || byteLength !== buffer.byteLength) return;
  nowhere ??= closedPort();
  nowhere.postMessage(null, [buffer]);
}

function closedPort(): MessagePort {
  const { port1 } = new MessageChannel();
  port1.close();
  return port1;
}
