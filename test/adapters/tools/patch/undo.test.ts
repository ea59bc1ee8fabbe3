// What is kept of files before patches, and putting them back.
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PatchBench, patch, update } from "./patch-bench";

const TURN = { threadId: "thread-1", turnId: "turn-1" };

describe("undo of a turn's patches", () => {
  test("puts back added, changed, deleted and moved files, with bytes and permissions, and removes the folders that were made", async () => {
    const bench = new PatchBench({ "f.sh": "a\r\nb", "gone.bin": Buffer.from([0, 200]), "m.txt": "m\n" });
    chmodSync(bench.path("f.sh"), 0o751);
    const before = bench.files();
    await bench.apply(update("f.sh", "@@", "-a", "+A"));
    await bench.apply(
      patch("*** Add File: new/deep/n", "+x", "*** Delete File: gone.bin", "*** Update File: m.txt", "*** Move to: to/m.txt"),
      { callId: "2" },
    );
    await bench.apply(update("f.sh", "@@", "-b", "+B"), { callId: "3" });
    const restored = await bench.undo.restore(TURN);
    expect(restored).toEqual({
      outcome: "undone",
      changes: [
        {
          path: "f.sh",
          kind: "update",
          diff: "@@ -1,2 +1,2 @@\n-A\r\n-B\n\\ No newline at end of file\n+a\r\n+b\n\\ No newline at end of file",
        },
        { path: "new/deep/n", kind: "delete", diff: "x\n" },
        { path: "gone.bin", kind: "add", diff: "" },
        { path: "m.txt", kind: "add", diff: "m\n" },
        { path: "to/m.txt", kind: "delete", diff: "m\n" },
      ],
    });
    expect(bench.files()).toEqual(before);
    expect(bench.mode("f.sh")).toBe(0o751);
  });

  test("is of that turn alone", async () => {
    const bench = new PatchBench({ a: "1\n", b: "1\n" });
    await bench.apply(update("a", "@@", "-1", "+2"));
    await bench.apply(update("b", "@@", "-1", "+2"), { callId: "2", turnId: "turn-2" });
    expect((await bench.undo.restore({ ...TURN, turnId: "turn-2" })).outcome).toBe("undone");
    expect(bench.files()).toEqual({ a: "2\n", b: "1\n" });
  });

  test("a later turn's patch of the same file stands in the way", async () => {
    const bench = new PatchBench({ a: "1\n" });
    await bench.apply(update("a", "@@", "-1", "+2"));
    await bench.apply(update("a", "@@", "-2", "+3"), { callId: "2", turnId: "turn-2" });
    expect(await bench.undo.restore(TURN)).toEqual({ outcome: "changed", paths: ["a"] });
    expect((await bench.undo.restore({ ...TURN, turnId: "turn-2" })).outcome).toBe("undone");
    expect((await bench.undo.restore(TURN)).outcome).toBe("undone");
    expect(bench.read("a")).toBe("1\n");
  });

  test("a file that was changed since is named, and then none is put back", async () => {
    const bench = new PatchBench({ a: "1\n", b: "1\n", c: "1\n" });
    await bench.apply(
      patch(
        "*** Update File: a",
        "@@",
        "-1",
        "+2",
        "*** Delete File: b",
        "*** Update File: c",
        "@@",
        "-1",
        "+2",
        "*** Add File: d",
        "+2",
      ),
    );
    bench.write("a", "mine\n");
    bench.write("b", "mine\n");
    rmSync(bench.path("d"));
    mkdirSync(bench.path("d"));
    expect(await bench.undo.restore(TURN)).toEqual({ outcome: "changed", paths: ["a", "b", "d"] });
    expect(bench.files()).toEqual({ a: "mine\n", b: "mine\n", c: "2\n", d: null });
  });

  test("a file that has become a link counts as changed, and the link is not followed", async () => {
    const bench = new PatchBench({ a: "1\n" });
    await bench.apply(update("a", "@@", "-1", "+2"));
    const outside = join(bench.folder, "outside");
    writeFileSync(outside, "2\n");
    rmSync(bench.path("a"));
    symlinkSync(outside, bench.path("a"));
    expect(await bench.undo.restore(TURN)).toEqual({ outcome: "changed", paths: ["a"] });
  });

  test("permissions that were changed since do not stand in the way", async () => {
    const bench = new PatchBench({ "a.sh": "1\n" });
    await bench.apply(update("a.sh", "@@", "-1", "+2"));
    chmodSync(bench.path("a.sh"), 0o755);
    expect((await bench.undo.restore(TURN)).outcome).toBe("undone");
  });

  test("folders that were made stay when something else is in them", async () => {
    const bench = new PatchBench();
    await bench.apply(patch("*** Add File: d/e/n", "+x"));
    bench.write("d/mine", "m\n");
    expect((await bench.undo.restore(TURN)).outcome).toBe("undone");
    expect(bench.files()).toEqual({ "d/mine": "m\n" });
  });

  test("a second time there is nothing, once what was kept is forgotten; nor for a turn without patches", async () => {
    const bench = new PatchBench({ a: "1\n" });
    await bench.apply(update("a", "@@", "-1", "+2"));
    await bench.undo.restore(TURN);
    expect(await bench.undo.restore(TURN)).toMatchObject({
      outcome: "nothing",
      why: expect.stringContaining("already as they were") as string,
    });
    await bench.undo.forget(TURN);
    expect(await bench.undo.restore(TURN)).toMatchObject({
      outcome: "nothing",
      why: expect.stringContaining("no file changes of this turn are kept") as string,
    });
    expect(bench.files(bench.home)).toEqual({ "snapshots/thread-1": null });
  });

  test("what commands have changed is not covered, and that is said", async () => {
    expect(await new PatchBench().undo.restore(TURN)).toMatchObject({
      why: expect.stringContaining("what commands change never is") as string,
    });
  });

  test("a kept file that is damaged is not put back, and none is", async () => {
    const bench = new PatchBench({ a: "1\n", b: "1\n" });
    await bench.apply(patch("*** Update File: a", "@@", "-1", "+2", "*** Update File: b", "@@", "-1", "+2"));
    writeFileSync(join(bench.home, "snapshots/thread-1/call-1/1"), "other");
    await expect(bench.undo.restore(TURN)).rejects.toThrow("is damaged");
    expect(bench.files()).toEqual({ a: "2\n", b: "2\n" });
  });

  test("the session's folder is gone: nothing, with the reason", async () => {
    const bench = new PatchBench({ a: "1\n" });
    await bench.apply(update("a", "@@", "-1", "+2"));
    rmSync(bench.cwd, { recursive: true });
    expect(await bench.undo.restore(TURN)).toMatchObject({
      outcome: "nothing",
      why: expect.stringContaining("no such file or folder") as string,
    });
  });
});

