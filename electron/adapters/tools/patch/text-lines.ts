// A file's bytes as lines that keep their own endings, and back. Pure; what is not plain UTF-8 text is refused in words.
import { TextDecoder } from "node:util";

export interface TextLine {
  readonly text: string;
  /** Empty only for a last line that nothing ends. */
  readonly ending: "\n" | "\r\n" | "";
}

/** `mark`: the byte order mark, if the file begins with one. */
export interface TextFile {
  readonly mark: "" | "\ufeff";
  readonly lines: readonly TextLine[];
}

export type ReadText = { readonly ok: true; readonly file: TextFile } | { readonly ok: false; readonly why: string };

export function readText(bytes: Uint8Array): ReadText {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return { ok: false, why: "it is UTF-16 text, and only UTF-8 can be patched" };
  if (bytes.includes(0)) return { ok: false, why: "it is binary (it holds a NUL byte), and only UTF-8 text can be patched" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const mark = text.startsWith("\ufeff") ? "\ufeff" : "";
    return { ok: true, file: { mark, lines: splitLines(text.slice(mark.length)) } };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { ok: false, why: "it is not valid UTF-8, and only UTF-8 text can be patched" };
  }
}

export function textBytes({ mark, lines }: TextFile): Buffer {
  return Buffer.from(mark + lines.map(({ text, ending }) => text + ending).join(""));
}

export function splitLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf("\n", from);
    if (newline === -1) {
      lines.push({ text: text.slice(from), ending: "" });
      break;
    }
    const isPair = newline > from && text.charCodeAt(newline - 1) === CARRIAGE_RETURN;
    lines.push({ text: text.slice(from, isPair ? newline - 1 : newline), ending: isPair ? "\r\n" : "\n" });
    from = newline + 1;
  }
  return lines;
}

const CARRIAGE_RETURN = 0x0d;
