import { createHash, randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { masked, MAX_FINDINGS, SecretList, secretsIn } from "../../../../electron/adapters/rollout/exporting/secret-findings";
import { SECRET_PATTERNS } from "../../../../electron/adapters/rollout/exporting/secret-patterns";
import { cpuMsOf } from "../../../support/cpu-time";
import { answer, item, prompt } from "./session-fixture";

// Put together here, so that no scanner of this repository takes them for real ones.
const random = "q7Rt2Yx9Lm4Wc8Vb1Nz6Kd3Hf5Gj0Ps";
const join = (...parts: string[]): string => parts.join("");
const jwt = join("eyJ", "hbGciOiJIUzI1NiJ9", ".eyJ", "zdWIiOiIxMjM0NTY3ODkwIn0", ".dozjgNryP4J3jVmNHl0w5N");

const found = (text: string): string[] => [...secretsIn(text)].map(({ kind, excerpt }) => `${kind}: ${excerpt}`);

test.each([
  [join("key is sk-", random), ["provider key: sk-q…Ps"]],
  [join("sk-", "proj-", random, "_", random), ["provider key: sk-p…Ps"]],
  [join("ghp", "_", random, "A1b2C3"), ["GitHub token: ghp_…C3"]],
  [join("github_pat", "_", random), ["GitHub token: gith…Ps"]],
  [join("xoxb", "-1234567890-", random), ["Slack token: xoxb…Ps"]],
  [join("AKI", "AQ7RT2YX9LM4WC8VB"), ["AWS key id: AKIA…VB"]],
  [join("AIz", "a", random, "A1b2"), ["Google API key: AIza…b2"]],
  [join("sk_", "live_", random), ["Stripe key: sk_l…Ps"]],
  [jwt, ["JSON Web Token: eyJh…5N"]],
  [join("-----BEGIN RSA ", "PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7Rt2"), ["private key: -----BEGIN RSA PRIVATE KEY-----"]],
  [join('{"key":"-----BEGIN ', 'PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA7Rt2"}'), ["private key: -----BEGIN PRIVATE KEY-----"]],
  [`curl -H 'Authorization: Bearer ${random}'`, ["authorization header: Bearer q7Rt…Ps"]],
  [`"authorization": "Basic bWU6aHVudGVyMmh1bnRlcg=="`, ['authorization header: authorization": "Basic bWU6…==']],
  ["postgres://app:hunter2hunter@db.internal:5432/x", ["password in an address: postgres://app:hunt…"]],
  ["password=hunter2hunter", ["password or token: password=hunt…"]],
  [`{"db_password": "k8#mQ2!vX"}`, ['password or token: password": "k8#…']],
  [`{\\"token\\": \\"${random}\\"}`, [`password or token: token\\": \\"q7Rt…Ps`]],
  [`api_key: ${random}`, ["password or token: api_key: q7Rt…Ps"]],
  [`FOO=1\nSTRIPE_KEY=${random}\nBAR=2`, ["variable of an .env file: STRIPE_KEY=q7Rt…Ps"]],
  [`export SENTRY_DSN="k8mQ2vXtL9pW"`, ['variable of an .env file: export SENTRY_DSN="k8mQ…']],
])("%s", (text, findings) => {
  expect(found(text)).toEqual(findings);
});

test.each([
  ["a git hash", `commit ${createHash("sha1").update("x").digest("hex")}\nindex 3f2a1b9..8c7d6e5 100644`],
  ["an uuid", `session ${randomUUID()} of thread-${randomUUID()}`],
  ["a hash sum", `sha512-${randomBytes(64).toString("base64")} integrity sha256:${randomBytes(32).toString("hex")}`],
  ["an image", `data:image/png;base64,${randomBytes(60_000).toString("base64")}`],
  ["base64 in lines", randomBytes(60_000).toString("base64").replace(/.{76}/g, "$&\n")],
  ["code about passwords", "const password = request.body.password; setToken(token); token: string; secret?: Secret"],
  ["a call", "password = getPassword(user1) || process.env.PASSWORD1"],
  ["a variable", "password=$DB_PASSWORD1 token=${TOKEN_1} key={{ secret1.key }}"],
  ["a stand-in", "password=xxxxxxxx1 token=<your-token-1> api_key=YOUR_API_KEY_1 secret=******** password: changeme1"],
  ["numbers", "max_token=4096 tokens: 123456 token: 12345678 secret=2026-03-04"],
  ["an address without a password", "https://example.com:8080/a@b ssh://git@example.com/a http://user@example.com"],
  ["an example", "AKIAIOSFODNN7EXAMPLE postgres://user:password@localhost/db"],
  ["a class name", "sk-fading-circle-with-many-dots sk-folding-cube-animation"],
  ["a file name", "password=/etc/secrets/db1 token=./token1.txt"],
  ["words", "The token is bearer of good news. Authorization: required. A secret: nobody knows it."],
  ["the name of a header", "-----BEGIN PRIVATE KEY----- is how such a file begins"],
])("%s is no secret", (_name, text) => {
  expect(found(text)).toEqual([]);
});

test("a finding shows at most the first four and the last two characters", () => {
  expect([masked("12345678"), masked("123456789012"), masked("1234567890123456789"), masked("12")]).toEqual([
    "12…",
    "1234…",
    "1234…89",
    "…",
  ]);
});

test("each secret is listed once, where it stands first", () => {
  const list = new SecretList();
  const first = prompt("password=hunter2hunter");
  const second = item({
    type: "commandExecution",
    command: "login hunter2hunter",
    cwd: "/",
    aggregatedOutput: `password=hunter2hunter token=${random}`,
  });
  for (const entry of [first, second]) list.look(entry);
  expect(list.findings).toEqual([
    { kind: "password or token", itemId: first.id, line: first.line, excerpt: "password=hunt…" },
    { kind: "password or token", itemId: second.id, line: second.line, excerpt: "token=q7Rt…Ps" },
  ]);
  expect(list.isWhole).toBe(true);
});

test("every text of an item is looked at, images are not", () => {
  const list = new SecretList();
  const secret = (n: number): string => `token=${random}${n}`;
  list.look(item({ type: "toolCall", tool: "x", arguments: secret(1), output: secret(2) }));
  list.look(item({ type: "fileChange", changes: [{ path: "a", kind: "add", diff: secret(3) }], output: secret(4) }));
  list.look(item({ type: "context", kind: "other", text: secret(5) }));
  list.look(item({ type: "raw", lineType: "x", json: JSON.stringify({ a: secret(6) }) }));
  list.look(item({ type: "userMessage", via: "start", content: [{ type: "image", url: `data:image/png;base64,${secret(7)}` }] }));
  expect(list.findings).toHaveLength(6);
});

test("two hundred are listed, and that there are more is said", () => {
  const list = new SecretList();
  const text = (count: number): string => Array.from({ length: count }, (_, n) => `token=${random}${n}`).join("\n");
  list.look(answer(text(MAX_FINDINGS)));
  expect([list.findings.length, list.isWhole]).toEqual([200, true]);
  list.look(answer(text(MAX_FINDINGS + 1)));
  expect([list.findings.length, list.isWhole]).toEqual([200, false]);
});

const MiB = 1024 * 1024;
const repeated = (text: string, size = 2 * MiB): string => text.repeat(Math.ceil(size / text.length));

test.each([
  "sk-",
  "a",
  " ",
  "-",
  "=",
  "A_",
  "token=",
  "token = ",
  "password",
  'secret\\"',
  "eyJaaaaaaaaaaaa.",
  "eyJ",
  "bearer ",
  "Bearer aaaaaaaaaaaaaaaa+",
  "authorization:",
  "http://",
  "a://b:",
  "a://aaaaaaaaaaaaaaa:bbb",
  "-----BEGIN ",
  "-----BEGIN A B C PRIVATE KEY-----\n",
  "AKIA",
  "ghp_",
  "xox",
  "xoxb-",
  "github_pat_a",
  "A=",
  "KEY",
  "export A",
  "\nexport KEY=",
  "token=Aa1!",
  "pypi-",
  "hooks.slack.com/services/",
])("2 MiB of %j take no more than a moment", (piece) => {
  const text = repeated(piece);
  const tookMs = cpuMsOf(() => expect([...secretsIn(text)].length).toBeLessThan(text.length));
  expect(tookMs).toBeLessThan(3000);
});

test("no pattern repeats anything without a bound", () => {
  for (const { expression } of SECRET_PATTERNS) expect(expression.source).not.toMatch(/[^\\][*+](?![^[]*\])|\{\d+,\}/);
});
