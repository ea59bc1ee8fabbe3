import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { Ajv } from "ajv";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";

const require = createRequire(import.meta.url);
const yaml: { load(text: string): unknown } = require("js-yaml");
const root = path.join(import.meta.dirname, "../..");

const targets = z.object({ target: z.array(z.string()) });
const BuilderConfig = z.looseObject({
  appId: z.string(),
  productName: z.string(),
  electronVersion: z.string(),
  publish: z.null(),
  npmRebuild: z.boolean(),
  files: z.array(z.string()),
  electronFuses: z.record(z.string(), z.boolean()),
  mac: targets.extend({ hardenedRuntime: z.boolean() }),
  win: targets,
  linux: targets,
});

let config: z.infer<typeof BuilderConfig>;
let problems: (config: unknown) => unknown[];

beforeAll(() => {
  config = BuilderConfig.parse(yaml.load(readFileSync(path.join(root, "electron-builder.yml"), "utf8")));
  const schema: object = require("app-builder-lib/scheme.json");
  const validate = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(schema);
  problems = (value) => (validate(value) ? [] : (validate.errors ?? []));
});

test("the configuration fits the builder's own schema", () => {
  expect(problems(config)).toEqual([]);
});

test("a typo is refused", () => {
  expect(problems({ ...config, win: { ...config.win, tarGet: ["nsis"] } })).not.toEqual([]);
  expect(problems({ ...config, electronFuse: {} })).not.toEqual([]);
});

test("each system gets its installer", () => {
  expect({ mac: config.mac.target, win: config.win.target, linux: config.linux.target }).toEqual({
    mac: ["dmg", "zip"],
    win: ["nsis", "zip"],
    linux: ["AppImage", "deb", "rpm"],
  });
});

test("what an attacker could use of Electron is switched off, and the archive is checked", () => {
  expect(config.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    grantFileProtocolExtraPrivileges: false,
    resetAdHocDarwinSignature: true,
  });
  expect(config.mac.hardenedRuntime).toBe(true);
});

test("only what was built goes along: no tests, no maps, no sources", () => {
  expect(config.files).toEqual(["dist/**", "package.json", "!**/*.map", "!dist/test-host/**"]);
});

test("nothing is published or rebuilt, and Electron is the pinned one", () => {
  const { devDependencies } = z
    .object({ devDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")));
  expect({ publish: config.publish, npmRebuild: config.npmRebuild, electronVersion: config.electronVersion }).toEqual({
    publish: null,
    npmRebuild: false,
    electronVersion: devDependencies["electron"],
  });
});

test("the icons are what their names say", () => {
  const signature = (file: string, length: number): string =>
    readFileSync(path.join(root, "build", file)).toString("hex", 0, length);
  expect([signature("icon.ico", 4), signature("icon.icns", 4)]).toEqual(["00000100", Buffer.from("icns").toString("hex")]);
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512, 1024]) {
    const image = readFileSync(path.join(root, "build/icons", `${size}x${size}.png`));
    expect([image.toString("latin1", 1, 4), image.readUInt32BE(16), image.readUInt32BE(20)]).toEqual(["PNG", size, size]);
  }
});
