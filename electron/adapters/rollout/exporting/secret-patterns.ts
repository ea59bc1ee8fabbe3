// What a secret looks like. Every pattern runs in a time that grows with the text and no faster: it starts only where the characters it takes have
// not been taken before, and each repetition has a bound.

export interface SecretPattern {
  readonly kind: string;
  /** Without one of these in the text the pattern is not tried. */
  readonly marks: readonly string[];
  /** Group `secret`: what is masked; without it, all of the match. Group `label`: what is shown before it. */
  readonly expression: RegExp;
  /** Whether what was found is a secret after all. */
  readonly isLikely?: (secret: string) => boolean;
}

/** Tried in this order. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  {
    kind: "provider key",
    marks: ["sk-"],
    expression: /(?<![\w-])sk-[\w-]{20,200}(?![\w-])/g,
    isLikely: (secret) => /\d/.test(secret) && /[A-Z]/.test(secret) && entropy(secret) > 3.5,
  },
  {
    kind: "GitHub token",
    marks: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"],
    expression: /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_\w{22,255})(?!\w)/g,
  },
  { kind: "GitLab token", marks: ["glpat-"], expression: /(?<![\w-])glpat-[\w-]{20,64}(?![\w-])/g },
  { kind: "Slack token", marks: ["xox", "xapp-"], expression: /(?<![\w-])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,250}(?![\w-])/g },
  {
    kind: "Slack webhook",
    marks: ["hooks.slack.com/services/"],
    expression: /(?<label>hooks\.slack\.com\/services\/)(?<secret>[A-Za-z0-9/]{20,100})/g,
  },
  {
    kind: "AWS key id",
    marks: ["AKIA", "ASIA"],
    expression: /(?<![A-Za-z0-9+/=_-])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9+/=_-])/g,
    isLikely: (secret) => !secret.endsWith("EXAMPLE"),
  },
  { kind: "Google API key", marks: ["AIza"], expression: /(?<![\w+/=-])AIza[\w-]{35}(?![\w+/=-])/g },
  {
    kind: "Google OAuth secret",
    marks: ["GOCSPX-", "ya29."],
    expression: /(?<![\w-])(?:GOCSPX-[\w-]{20,60}|ya29\.[\w-]{20,300})(?![\w-])/g,
  },
  { kind: "Stripe key", marks: ["k_live_", "k_test_"], expression: /(?<!\w)[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}(?!\w)/g },
  { kind: "npm token", marks: ["npm_"], expression: /(?<!\w)npm_[A-Za-z0-9]{36}(?!\w)/g },
  { kind: "PyPI token", marks: ["pypi-"], expression: /(?<![\w-])pypi-[\w-]{50,250}(?![\w-])/g },
  { kind: "Hugging Face token", marks: ["hf_"], expression: /(?<!\w)hf_[A-Za-z0-9]{30,60}(?!\w)/g },
  {
    kind: "JSON Web Token",
    marks: ["eyJ"],
    expression: /(?<![\w.-])eyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{8,2000}(?![\w-])/g,
  },
  {
    kind: "private key",
    marks: ["PRIVATE KEY"],
    expression:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?=(?:\\[rn]|\s){1,4}(?:[A-Za-z0-9+/]{16}|Proc-Type|Version|Comment))/g,
  },
  {
    kind: "authorization header",
    marks: ["earer ", "EARER ", "uthorization", "UTHORIZATION"],
    expression:
      /(?<![\w-])(?<label>(?:authorization["']?\s{0,3}[:=]\s{0,3}["']?(?:basic|token)|bearer)\s{1,3})(?<secret>[\w.~+/=-]{16,4000})(?![\w.~+/=-])/gi,
    isLikely: (secret) => /\d/.test(secret) && entropy(secret) > 3,
  },
  {
    kind: "password in an address",
    marks: ["://"],
    expression:
      /(?<![A-Za-z0-9+.-])(?<label>[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s/:@"'<>`]{0,100}:)(?<secret>[^\s/@"'<>`]{3,200})@[\w[]/g,
    isLikely: (secret) => !isPlaceholder(secret),
  },
  {
    kind: "password or token",
    marks: ["=", ":"],
    expression:
      /(?<label>(?:password|passwd|passphrase|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|secret[_-]?key|auth[_-]?key|encryption[_-]?key|credentials?)\\?["']?\s{0,3}(?::|=>?)\s{0,3}\\?["'`]?)(?<secret>[^\s"'`,;&<>()[\]{}\\|]{8,200})(?![^\s"'`,;&<>)\]}\\|])/gi,
    isLikely: looksRandom,
  },
  {
    kind: "variable of an .env file",
    marks: ["="],
    expression:
      /^(?<label>[ \t]{0,8}(?:export )?(?=[A-Z0-9_]{0,60}(?:KEY|TOKEN|SECRET|PASS|PWD|AUTH|CREDENTIAL|DSN))[A-Z][A-Z0-9_]{1,60}=["']?)(?<secret>[^\s"'`$]{12,400})/gm,
    isLikely: looksRandom,
  },
];

/** Not a name, a path, a call or a stand-in, and as mixed as a password is. */
function looksRandom(secret: string): boolean {
  if (isPlaceholder(secret)) return false;
  // Letters alone, names with dots between, numbers, and what a shell or a template puts in.
  if (!/\d/.test(secret) && !/[!#%^*?~+=@]/.test(secret)) return false;
  if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+$/.test(secret)) return false;
  if (/^[\d.,:_-]+$/.test(secret)) return false;
  if (/^\$[A-Za-z_{(]/.test(secret) || /^(?:\.{0,2}\/|[A-Za-z]:\\|https?:)/.test(secret)) return false;
  if (!/[A-Za-z]/.test(secret)) return false;
  return entropy(secret) >= 2.5;
}

const STAND_INS = /^(?:x+|\*+|\.+|-+|_+|0+|pass(?:word)?\d{0,4}|secret\d{0,4}|user(?:name)?|null|none|undefined|true|false)$/i;

function isPlaceholder(secret: string): boolean {
  if (STAND_INS.test(secret)) return true;
  return /\$\{|\{\{|<|your[_-]?|example|placeholder|redacted|change[_-]?me|process\.env|environ|\*{4}|x{5}|\.{3}|…/i.test(secret);
}

/** Bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  const total = text.length;
  let bits = 0;
  for (const count of counts.values()) bits -= (count / total) * Math.log2(count / total);
  return bits;
}
