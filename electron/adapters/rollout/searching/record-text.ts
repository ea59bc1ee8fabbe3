// A found record → the one text in it that holds the words. Apart because it reads JSON as it lies in the file, of any era.

/** The first text that holds one of the words (in lower case), else the empty text. `bytes`: one line. */
export function recordText(bytes: Uint8Array, words: readonly string[]): string {
  for (const text of texts(Buffer.from(bytes).toString("utf8"))) {
    const lower = text.toLowerCase();
    if (words.some((word) => lower.includes(word))) return text;
  }
  return "";
}

/** Every text within the JSON, those within texts that are JSON themselves (a call's arguments) included and put in front of them. */
function texts(json: string): string[] {
  const found: string[] = [];
  const rest: unknown[] = [parsed(json)];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (typeof next === "string") {
      const inner = next.startsWith("{") ? parsed(next) : undefined;
      if (inner === undefined) found.push(next);
      else rest.push(next.slice(1), inner);
    } else if (typeof next === "object" && next !== null) {
      rest.push(
        ...Object.values(next)
          .reverse()
          .filter((each) => each !== null),
      );
    }
  }
  return found;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
