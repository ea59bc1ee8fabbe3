// Bytes of an event stream → the data of its events. The event's name is not needed: the data repeats it.
import { createParser } from "eventsource-parser";
import { StreamDisconnected } from "../../runtime/errors";

/** Most characters of one event that are kept; a stream without line ends must not fill the memory. */
const EVENT_MAX_CHARS = 64 * 1024 * 1024;

export interface SseParser {
  /** The data of the events that these bytes complete, several `data:` lines joined by a newline. Throws StreamDisconnected on an event that never ends. */
  feed(bytes: Uint8Array): string[];
  /** The stream has ended: the data of a last event that lacks its blank line. JSON in it is whole, or it will not parse. */
  end(): string[];
}

export function createSseParser(): SseParser {
  let events: string[] = [];
  let overflowed = false;
  let endedWithCr = false;
  // Decoding as a stream joins characters that were split between chunks, and takes the byte order mark off.
  const decoder = new TextDecoder();
  const parser = createParser({
    maxBufferSize: EVENT_MAX_CHARS,
    onEvent: (event) => events.push(event.data),
    onError: (error) => {
      if (error.type === "max-buffer-size-exceeded") overflowed = true;
    },
  });

  // The parser holds a CR at the end of a chunk back until it knows whether LF follows. A stream whose lines end in CR alone would give its
  // last event only when it closes, so every line end becomes LF here, and an LF that comes after such a CR is dropped.
  function withLineFeeds(text: string): string {
    if (text === "") return text;
    const rest = endedWithCr && text.startsWith("\n") ? text.slice(1) : text;
    endedWithCr = text.endsWith("\r");
    return rest.includes("\r") ? rest.replace(/\r\n?/g, "\n") : rest;
  }

  function take(text: string): string[] {
    parser.feed(withLineFeeds(text));
    if (overflowed) throw new StreamDisconnected(`one event was longer than ${EVENT_MAX_CHARS} characters`);
    const taken = events;
    events = [];
    return taken;
  }

  return {
    feed: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end: () => take(`${decoder.decode()}\n\n`),
  };
}
