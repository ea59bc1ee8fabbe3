// What the sandbox is made of, without running it: the filter's program and the mounts in their order.
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { assembleBpf } from "../../../electron/adapters/tools/sandbox/bpf";
import { bubblewrapArguments } from "../../../electron/adapters/tools/sandbox/bubblewrap-arguments";
import { planConfines, type Confines } from "../../../electron/adapters/tools/sandbox/confines";
import { ensureFilterFile } from "../../../electron/adapters/tools/sandbox/filter-file";
import { seccompFilter } from "../../../electron/adapters/tools/sandbox/seccomp-filter";
import { tempFolder } from "../../support/temp-folder";

const ALLOW = 0x7fff0000;
const REFUSE = 0x00050001;
const KILL = 0x80000000;
const X64 = 0xc000003e;
const ARM64 = 0xc00000b7;

/** Runs a filter as the kernel does. */
function judge(filter: Buffer, call: { arch: number; nr: number; argument?: number }): number {
  const words = new Map([
    [0, call.nr],
    [4, call.arch],
    [16, call.argument ?? 0],
  ]);
  let accumulator = 0;
  for (let at = 0; ; at += 1) {
    const [code, yes, no] = [filter.readUInt16LE(at * 8), filter.readUInt8(at * 8 + 2), filter.readUInt8(at * 8 + 3)];
    const value = filter.readUInt32LE(at * 8 + 4);
    if (code === 0x06) return value;
    if (code === 0x20) accumulator = words.get(value) ?? Number.NaN;
    else if (code === 0x15) at += accumulator === value ? yes : no;
    else if (code === 0x45) at += (accumulator & value) !== 0 ? yes : no;
    else throw new Error(`unknown instruction ${code}`);
  }
}

describe("the assembler", () => {
  test("gives the kernel's bytes", () => {
    const bytes = assembleBpf([
      { op: "load", offset: 4 },
      { op: "jumpIfEqual", value: 0x01020304, to: "end" },
      { op: "return", value: 1 },
      { op: "label", name: "end" },
      { op: "return", value: KILL },
    ]);
    expect(bytes.toString("hex")).toBe("2000000004000000" + "1500010004030201" + "0600000001000000" + "0600000000000080");
  });

  test("refuses jumps that cannot be", () => {
    const jump = { op: "jumpIfEqual", value: 1, to: "there" } as const;
    const nothing = Array.from({ length: 256 }, () => ({ op: "return", value: 0 }) as const);
    expect(() => assembleBpf([jump])).toThrow("no jump from 0 to there");
    expect(() => assembleBpf([{ op: "label", name: "there" }, jump])).toThrow("no jump");
    expect(() => assembleBpf([jump, ...nothing, { op: "label", name: "there" }, ...nothing])).toThrow("no jump");
  });
});

describe("the filter", () => {
  const filters = { x64: seccompFilter("x64"), arm64: seccompFilter("arm64") };

  test.each([
    [
      "x64",
      X64,
      { read: 0, execve: 59, clone: 56, socketpair: 53, connect: 42, openat: 257 },
      { ptrace: 101, bpf: 321, mount: 165 },
      41,
    ],
    ["arm64", ARM64, { read: 63, execve: 221, clone: 220, socketpair: 199 }, { ptrace: 117, bpf: 280, mount: 40 }, 198],
  ] as const)("of %s allows what programs need and refuses the ways out", (name, arch, allowed, refused, socket) => {
    const filter = filters[name];
    if (filter === null) throw new Error("no filter");
    for (const nr of Object.values(allowed)) expect(judge(filter, { arch, nr })).toBe(ALLOW);
    for (const nr of [...Object.values(refused), 425, 426, 427, 428, 442]) expect(judge(filter, { arch, nr })).toBe(REFUSE);
    const families = [0, 1, 2, 10, 16, 17, 38, 40].map((argument) => [argument, judge(filter, { arch, nr: socket, argument })]);
    const open = [2, 10, 16];
    expect(families).toEqual(families.map(([family]) => [family, open.includes(family ?? -1) ? ALLOW : REFUSE]));
  });

  test("kills programs of another architecture, and refuses x32 numbers", () => {
    for (const filter of Object.values(filters))
      if (filter !== null) expect(judge(filter, { arch: 0x40000003, nr: 0 })).toBe(KILL);
    if (filters.x64 === null) throw new Error("no filter");
    expect(judge(filters.x64, { arch: X64, nr: 0x40000000 })).toBe(REFUSE);
    expect(judge(filters.x64, { arch: ARM64, nr: 0 })).toBe(KILL);
  });

  test("is not there for an architecture whose calls are not known", () => {
    expect(seccompFilter("riscv64")).toBeNull();
  });

  test("is written anew when its file has vanished or is another", () => {
    const file = join(tempFolder(), "cache", "filter");
    for (const before of [null, "other"]) {
      if (before !== null) writeFileSync(file, before);
      ensureFilterFile(file, Buffer.from("filter"));
      ensureFilterFile(file, Buffer.from("filter"));
    }
  });
});

