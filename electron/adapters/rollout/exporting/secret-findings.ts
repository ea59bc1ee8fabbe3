// What looks like a secret in a session, before it leaves the machine. Each secret is listed once, where it stands first, and masked.
import type { SecretFinding } from "../../../../shared/protocol/past-session";
import type { TurnItem } from "../../../../shared/protocol/turn-item";
import { cutSecretLength } from "../../cut-secret";
import { itemTexts } from "./item-texts";
import { SECRET_PATTERNS } from "./secret-patterns";

export const MAX_FINDINGS = 200;

export interface FoundSecret {
  readonly kind: string;
  readonly secret: string;
  /** What of it may be shown. */
  readonly excerpt: string;
}

/** Looks at one item after the other; nothing more is listed once it is not whole. */
export class SecretList {
  readonly #findings: SecretFinding[] = [];
  /** Also those that are not listed any more: a title may hold one of them. */
  readonly #known = new Set<string>();
  #isWhole = true;

  get findings(): readonly SecretFinding[] {
    return this.#findings;
  }

  /** False: there was more than MAX_FINDINGS. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  look(item: TurnItem): void {
    const place = { itemId: item.id, ...(item.line === undefined ? {} : { line: item.line }) };
    for (const text of itemTexts(item)) this.#add(text, place);
  }

  lookAtTitle(title: string): void {
    this.#add(title, {});
  }

  /**
   * The title with most of every secret masked that was looked at so far. The first words of an item, which most titles are, stand on one line and may
   * end within a secret: such a piece is known by the item alone.
   */
  shownTitle(title: string): string {
    let shown = onOneLine(title);
    for (const known of this.#known) {
      const secret = onOneLine(known);
      shown = withoutPiece(
        shown.replaceAll(secret, () => masked(secret)),
        secret,
      );
    }
    return shown;
  }

  #add(text: string, place: Pick<SecretFinding, "itemId" | "line">): void {
    for (const { kind, secret, excerpt } of secretsIn(text)) {
      if (this.#known.has(secret)) continue;
      this.#known.add(secret);
      if (this.#findings.length < MAX_FINDINGS) this.#findings.push({ kind, excerpt, ...place });
      else this.#isWhole = false;
    }
  }
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** Of a piece at the end no more is left than is shown of the whole. */
function withoutPiece(title: string, secret: string): string {
  const stem = title.replace(/(?:…|\.{3})$/, "");
  const hidden = cutSecretLength(stem, secret) - shownAtStart(secret);
  return hidden <= 0 ? title : `${stem.slice(0, -hidden)}…`;
}

/** In the order of the patterns; what one pattern has found no later one finds again. */
export function* secretsIn(text: string): Generator<FoundSecret> {
  const taken = new Set<number>();
  for (const { kind, marks, expression, isLikely } of SECRET_PATTERNS) {
    if (!marks.some((mark) => text.includes(mark))) continue;
    for (const match of text.matchAll(expression)) {
      const secret = match.groups?.["secret"] ?? match[0];
      const start = match.index + match[0].lastIndexOf(secret);
      if (taken.has(start) || isLikely?.(secret) === false) continue;
      taken.add(start);
      const label = (match.groups?.["label"] ?? "").trimStart();
      yield {
        kind,
        secret: kind === "private key" ? keyFrom(text, start, secret) : secret,
        excerpt: kind === "private key" ? secret : label + masked(secret),
      };
    }
  }
}

// The lines of a key behind its first one, its last one included; of one that was cut, what may belong to it. Longer than keys are.
const KEY_LINES = /(?:[\w+/=\s\\:,.()]|-(?!----)){0,16384}(?:-----END [A-Z0-9 ]{3,60}-----)?/y;

function keyFrom(text: string, start: number, firstLine: string): string {
  KEY_LINES.lastIndex = start + firstLine.length;
  return firstLine + (KEY_LINES.exec(text)?.[0].trimEnd() ?? "");
}

/** At most the first four and the last two characters, and never more than a third of it. */
export function masked(secret: string): string {
  const first = shownAtStart(secret);
  const last = Math.min(2, Math.floor(secret.length / 3) - first);
  return `${secret.slice(0, first)}…${last <= 0 ? "" : secret.slice(-last)}`;
}

function shownAtStart(secret: string): number {
  return Math.min(4, Math.floor(secret.length / 3));
}
