// Settings in force: file, environment, defaults; a broken file is told and changes nothing (protocol.md §6).
import { lstat, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Environment } from "../../../electron/adapters/settings/resolve-settings";
import { createSettingsFile, type SettingsChange } from "../../../electron/adapters/settings/settings-file";

const SECRET = "sk-very-secret-1234567890";
const openai = {
  provider: "openai",
  model: "big",
  providers: {
    openai: {
      baseUrl: "https://api.example.com/v1",
      apiKeyEnv: "OPENAI_API_KEY",
      models: [{ id: "big", contextWindow: 272_000 }],
    },
  },
};
const turnDefaults = {
  sandbox: { mode: "workspaceWrite", hasNetwork: false },
  approvalTimeoutMs: null,
  autoCompactTokenLimit: null,
  toolDispatch: "inStream",
  steer: "safePoint",
  hooks: { userPromptSubmit: [], preToolUse: [], postToolUse: [], stop: [], afterTurn: [] },
  reminderSeconds: null,
  sessionRoots: [],
};
const demo = {
  provider: { name: "demo", kind: "demo" },
  model: "demo-1",
  approvalPolicy: "onRequest",
  ...turnDefaults,
  keyVariables: ["COUNTERFOIL_API_KEY"],
  problem: null,
};

describe("the settings file", () => {
  let home: string;
  let file: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), "settings-"));
    file = join(home, "settings.json");
  });
  afterEach(() => rm(home, { recursive: true }));

  const resolve = (env: Environment = {}) => createSettingsFile({ file, env }).resolve();
  const put = (settings: unknown) => writeFile(file, typeof settings === "string" ? settings : JSON.stringify(settings, null, 2));

  it("is not needed: a missing file is the demo provider, asking before commands", async () => {
    expect(await resolve()).toEqual(demo);
    expect(await readdir(home)).toEqual([]);
  });

  it("chooses a provider and a model, with the defaults of what is not said", async () => {
    await put({ ...openai, approvalPolicy: "never" });
    const { provider, ...rest } = await resolve({ OPENAI_API_KEY: SECRET });
    expect(rest).toEqual({
      model: "big",
      approvalPolicy: "never",
      ...turnDefaults,
      keyVariables: ["COUNTERFOIL_API_KEY", "OPENAI_API_KEY"],
      problem: null,
    });
    if (provider.kind !== "responses") throw new Error("expected a server");
    const { apiKey, ...plain } = provider;
    expect(plain).toEqual({
      name: "openai",
      kind: "responses",
      baseUrl: "https://api.example.com/v1",
      apiKeyEnv: "OPENAI_API_KEY",
      headers: {},
      streamIdleTimeoutMs: 300_000,
      streamMaxRetries: 5,
      requestMaxRetries: 0,
      namespaces: false,
      customTools: false,
      contextWindow: 272_000,
    });
    expect(apiKey()).toBe(SECRET);
  });

  it("takes everything that a provider may say", async () => {
    const all = {
      baseUrl: "http://127.0.0.1:1/v1",
      headers: { "x-a": "b" },
      streamIdleTimeoutMs: 1000,
      streamMaxRetries: 0,
      requestMaxRetries: 2,
      namespaces: true,
      models: [{ id: "m" }, { id: "n" }],
    };
    await put({ provider: "local", providers: { local: all } });
    const resolved = await resolve();
    expect(resolved).toMatchObject({ model: "m", problem: null });
    expect(resolved.provider).toMatchObject({
      headers: { "x-a": "b" },
      streamIdleTimeoutMs: 1000,
      streamMaxRetries: 0,
      requestMaxRetries: 2,
      namespaces: true,
      contextWindow: null,
      apiKeyEnv: null,
    });
    expect(resolved.provider.kind === "responses" && resolved.provider.apiKey()).toBeNull();
  });

  it("names the key variables of all providers, so that no command is given them", async () => {
    const server = (apiKeyEnv?: string) => ({ baseUrl: "http://x", ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }) });
    await put({ providers: { one: server("ONE_KEY"), two: server(), three: server("THREE_KEY") } });
    expect((await resolve()).keyVariables).toEqual(["COUNTERFOIL_API_KEY", "ONE_KEY", "THREE_KEY"]);
  });

  it.each([
    [{ autoCompactTokenLimit: 200_000 }, { autoCompactTokenLimit: 200_000 }],
    [{ autoCompactTokenLimit: null }, { autoCompactTokenLimit: null }],
    [{ toolDispatch: "afterStream" }, { toolDispatch: "afterStream" }],
    [{ steer: "instant" }, { steer: "instant" }],
    [{ clock: { reminderSeconds: 90.5 } }, { reminderSeconds: 90.5 }],
    [{ clock: { reminderSeconds: 0 } }, { reminderSeconds: 0 }],
    [{ clock: { reminderSeconds: null } }, { reminderSeconds: null }],
    [{ clock: {} }, { reminderSeconds: null }],
  ])("%j is in force, and nothing else is changed by it", async (settings, inForce) => {
    await put(settings);
    expect(await resolve()).toEqual({ ...demo, ...inForce });
  });

  it("session roots are absolute: ~ is the person's own folder", async () => {
    await put({ sessionRoots: ["/backup/sessions", "~", "~/.codex"] });
    expect(await resolve()).toEqual({ ...demo, sessionRoots: ["/backup/sessions", homedir(), join(homedir(), ".codex")] });
  });

  it("hooks are in force in their order, and an event without any has none", async () => {
    const stop = [{ command: "one", timeoutMs: 5 }, { command: "two" }];
    await put({ hooks: { stop, afterTurn: [] } });
    expect(await resolve()).toEqual({ ...demo, hooks: { ...turnDefaults.hooks, stop } });
  });

  it("counts at once after it has changed, without being watched", async () => {
    const settings = createSettingsFile({ file, env: {} });
    expect((await settings.resolve()).model).toBe("demo-1");
    await put({ model: "demo-2" });
    expect((await settings.resolve()).model).toBe("demo-2");
    await rm(file);
    expect(await settings.resolve()).toEqual(demo);
  });

  describe("when it is broken", () => {
    it.each([
      ['{\n  "model": "a",\n  oops\n}', "settings.json line 3: a key in double quotes is expected."],
      ['{\n  "model": 7\n}', 'settings.json line 2: "model": it is a number; it has to be text in double quotes.'],
      [
        '{\n  "providers": {\n    "x": {\n      "baseUrl": "ftp://x"\n    }\n  }\n}',
        'settings.json line 4: "providers.x.baseUrl": it is no address that begins with http:// or https://.',
      ],
      [
        '{\n  "providers": {\n    "x": {}\n  }\n}',
        'settings.json line 3: "providers.x.baseUrl": it is missing; it has to be text in double quotes.',
      ],
      ['{\n  "model": "a",\n  "modle": "b"\n}', 'settings.json line 3: "modle" is not a known setting.'],
      [
        '{\n  "approvalPolicy": "sometimes"\n}',
        'settings.json line 2: "approvalPolicy": it is none of "onRequest", "always", "never".',
      ],
      [
        '{\n  "autoCompactTokenLimit": 0\n}',
        'settings.json line 2: "autoCompactTokenLimit": it is too small; it has to be more than 0.',
      ],
      [
        '{\n  "autoCompactTokenLimit": "many"\n}',
        'settings.json line 2: "autoCompactTokenLimit": it is text; it has to be a number.',
      ],
      ['{\n  "toolDispatch": "later"\n}', 'settings.json line 2: "toolDispatch": '],
      ['{\n  "steer": "soon"\n}', 'settings.json line 2: "steer": '],
      ['{\n  "clock": {\n    "reminderSeconds": -1\n  }\n}', 'settings.json line 3: "clock.reminderSeconds": '],
      ['{\n  "clock": {\n    "seconds": 1\n  }\n}', 'settings.json line 3: "clock.seconds" is not a known setting.'],
      ['{\n  "hooks": {\n    "stopp": []\n  }\n}', 'settings.json line 3: "hooks.stopp" is not a known setting.'],
      [
        '{\n  "hooks": {\n    "stop": "check"\n  }\n}',
        'settings.json line 3: "hooks.stop": it is text; it has to be a list in [ ].',
      ],
      [
        '{\n  "hooks": { "stop": [\n    { "command": "a" },\n    {}\n  ] }\n}',
        'settings.json line 4: "hooks.stop.1.command": it is missing; it has to be text in double quotes.',
      ],
      [
        '{\n  "hooks": { "stop": [\n    { "command": "" }\n  ] }\n}',
        'settings.json line 3: "hooks.stop.0.command": it is empty; it has to be text.',
      ],
      [
        '{\n  "hooks": { "stop": [{\n    "command": "a",\n    "timeoutMs": 0\n  }] }\n}',
        'settings.json line 4: "hooks.stop.0.timeoutMs": ',
      ],
      [
        '{\n  "hooks": { "stop": [{\n    "command": "a",\n    "timeout": 9\n  }] }\n}',
        'settings.json line 4: "hooks.stop.0.timeout" is not a known setting.',
      ],
      [
        '{\n  "providers": { "x": {\n    "baseUrl": "http://x",\n    "requestMaxRetries": 101\n  } }\n}',
        'settings.json line 4: "providers.x.requestMaxRetries": it is too large; it has to be at most 100.',
      ],
      ['{\n  "network": "yes"\n}', 'settings.json line 2: "network": it is text; it has to be true or false.'],
      [
        '{\n  "autoCompactTokenLimit": 1.5\n}',
        'settings.json line 2: "autoCompactTokenLimit": it is no whole number; it has to be a whole number.',
      ],
      [
        '{\n  "sandbox": 7\n}',
        'settings.json line 2: "sandbox": it is a number; it has to be one of "readOnly", "workspaceWrite", "dangerFullAccess".',
      ],
      [
        '{\n  "sessionRoots": ["here"]\n}',
        'settings.json line 2: "sessionRoots.0": an absolute path is expected, or one that begins with ~/.',
      ],
      ["[]", "settings.json line 1: the settings: it is a list; it has to be an object in { }."],
      ["", "settings.json line 1: the text ends too early."],
      [
        '{ "provider": "openia", "providers": { "openai": { "baseUrl": "http://x" } } }',
        'settings.json: The provider "openia" is not defined; there is "demo", "openai".',
      ],
      ['{ "provider": "constructor" }', 'settings.json: The provider "constructor" is not defined; there is "demo".'],
      [
        '{ "provider": "x", "providers": { "x": { "baseUrl": "http://x" } } }',
        'settings.json: No model is chosen for the provider "x"; set "model".',
      ],
      [
        '{ "providers": { "environment": { "baseUrl": "http://x" } } }',
        'settings.json: The provider name "environment" is taken by the program',
      ],
    ])(
      "%j is told with line and reason, the defaults stay, with everything asked, and the file is not touched",
      async (text, start) => {
        await put(text);
        const resolved = await resolve();
        expect(resolved.problem?.startsWith(start), resolved.problem ?? "no problem").toBe(true);
        expect(resolved.problem).toContain("the defaults are in force");
        expect({ ...resolved, problem: null }).toEqual({ ...demo, approvalPolicy: "always" });
        expect(await readFile(file, "utf8")).toBe(text);
        expect(await readdir(home)).toEqual(["settings.json"]);
      },
    );

    it("the last good settings stay in force until it is put right", async () => {
      const settings = createSettingsFile({ file, env: { OPENAI_API_KEY: SECRET } });
      await put(openai);
      const good = await settings.resolve();
      await put('{ "model": ');
      const broken = await settings.resolve();
      expect(broken).toEqual({
        ...good,
        problem: expect.stringContaining(
          "settings.json line 1: the text ends too early. Until this is put right, the last good settings stay in force.",
        ) as string,
      });
      await put({ ...openai, model: "small" });
      expect(await settings.resolve()).toMatchObject({ model: "small", problem: null });
    });

    it("tells several mistakes, but not endlessly many", async () => {
      await put(Object.fromEntries(Array.from({ length: 9 }, (_n, index) => [`k${index}`, 1])));
      const { problem } = await resolve();
      expect(problem).toContain('settings.json line 2: "k0" is not a known setting. settings.json line 3: "k1"');
      expect(problem).toContain("And 4 more.");
    });

    it("a folder in its place is told", async () => {
      await mkdir(file);
      expect((await resolve()).problem).toContain("settings.json cannot be read (EISDIR");
    });

    it("a byte order mark does not break it", async () => {
      await put('\ufeff{"model":"x"}');
      expect(await resolve()).toMatchObject({ model: "x", problem: null });
    });
  });

  describe("the environment", () => {
    const env = { COUNTERFOIL_BASE_URL: "http://127.0.0.1:11434/v1", COUNTERFOIL_MODEL: "llama", COUNTERFOIL_API_KEY: SECRET };

    it("connects a server without a settings file", async () => {
      const { provider, model, problem } = await resolve(env);
      expect({ model, problem }).toEqual({ model: "llama", problem: null });
      expect(provider).toMatchObject({
        name: "environment",
        kind: "responses",
        baseUrl: env.COUNTERFOIL_BASE_URL,
        apiKeyEnv: "COUNTERFOIL_API_KEY",
      });
      expect(provider.kind === "responses" && provider.apiKey()).toBe(SECRET);
    });

    it("needs no key", async () => {
      const { provider, problem } = await resolve({ ...env, COUNTERFOIL_API_KEY: "" });
      expect(problem).toBeNull();
      expect(provider.kind === "responses" && provider.apiKey()).toBeNull();
    });

    it("wins over the file's provider and leaves the rest of the file in force", async () => {
      await put({ ...openai, approvalPolicy: "never" });
      expect(await resolve(env)).toMatchObject({
        provider: { name: "environment" },
        model: "llama",
        approvalPolicy: "never",
        problem: null,
      });
    });

    it("its key goes to its own server only", async () => {
      await put({ ...openai, providers: { openai: { baseUrl: "https://api.example.com/v1" } } });
      const { provider } = await resolve({ COUNTERFOIL_API_KEY: SECRET });
      expect(provider.kind === "responses" && provider.apiKey()).toBeNull();
    });

    it.each([
      [
        { ...env, COUNTERFOIL_BASE_URL: "localhost:11434" },
        "COUNTERFOIL_BASE_URL is not an http or https address, such as http://localhost:11434/v1.",
      ],
      [{ ...env, COUNTERFOIL_MODEL: undefined }, "COUNTERFOIL_BASE_URL is set but COUNTERFOIL_MODEL is not; set both."],
      [{ COUNTERFOIL_MODEL: "llama" }, "COUNTERFOIL_MODEL is set but COUNTERFOIL_BASE_URL is not; set both."],
    ])("a broken one is told and the file's provider stays (%#)", async (broken, problem) => {
      expect(await resolve(broken)).toEqual({ ...demo, problem });
    });

    it("a named key variable that is not set is told by its name", async () => {
      await put(openai);
      expect((await resolve()).problem).toBe('OPENAI_API_KEY is not set: the provider "openai" takes its key from it.');
      expect((await resolve({ OPENAI_API_KEY: " " })).problem).toContain("OPENAI_API_KEY is not set");
    });
  });

  it("no key is in any text, wherever a person has put it", async () => {
    const base = { provider: "x", model: "m" };
    const misplaced: unknown[] = [
      { ...base, providers: { x: { baseUrl: "http://x", apiKeyEnv: SECRET } } },
      { ...base, providers: { x: { baseUrl: "http://x", apiKey: SECRET } } },
      { ...base, providers: { x: { baseUrl: SECRET } } },
      { ...base, approvalPolicy: SECRET },
      `{ "providers": { "x": { "apiKeyEnv": "${SECRET}" "baseUrl"`,
      `{ "key": ${SECRET} }`,
      SECRET,
    ];
    for (const settings of misplaced) {
      await put(settings);
      const resolved = await resolve({
        COUNTERFOIL_BASE_URL: `user:${SECRET}@nowhere`,
        COUNTERFOIL_MODEL: "m",
        COUNTERFOIL_API_KEY: SECRET,
      });
      expect(resolved.problem).not.toBeNull();
      expect(resolved.problem).not.toContain("secret");
    }
    await put(openai);
    expect(JSON.stringify(await resolve({ OPENAI_API_KEY: SECRET }))).not.toContain("secret");
  });

  describe("what a person chooses in the window is written (protocol.md §6)", () => {
    const write = (change: SettingsChange): Promise<void> => createSettingsFile({ file, env: {} }).write(change);
    const text = (): Promise<string> => readFile(file, "utf8");

    it("makes the file, and it is in force for whoever reads later", async () => {
      await write({ approvalPolicy: "always", network: true });
      expect(await text()).toBe('{\n  "approvalPolicy": "always",\n  "network": true\n}\n');
      expect(await resolve()).toMatchObject({ approvalPolicy: "always", sandbox: { mode: "workspaceWrite", hasNetwork: true } });
    });

    it("leaves everything else as and where it stands, also the indent, and nothing beside the file", async () => {
      await put(`\ufeff{\n\t"sandbox": "readOnly",\n\t"provider": "demo",\n\t"clock": { "reminderSeconds": 60 }\n}`);
      await write({ sandbox: "dangerFullAccess", approvalPolicy: "never" });
      expect(await text()).toBe(
        '{\n\t"sandbox": "dangerFullAccess",\n\t"provider": "demo",\n\t"clock": {\n\t\t"reminderSeconds": 60\n\t},\n\t"approvalPolicy": "never"\n}\n',
      );
      expect(await readdir(home)).toEqual(["settings.json"]);
    });

    it("keeps both of two changes at once", async () => {
      const settings = createSettingsFile({ file, env: {} });
      await Promise.all([settings.write({ sandbox: "readOnly" }), settings.write({ network: true })]);
      expect(await settings.resolve()).toMatchObject({ sandbox: { mode: "readOnly", hasNetwork: true } });
    });

    it.each(['{ "provider": ', '{ "provder": "demo" }', "[]", '{ "provider": "nobody" }'])(
      "is refused with words where %s stands, and nothing is overwritten",
      async (broken) => {
        await put(broken);
        await expect(write({ sandbox: "readOnly" })).rejects.toThrow(/^Nothing was changed: settings\.json.* Put that right in /);
        expect(await text()).toBe(broken);
      },
    );

    it("is refused with words where the file cannot be read or written", async () => {
      await mkdir(file);
      await expect(write({ sandbox: "readOnly" })).rejects.toThrow("Nothing was changed: settings.json cannot be read");
      file = join(home, "settings.json", "in", "settings.json");
      await writeFile(join(home, "settings.json", "in"), "a file");
      await expect(write({ sandbox: "readOnly" })).rejects.toThrow("Nothing was changed: ");
    });

    it("a link stays a link", async () => {
      await writeFile(join(home, "real.json"), "{}");
      await symlink(join(home, "real.json"), file);
      await write({ sandbox: "readOnly" });
      expect((await lstat(file)).isSymbolicLink()).toBe(true);
      expect(JSON.parse(await readFile(join(home, "real.json"), "utf8"))).toEqual({ sandbox: "readOnly" });
    });
  });
});
