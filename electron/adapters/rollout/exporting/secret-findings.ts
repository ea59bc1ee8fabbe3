// What looks like a secret in a session, before it leaves the machine. Each secret is listed once, where it stands first, and masked.
import type { SecretFinding } from "../../../../shared/protocol/past-session";
import type { TurnItem } from "../../../../shared/protocol/turn-item";
import { itemTexts } from "./item-texts";
import { SECRET_PATTERNS } from "./secret-patterns";

export const MAX_FINDINGS = 200;

export interface FoundSecret {
  readonly kind: string;
  readonly secret: string;
  /** What of it may be shown. */
  readonly excerpt: string;
}

/** Looks at one item after the other; nothing more is added once it is not whole. */
export class SecretList {
  readonly #findings: SecretFinding[] = [];
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
    for (const text of itemTexts(item)) if (!this.#add(text, place)) return;
  }

  lookAtTitle(title: string): void {
    this.#add(title, {});
  }

  /** False: the list is full. */
  #add(text: string, place: Pick<SecretFinding, "itemId" | "line">): boolean {
    for (const { kind, secret, excerpt } of secretsIn(text)) {
      if (this.#known.has(secret)) continue;
      if (this.#findings.length === MAX_FINDINGS) {
        this.#isWhole = false;
        return false;
      }
      this.#known.add(secret);
      this.#findings.push({ kind, excerpt, ...place });
    }
    return true;
  }
}

/** The text with most of what looks like a secret masked. */
export function withoutSecrets(text: string): string {
  let shown = text;
  for (const { secret } of secretsIn(text)) shown = shown.replaceAll(secret, masked(secret));
  return shown;
}

/** In the order of the patterns; what one pattern has found no later one finds again. */
export function* secretsIn(text: string): Generator<FoundSecret> {
  const taken = new Set<number>();
  for (const { kind, marks, expression, isLikely } of SECRET_PATTERNS) {
    if (!marks.some((mark) => text.includes(mark))) continue;
    for (const match of text.matchAll(expression)) {
      const secret = match.groups?.["secret"] ?? match[0];
      const end = match.index + match[0].length;
      const start = match.index + match[0].lastIndexOf(secret);
      if (taken.has(start) || isLikely?.(secret) === false) continue;
      taken.add(start);
      const label = (match.groups?.["label"] ?? "").trimStart();
      yield {
        kind,
        secret: kind === "private key" ? text.slice(start, end + 120) : secret,
        excerpt: kind === "private key" ? secret : label + masked(secret),
      };
    }
  }
}

/** At most the first four and the last two characters, and never more than a third of it. */
export function masked(secret: string): string {
  const shown = Math.floor(secret.length / 3);
  const first = Math.min(4, shown);
  const last = Math.min(2, shown - first);
  return `${secret.slice(0, first)}…${last <= 0 ? "" : secret.slice(-last)}`;
}
