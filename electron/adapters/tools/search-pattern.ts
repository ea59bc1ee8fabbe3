// A pattern as ripgrep takes it → JavaScript's regular expressions that find the same lines, or why it cannot be. Pure.

/** `across`: finds where in a text of many lines to look; `line` decides, on a line alone. Null `across`: only lines alone can be looked at. */
export interface LinePattern {
  readonly across: RegExp | null;
  readonly line: RegExp;
}

/** `ascii`: for texts of ASCII letters only, which are most and can be searched faster. */
export type ReadPattern =
  | { readonly ok: true; readonly ascii: LinePattern; readonly unicode: LinePattern }
  | { readonly ok: false; readonly problem: string };

/** Looking around and looking back at what was found: ripgrep's own engine knows neither. */
export function needsBacktracking(pattern: string): boolean {
  return /\(\?<?[=!]|\\[1-9]|\\k</.test(pattern);
}

export function readPattern(pattern: string): ReadPattern {
  try {
    if (/\n|(?<!\\)(?:\\\\)*\\n/.test(pattern)) return bad("lines are searched one by one: a pattern cannot hold a line break");
    return { ok: true, ascii: linePattern(pattern, false), unicode: linePattern(pattern, true) };
  } catch (error) {
    return bad(
      error instanceof Error ? error.message.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, "") : String(error),
    );
  }
}

function bad(problem: string): ReadPattern {
  return { ok: false, problem };
}

function linePattern(pattern: string, isUnicode: boolean): LinePattern {
  const { source, flags } = new Translation(pattern, isUnicode).whole();
  const line = new RegExp(source, `u${flags}`);
  return { across: needsBacktracking(pattern) ? null : new RegExp(source, `gmu${flags}`), line };
}

const WORD = "\\p{L}\\p{M}\\p{Nd}\\p{Pc}";
const POSIX: Readonly<Record<string, string>> = {
  alnum: "0-9A-Za-z",
  alpha: "A-Za-z",
  blank: "\\t ",
  cntrl: "\\x00-\\x1f\\x7f",
  digit: "0-9",
  graph: "!-~",
  lower: "a-z",
  print: " -~",
  punct: "!-\\/:-@\\[-`{-~",
  space: "\\t\\n\\v\\f\\r ",
  upper: "A-Z",
  word: "0-9A-Za-z_",
  xdigit: "0-9A-Fa-f",
};

class Translation {
  readonly #pattern: string;
  readonly #isUnicode: boolean;
  #at = 0;

  constructor(pattern: string, isUnicode: boolean) {
    this.#pattern = pattern;
    this.#isUnicode = isUnicode;
  }

  whole(): { readonly source: string; readonly flags: string } {
    const [all, named = ""] = /^\(\?([a-zA-Z]+)\)/.exec(this.#pattern) ?? [""];
    const unknown = /[^imsu]/.exec(named)?.[0];
    if (unknown !== undefined) throw new Error(`the flag ${unknown} is not known; i in front ignores case`);
    this.#at = all.length;
    let source = "";
    while (this.#at < this.#pattern.length) source += this.#next();
    return { source, flags: named.includes("i") ? "i" : "" };
  }

  #next(): string {
    const rest = this.#pattern.slice(this.#at);
    const letter = String.fromCodePoint(rest.codePointAt(0) ?? 0);
    if (letter === "\\") return this.#escape(false);
    if (letter === "[") return this.#set();
    this.#at += letter.length;
    switch (letter) {
      case ".":
        return "[^\\n]";
      case "]":
      case "/":
        return `\\${letter}`;
      case "(":
        return this.#group(rest);
      case "{": {
        const count = /^\{\d+(?:,\d*)?\}/.exec(rest)?.[0];
        if (count === undefined) throw new Error("a { that begins no count such as {2,3}; write \\{ for the sign itself");
        this.#at += count.length - 1;
        return count;
      }
      case "}":
        return "\\}";
      default:
        return letter;
    }
  }

  #group(rest: string): string {
    const name = /^\(\?P?<(\w+)>/.exec(rest);
    if (name !== null) {
      this.#at += name[0].length - 1;
      return `(?<${name[1] ?? ""}>`;
    }
    if (rest.startsWith("(?") && !/^\(\?(?::|<?[=!])/.test(rest))
      throw new Error("flags can stand in front of the whole pattern only, as in (?i)");
    return "(";
  }

  #escape(isInSet: boolean): string {
    const rest = this.#pattern.slice(this.#at);
    const property = /^\\([pP])(?:\{(\^?)([^}]*)\}|(\w))/.exec(rest);
    if (property !== null) {
      this.#at += property[0].length;
      return propertyText(property);
    }
    const code = /^\\(?:x|u|U)\{([0-9a-fA-F]+)\}|^\\x([0-9a-fA-F]{2})|^\\u([0-9a-fA-F]{4})/.exec(rest);
    if (code !== null) {
      this.#at += code[0].length;
      return `\\u{${code[1] ?? code[2] ?? code[3] ?? ""}}`;
    }
    const letter = String.fromCodePoint(rest.codePointAt(1) ?? 0);
    if (rest.length < 2) throw new Error("a \\ at the end");
    this.#at += 1 + letter.length;
    return this.#escaped(letter, isInSet);
  }

