// What a command makes of `.git` is read by the app before the next command: it cannot make the app wait, nor show what the sandbox hides.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder";
import { hostileThread } from "./hostile-thread";

const shell = (command: string) => ["shell", { command }] as const;
const FREE = { approvalPolicy: "never", sandbox: "workspaceWrite" };

describe("a .git that a command has made", () => {
  test.each([
    ["a pipe", "mkfifo .git"],
    ["with a pipe in it", "mkdir .git; mkfifo .git/commondir"],
    ["a link to a device without an end", "ln -s /dev/zero .git"],
    ["a file that names a folder with a pipe in it", "mkdir meta; mkfifo meta/commondir; echo gitdir: meta > .git"],
    ["a file that names what cannot be a path", "printf 'gitdir: a\\0b\\n' > .git"],
    ["a file that names a path that is too long", "echo gitdir: $(head -c 9000 /dev/zero | tr '\\0' x) > .git"],
  ])("%s: the next command runs", async (_what, make) => {
    const { play, model } = await hostileThread({ params: FREE });
    const { end, outputs } = await play([shell(make), shell("echo it runs")]);
    expect(end).toBe("completed");
    expect(outputs[1]).toContain("it runs");
    await model.close();
  });

  test.each(["echo gitdir: / > .git", "echo gitdir: /run > .git", "ln -s /run .git", "ln -s / .git", "ln -s /proc .git"])(
    "%s: shows nothing of the machine that is hidden",
    async (make) => {
      const { play, model, program } = await hostileThread({ params: FREE });
      const { sandboxStates } = (await program.ask("settings/read", {})) as {
        sandboxStates: { workspaceWrite: { isEnforced: boolean } };
      };
      const { outputs } = await play([
        shell(make),
        shell("ls -A /run; ls /dev/vda /dev/kmsg; ls -d /proc/[0-9]* | wc -l; touch made"),
      ]);
      if (sandboxStates.workspaceWrite.isEnforced) {
        const shown = outputs[1] ?? "";
        for (const name of readdirSync("/run")) expect(shown.split("\n")).not.toContain(name);
        expect(shown).not.toMatch(/^\/dev\/(vda|kmsg)$/m);
        expect(Number(/^(\d+)$/m.exec(shown)?.[1])).toBeLessThan(10);
        expect(shown).not.toContain("Read-only");
      }
      await model.close();
    },
  );
});

describe("a patch", () => {
  test("does not reach the folder that .git names, under its own name", async () => {
    const cwd = tempFolder();
    mkdirSync(path.join(cwd, "meta/hooks"), { recursive: true });
    writeFileSync(path.join(cwd, ".git"), "gitdir: meta\n");
    writeFileSync(path.join(cwd, "meta/config"), "[core]\n\tbare = false\n");
    writeFileSync(path.join(cwd, "meta/hooks/post-checkout"), "exit 0\n", { mode: 0o755 });
    const { play, model } = await hostileThread({ cwd, params: FREE });
    const patch = (file: string, from: string, to: string) =>
      ["apply_patch", { patch: `*** Begin Patch\n*** Update File: ${file}\n@@\n-${from}\n+${to}\n*** End Patch` }] as const;
    const { outputs } = await play([
      patch("meta/config", "\tbare = false", "\tfsmonitor = ./evil"),
      patch("meta/hooks/post-checkout", "exit 0", "./evil"),
      ["apply_patch", { patch: "*** Begin Patch\n*** Add File: meta/info/attributes\n+* filter=evil\n*** End Patch" }],
      patch("META/../meta/config", "\tbare = false", "\tfsmonitor = ./evil"),
    ]);
    for (const output of outputs) expect(output).toContain("git's own folder, which is not for patches");
    expect(readFileSync(path.join(cwd, "meta/config"), "utf8")).toBe("[core]\n\tbare = false\n");
    expect(readFileSync(path.join(cwd, "meta/hooks/post-checkout"), "utf8")).toBe("exit 0\n");
    expect(readdirSync(path.join(cwd, "meta"))).toEqual(["config", "hooks"]);
    await model.close();
  });
});
