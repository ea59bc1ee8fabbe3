// What happens between the plan and the writing, and while it is written: others who change the same files, links that are swapped in, disks that refuse,
// and the end of the app.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { parsePatch } from "../../../../electron/adapters/tools/patch/parse-patch";
import { planPatch, type PatchPlan } from "../../../../electron/adapters/tools/patch/plan-patch";
import { writeFiles } from "../../../../electron/adapters/tools/patch/write-files";
import { WorkspaceFolders } from "../../../../electron/adapters/tools/workspace-folders";
import { createSmallDisk } from "../../../support/small-disk";
import { PatchBench, patch, update } from "./patch-bench";

const TURN = { threadId: "thread-1", turnId: "turn-1" };

/** Plans the patch, lets something happen, and then writes. The words of the failure; empty: it went well. */
async function writtenAfter(bench: PatchBench, text: string, meanwhile: (plan: PatchPlan) => void): Promise<string> {
  const parsed = parsePatch(text);
  if (!parsed.ok) throw new Error(parsed.detail);
  const folders = await WorkspaceFolders.open({ cwd: bench.cwd, realCwd: realpathSync(bench.cwd) }, bench.home);
  try {
    const plan = await planPatch(parsed.steps, folders, bench.cwd);
    meanwhile(plan);
    await writeFiles(plan.files, { folders, draftId: randomUUID() });
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await folders.close();
  }
}

describe("between check and use (bug report 142)", () => {
  test("a folder that becomes a link to outside gets nothing written, nor does what it points to", async () => {
    const bench = new PatchBench({ "d/f": "a\n" });
    const outside = join(bench.folder, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "f"), "a\n");
    const words = await writtenAfter(bench, update("d/f", "@@", "-a", "+b"), () => {
      renameSync(bench.path("d"), join(bench.folder, "moved"));
      symlinkSync(outside, bench.path("d"));
    });
    expect(words).toContain("was moved or replaced while the patch was being applied\nNo file was changed.");
    expect(bench.files(outside)).toEqual({ f: "a\n" });
    expect(bench.files(join(bench.folder, "moved"))).toEqual({ f: "a\n" });
  });

  test("a folder that is to be made becomes a link", async () => {
    const bench = new PatchBench();
    const outside = join(bench.folder, "outside");
    mkdirSync(outside);
    const words = await writtenAfter(bench, patch("*** Add File: d/f", "+x"), () => symlinkSync(outside, bench.path("d")));
    expect(words).toContain("d is a symbolic link");
    expect(bench.files(outside)).toEqual({});
  });

  test("a file that becomes a link is not written through", async () => {
    const bench = new PatchBench({ f: "a\n" });
    const outside = join(bench.folder, "outside");
    writeFileSync(outside, "a\n");
    const words = await writtenAfter(bench, update("f", "@@", "-a", "+b"), () => {
      rmSync(bench.path("f"));
      symlinkSync(outside, bench.path("f"));
    });
    expect(words).toContain("f is a symbolic link");
    expect(readFileSync(outside, "utf8")).toBe("a\n");
  });

  test.each([
    ["was written", "f", (bench: PatchBench) => bench.write("f", "theirs\n")],
    ["was removed", "f", (bench: PatchBench) => rmSync(bench.path("f"))],
    ["was replaced by the same text", "f", (bench: PatchBench) => (rmSync(bench.path("f")), bench.write("f", "a\n"))],
    ["got other permissions", "f", (bench: PatchBench) => chmodSync(bench.path("f"), 0o600)],
    ["came into being where one is added", "n", (bench: PatchBench) => bench.write("n", "theirs\n")],
  ])("a file that %s by somebody else keeps what they did, and the others stay as well", async (_, name, act) => {
    const bench = new PatchBench({ f: "a\n", g: "a\n" });
    let theirs: Record<string, string | null> = {};
    const text = patch("*** Update File: g", "@@", "-a", "+b", "*** Update File: f", "@@", "-a", "+b", "*** Add File: n", "+x");
    const words = await writtenAfter(bench, text, () => {
      act(bench);
      theirs = bench.files();
    });
    expect(words).toContain(
      `${name} was changed by somebody else while the patch was being applied; read it again\nNo file was changed.`,
    );
    expect(bench.files()).toEqual(theirs);
  });

  test("a process that swaps a folder for a link to outside, again and again, gets nothing written there", async () => {
    const bench = new PatchBench({ "d/f": "0\n" });
    const outside = join(bench.folder, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "f"), "0\n");
    symlinkSync(outside, join(bench.folder, "link"));
    const swapper = startSwapper(bench.folder);
    await once(swapper.stdout ?? swapper, "data");
    let tries = 0;
    let applied = 0;
    for (; tries < 100; tries += 1) {
      const { status } = await bench.apply(update("d/f", "@@", `-${applied}`, `+${applied + 1}`), { callId: `c${tries}` });
      if (status === "completed") applied += 1;
      expect(readFileSync(join(outside, "f"), "utf8")).toBe("0\n");
      expect(readdirSync(outside)).toEqual(["f"]);
    }
    swapper.kill("SIGKILL");
    await once(swapper, "exit");
    // Both ways were met: through the folder, and into the link.
    expect([applied > 0, applied < tries]).toEqual([true, true]);
  });
});

