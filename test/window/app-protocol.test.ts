import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { appFile, respond } from "../../electron/window/app-protocol";

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "app-protocol-"));
  await mkdir(path.join(folder, "assets"));
  await writeFile(path.join(folder, "index.html"), "<p>here</p>");
  await writeFile(path.join(folder, "assets", "a b.js"), "1");
});
afterAll(() => rm(folder, { recursive: true }));

function get(address: string): Promise<Response> {
  return respond({ url: address, method: "GET" }, folder);
}

test.each([
  ["app://bundle/", "index.html"],
  ["app://bundle", "index.html"],
  ["app://bundle/index.html?x=1#y", "index.html"],
  ["app://bundle/assets/a%20b.js", path.join("assets", "a b.js")],
  ["app://bundle/assets/../index.html", "index.html"],
  ["app://bundle/..%2e/x", null],
  ["app://bundle/%2e%2e/secret", "secret"],
  ["app://bundle/..%2f..%2fsecret", null],
  ["app://bundle/assets/%2e%2e%2f%2e%2e%2fsecret", null],
  ["app://bundle/..%5c..%5csecret", null],
  ["app://bundle/C:%5csecret", null],
  ["app://bundle/%00", null],
  ["app://bundle/%zz", null],
  ["app://bundle/.", "index.html"],
  ["app://other/index.html", null],
  ["https://bundle/index.html", null],
])("%s names %s", (address, file) => {
  expect(appFile(address, folder)).toBe(file === null ? null : path.join(folder, file));
});

test("a file is served with its type, the content security policy and nosniff", async () => {
  const response = await get("app://bundle/");
  expect({ status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }).toEqual({
    status: 200,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
    },
    text: "<p>here</p>",
  });
});

test("what is not there is 404, what lies outside 400, and what is not GET 405, each with the policy", async () => {
  const responses = [
    await get("app://bundle/none.js"),
    await get("app://bundle/assets"),
    await get("app://other/"),
    await respond({ url: "app://bundle/", method: "POST" }, folder),
  ];
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 400, 405]);
  expect(responses.map(({ headers }) => headers.get("content-security-policy"))).toEqual([policy, policy, policy, policy]);
});