  #escaped(letter: string, isInSet: boolean): string {
    const word = this.#isUnicode ? WORD : "\\w";
    switch (letter) {
      case "w":
        return isInSet ? word : `[${word}]`;
      case "W":
        if (isInSet && this.#isUnicode) throw new Error("\\W within [ ] is not known; write [^…] with \\w");
        return isInSet ? "\\W" : `[^${word}\\n]`;
      case "d":
        return this.#isUnicode ? "\\p{Nd}" : "\\d";
      case "D":
        return isInSet ? (this.#isUnicode ? "\\P{Nd}" : "\\D") : `[^${this.#isUnicode ? "\\p{Nd}" : "\\d"}\\n]`;
      case "s":
        return isInSet ? "\\s" : "[^\\S\\n]";
      case "S":
        return "\\S";
      case "b":
        return this.#isUnicode ? `(?:(?<=[${word}])(?![${word}])|(?<![${word}])(?=[${word}]))` : "\\b";
      case "B":
        return this.#isUnicode ? `(?:(?<=[${word}])(?=[${word}])|(?<![${word}])(?![${word}]))` : "\\B";
      case "A":
      case "z":
        throw new Error(`\\${letter} is not known; write ${letter === "A" ? "^" : "$"}`);
      case "a":
        return "\\x07";
      default:
        if (/^[tfvr]$/.test(letter) || (/^[1-9k]$/.test(letter) && !isInSet)) return `\\${letter}`;
        if (/^[0-9A-Za-z]$/.test(letter)) throw new Error(`\\${letter} is not known`);
        return /^[\^$\\.*+?()[\]{}|/]$/.test(letter) || (letter === "-" && isInSet) ? `\\${letter}` : letter;
    }
  }

  #set(): string {
    this.#at += 1;
    const isNegated = this.#take("^");
    // A bracket right at the beginning is one to be found.
    let inner = this.#take("]") ? "\\]" : "";
    for (;;) {
      const rest = this.#pattern.slice(this.#at);
      const letter = rest === "" ? "" : String.fromCodePoint(rest.codePointAt(0) ?? 0);
      if (letter === "") throw new Error("a [ that no ] closes; write \\[ for the sign itself");
      if (letter === "]") break;
      const posix = /^\[:(\w+):\]/.exec(rest);
      if (posix !== null) {
        const letters = POSIX[posix[1] ?? ""];
        if (letters === undefined) throw new Error(`${posix[0]} is not known`);
        inner += letters;
        this.#at += posix[0].length;
      } else if (letter === "\\") {
        inner += this.#escape(true);
      } else if (letter === "[" || /^(?:&&|--|~~)/.test(rest)) {
        throw new Error("sets within sets are not known; write \\[ for the sign itself");
      } else {
        inner += letter;
        this.#at += letter.length;
      }
    }
    this.#at += 1;
    return isNegated ? `[^\\n${inner}]` : `[${inner}]`;
  }

  #take(letter: string): boolean {
    const isThere = this.#pattern[this.#at] === letter;
    if (isThere) this.#at += 1;
    return isThere;
  }
}

/** `\\pL`, `\\p{Greek}`, `\\p{^L}`. A script's name alone is understood. */
function propertyText([, sign = "p", not = "", long, short]: RegExpExecArray): string {
  const name = long ?? short ?? "";
  const isNegated = (sign === "P") !== (not === "^");
  const isKnown = (text: string): boolean => {
    try {
      return new RegExp(`\\p{${text}}`, "u") instanceof RegExp;
    } catch {
      // What the engine refuses is not known.
      return false;
    }
  };
  const found = [name, `Script=${name}`].find(isKnown);
  if (found === undefined) throw new Error(`\\p{${name}} is not known`);
  return `\\${isNegated ? "P" : "p"}{${found}}`;
}