/** Moves `work/d` away, the link into its place, and back, as fast as it can. */
function startSwapper(folder: string): ChildProcess {
  const script = `
    const fs = require("node:fs"); process.chdir(process.argv[1]); console.log("ready");
    for (;;) {
      fs.renameSync("work/d", "kept"); fs.renameSync("link", "work/d");
      for (const end = performance.now() + 1; performance.now() < end; );
      fs.renameSync("work/d", "link"); fs.renameSync("kept", "work/d");
      for (const end = performance.now() + 4; performance.now() < end; );
    }`;
  const child = spawn(process.execPath, ["-e", script, folder], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

describe("a disk that refuses", () => {
  test("half-way: what was written is put back, drafts and folders go", async ({ skip }) => {
    const bench = new PatchBench({ a: "1\n", b: "1\n" });
    const before = bench.files();
    // The system does not remove what something is mounted on, which nobody can know before.
    const isMounted = spawnSync("mount", ["--bind", bench.path("b"), bench.path("b")], { stdio: "ignore" }).status === 0;
    if (!isMounted) return skip("only root on Linux can mount");
    onTestFinished(() => void spawnSync("umount", ["-l", bench.path("b")], { stdio: "ignore" }));
    const text = patch("*** Update File: a", "@@", "-1", "+2", "*** Add File: n/new", "+x", "*** Delete File: b");
    const { status, output } = await bench.apply(text);
    expect([status, bench.files()]).toEqual(["failed", before]);
    expect(output).toMatch(/EBUSY[^]*No file was changed\.$/);
    expect(await bench.snapshots.ofTurn(TURN)).toEqual([]);
  });

  test("that is full: nothing is changed, and it works again when there is room", async ({ skip }) => {
    const bench = new PatchBench();
    const disk = createSmallDisk(bench.cwd);
    if (disk === null) return skip("only root on Linux can have a small disk");
    onTestFinished(() => disk.remove());
    bench.write("a", "1\n");
    bench.write("b", `${"y".repeat(50_000)}\n1\n`);
    disk.fill();
    const text = patch("*** Update File: a", "@@", "-1", "+2", "*** Update File: b", "@@", "-1", "+2");
    const { status, output } = await bench.apply(text);
    expect([status, bench.read("a")]).toEqual(["failed", "1\n"]);
    expect(output).toContain("No file was changed.");
    disk.free();
    expect(readdirSync(bench.cwd).sort()).toEqual(["a", "b"]);
    expect(await bench.snapshots.ofTurn(TURN)).toEqual([]);
    expect((await bench.apply(text, { callId: "2" })).status).toBe("completed");
  });
});

describe("kill -9", () => {
  let program = "";
  let programFolder = "";

  beforeAll(async () => {
    programFolder = mkdtempSync(join(tmpdir(), "counterfoil-patch-program-"));
    const entry = join(import.meta.dirname, "patch-program.ts");
    const output = { format: "es", entryFileNames: "program.mjs", codeSplitting: false } as const;
    await build({
      configFile: false,
      logLevel: "warn",
      publicDir: false,
      build: {
        ssr: entry,
        outDir: programFolder,
        emptyOutDir: true,
        target: "node20",
        minify: false,
        rolldownOptions: { output },
      },
      ssr: { noExternal: true },
    });
    program = join(programFolder, "program.mjs");
  });
  afterAll(() => rmSync(programFolder, { recursive: true, force: true }));

  const COUNT = 300;
  const names = Array.from({ length: COUNT }, (_, index) => `d${index % 7}/f${index}`);

  test.each([
    ["the snapshot is on disk", 0],
    ["the snapshot is on disk", 10],
    ["the snapshot is on disk", 50],
    ["the first file is written", 0],
    ["the first file is written", 3],
    ["the first file is written", 10],
  ])("when %s, and %i ms: every file is whole, old or new, and undo puts all back", async (moment, delayMs) => {
    const bench = new PatchBench(Object.fromEntries(names.map((name) => [name, "old\n"])));
    const before = bench.files();
    const steps = names.flatMap((name) => [`*** Update File: ${name}`, "@@", "-old", "+new"]);
    const file = join(bench.folder, "patch.txt");
    writeFileSync(file, patch(...steps, "*** Add File: made/deep/n", "+x"));
    const child = spawn(process.execPath, [program, bench.cwd, bench.home, file], { stdio: ["ignore", "pipe", "inherit"] });
    const exit = once(child, "exit");
    onTestFinished(() => void child.kill("SIGKILL"));
    const snapshot = join(bench.home, "snapshots/thread-1/call-1");
    const isNear = () => (moment.startsWith("the snapshot") ? existsSync(snapshot) : bench.read(names[0] ?? "") === "new\n");
    await expect.poll(isNear, { interval: 1, timeout: 20_000 }).toBe(true);
    for (const end = performance.now() + delayMs; performance.now() < end;) continue;
    child.kill("SIGKILL");
    await exit;
    const texts = new Set(names.map((name) => bench.read(name)));
    expect([...texts].every((text) => text === "old\n" || text === "new\n")).toBe(true);
    const { outcome } = await bench.undo.restore(TURN);
    expect(["undone", "nothing"]).toContain(outcome);
    // Drafts and folders that the kill has left are gone as well.
    expect(bench.files()).toEqual(before);
  });

  test("while the snapshot is written: nothing is changed, and what is unfinished goes with the next patch", async () => {
    const bench = new PatchBench({ a: "1\n" });
    const thread = join(bench.home, "snapshots/thread-1");
    mkdirSync(join(thread, ".unfinished-1"), { recursive: true });
    writeFileSync(join(thread, ".unfinished-1/0"), "half");
    expect((await bench.undo.restore(TURN)).outcome).toBe("nothing");
    expect((await bench.apply(update("a", "@@", "-1", "+2"))).status).toBe("completed");
    expect(readdirSync(thread)).toEqual(["call-1"]);
  });
});