describe("how far a command goes", () => {
  const place = (root: string) => ({
    hasNetwork: false,
    workspace: join(root, "ws"),
    cwd: join(root, "ws"),
    home: join(root, "home"),
  });

  test("paths are real ones, through links, but a workspace that has become a link is none", () => {
    const root = tempFolder();
    mkdirSync(join(root, "ws", "sub"), { recursive: true });
    symlinkSync(join(root, "ws"), join(root, "link"));
    const linked = { ...place(root), cwd: join(root, "link", "sub"), mode: "workspaceWrite" } as const;
    expect(() => planConfines({ ...linked, workspace: join(root, "link") })).toThrow("is not what it was");
    expect(planConfines(linked)).toEqual({
      cwd: join(root, "ws", "sub"),
      workspace: join(root, "ws"),
      writable: [join(root, "ws")],
      kept: [],
      hasNetwork: false,
    });
  });

  test("read-only is nothing to write to", () => {
    const root = tempFolder();
    mkdirSync(join(root, "ws"));
    expect(planConfines({ ...place(root), mode: "readOnly" }).writable).toEqual([]);
  });

  test.each(["/", "/proc", "/dev", "/sys/kernel", homedir(), dirname(homedir())])(
    "%s as a workspace is not made writable",
    (workspace) => {
      expect(planConfines({ mode: "workspaceWrite", hasNetwork: false, workspace, cwd: "/", home: "/nowhere" }).writable).toEqual(
        [],
      );
    },
  );

  test("what .git of a worktree names is kept, and its common folder", () => {
    const root = tempFolder();
    const own = join(root, "ws", "store", "worktrees", "one");
    mkdirSync(own, { recursive: true });
    mkdirSync(join(root, "home"));
    writeFileSync(join(root, "ws", ".git"), "gitdir: store/worktrees/one\n");
    writeFileSync(join(own, "commondir"), "../..\n");
    const { kept } = planConfines({ ...place(root), mode: "workspaceWrite" });
    expect(kept).toEqual([join(root, "ws", ".git"), own, join(root, "ws", "store"), join(root, "home")]);
  });

  test("a .git file that is a trap is kept as it is", () => {
    const root = tempFolder();
    mkdirSync(join(root, "ws"));
    for (const text of ["", "gitdir: \n", "gitdir: /nowhere/at/all\n", `gitdir: ${"x".repeat(20_000)}`, "\0\0"]) {
      writeFileSync(join(root, "ws", ".git"), text);
      expect(planConfines({ ...place(root), mode: "workspaceWrite" }).kept).toEqual([join(root, "ws", ".git")]);
    }
  });
});

describe("bubblewrap's command line", () => {
  const confines: Confines = {
    ...{ cwd: "/ws/a", workspace: "/ws", writable: ["/ws"], hasNetwork: false },
    kept: ["/ws/.git", "/ws/b/c/home"],
  };

  test("has the later mounts win: the machine, private folders, the workspace, what is kept in it", () => {
    const text = bubblewrapArguments({ confines, temporary: "/var/t", shown: ["/run/x"] }).join(" ");
    expect(text).toMatch(
      /^--unshare-user --disable-userns --unshare-pid --unshare-ipc --unshare-uts --unshare-net --cap-drop ALL --ro-bind \/ \/ --dev \/dev --proc \/proc --ro-bind-try \/proc\/sys \/proc\/sys /,
    );
    expect(text).toMatch(
      / --bind \/var\/t \/tmp --tmpfs \/run --ro-bind-try \/run\/x \/run\/x --ro-bind \/ws \/ws --bind \/ws \/ws --ro-bind \/ws\/.git \/ws\/.git --bind \/ws\/b \/ws\/b --bind \/ws\/b\/c \/ws\/b\/c --ro-bind \/ws\/b\/c\/home \/ws\/b\/c\/home --chdir \/ws\/a --seccomp 4 --$/,
    );
  });

  test("keeps the machine's network when it is allowed, and an empty /tmp without a folder for it", () => {
    const words = bubblewrapArguments({ confines: { ...confines, hasNetwork: true }, temporary: null, shown: [] });
    expect(words).not.toContain("--unshare-net");
    expect(words.join(" ")).toContain("--perms 1777 --tmpfs /tmp");
  });
});