describe("what is kept", () => {
  test("lies in a folder for the thread and one for the call, for the person alone", async () => {
    const bench = new PatchBench({ a: "1\n" });
    await bench.apply(update("a", "@@", "-1", "+2"), { callId: "call-x" });
    const folder = join(bench.home, "snapshots/thread-1/call-x");
    expect(readdirSync(folder).sort()).toEqual(["0", "manifest.json"]);
    expect([folder, join(folder, "0")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
  });

  test("of an id that a server uses again: both", async () => {
    const bench = new PatchBench({ a: "1\n" });
    await bench.apply(update("a", "@@", "-1", "+2"), { callId: "call_0" });
    await bench.apply(update("a", "@@", "-2", "+3"), { callId: "call_0" });
    expect((await bench.undo.restore(TURN)).outcome).toBe("undone");
    expect(bench.read("a")).toBe("1\n");
  });

  test("is bounded for a thread: the oldest turn goes first", async () => {
    const bench = new PatchBench({ a: `${"x".repeat(3000)}\n1\n` }, 12_000);
    for (const [index, turnId] of ["t1", "t2", "t3"].entries())
      await bench.apply(update("a", "@@", `-${index + 1}`, `+${index + 2}`), { callId: turnId, turnId });
    const kept = await Promise.all(["t1", "t2", "t3"].map((turnId) => bench.snapshots.ofTurn({ threadId: "thread-1", turnId })));
    expect(kept.map(({ length }) => length)).toEqual([0, 1, 1]);
  });

  test("where nothing can be kept, nothing is patched", async () => {
    const bench = new PatchBench({ a: "1\n" });
    writeFileSync(join(bench.home, "snapshots"), "no folder");
    const { status, output } = await bench.apply(update("a", "@@", "-1", "+2"));
    expect([status, bench.read("a")]).toEqual(["failed", "1\n"]);
    expect(output).toContain("what the files are now could not be kept for undo");
    expect(output).toContain("No file was changed.");
  });
});
