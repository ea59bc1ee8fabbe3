// JSON set out over lines. What is not JSON, or too long to be worth it, stays as it stands.

const PRETTY_UP_TO = 200_000;

export function prettyJson(text: string): string {
  if (text.length > PRETTY_UP_TO) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
