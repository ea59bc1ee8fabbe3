// Which files a glob means, by paths relative to the folder that is searched. In the form of ignore files, and with braces. Pure.
import ignore from "ignore";

const MOST_PATTERNS = 200;

/** Null: it cannot be understood. */
export function globFilter(glob: string): ((path: string) => boolean) | null {
  const patterns = expandBraces(glob);
  if (patterns === null) return null;
  const isNegated = glob.startsWith("!");
  const matcher = ignore({ ignorecase: false }).add(patterns.map((pattern) => pattern.replace(/^[!#]/, isNegated ? "" : "\\$&")));
  // Without a slash it is a file's name, wherever the file lies.
  const isName = !glob.includes("/");
  return (path) => matcher.ignores(isName ? path.slice(path.lastIndexOf("/") + 1) : path) !== isNegated;
}

/** `a.{ts,tsx}` is `a.ts` and `a.tsx`. Null: braces that do not close, or too many of them. */
export function expandBraces(glob: string): readonly string[] | null {
  let patterns: readonly string[] = [glob];
  for (;;) {
    const next: string[] = [];
    for (const pattern of patterns) {
      const inner = /\{([^{}]*)\}/.exec(pattern);
      if (inner === null) {
        if (/[{}]/.test(pattern)) return null;
        next.push(pattern);
        continue;
      }
      const [whole, choices = ""] = inner;
      const end = inner.index + whole.length;
      for (const choice of choices.split(",")) next.push(pattern.slice(0, inner.index) + choice + pattern.slice(end));
      if (next.length > MOST_PATTERNS) return null;
    }
    if (next.length === patterns.length && next.every((pattern, index) => pattern === patterns[index])) return patterns;
    patterns = next;
  }
}
