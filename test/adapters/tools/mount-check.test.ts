import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { mountCheck, ownMounts } from "../../../electron/adapters/tools/sandbox/mount-check";
import { describeSandboxed } from "./sandbox-bench";

const OUTSIDE = `22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
28 27 0:30 /@home /home rw,relatime shared:1 - btrfs /dev/vdb rw
29 28 0:31 / /home/me/ws/disk rw - tmpfs disk rw
30 28 0:32 /old /home/me/twice rw - ext4 /dev/a rw
31 28 0:33 /new /home/me/twice rw - ext4 /dev/b rw
`;

/** What may be mounted for these, in the check's words. */
const planned = (...writable: string[]): string[] =>
  (mountCheck(writable, { own: [], outside: OUTSIDE })[3] ?? "").split("\n").slice(1, -1);

describe("what is to be mounted writable", () => {
  test.each([
    ["below the root", "/srv/a", ["254:0 /srv/a /srv/a"]],
    ["below another mount, by where it lies in its device", "/home/me/x", ["0:30 /@home/me/x /home/me/x"]],
    [
      "a mount itself",
      "/home",
      ["0:30 /@home /home", "0:31 / /home/me/ws/disk", "0:32 /old /home/me/twice", "0:33 /new /home/me/twice"],
    ],
    ["with what is mounted in it", "/home/me/ws", ["0:30 /@home/me/ws /home/me/ws", "0:31 / /home/me/ws/disk"]],
    ["below a mount at the root of its device", "/home/me/ws/disk/a", ["0:31 /a /home/me/ws/disk/a"]],
    ["below the upper of two mounts", "/home/me/twice/a", ["0:33 /new/a /home/me/twice/a"]],
    ["not below what only begins alike", "/homes/a", ["254:0 /homes/a /homes/a"]],
    [
      "with what the kernel writes by its number",
      "/a b\\c\td\ne",
      ["254:0 /a\\040b\\134c\\011d\\012e /a\\040b\\134c\\011d\\012e"],
    ],
  ])("%s", (_what, path, mounts) => {
    expect(planned(path)).toEqual(mounts);
  });
});

test("what every sandbox has writable is counted by its place", () => {
  const inside = `1 0 254:0 / / ro - ext4 a rw
2 1 0:1 / /dev/pts rw,nosuid - devpts a rw
3 2 0:2 / /dev/pts ro - devpts a rw
4 3 0:3 / /dev/pts rw - devpts a rw
5 1 0:4 / /tmp rw - tmpfs a rw
6 1 254:0 /ws /ws rw - ext4 a rw
`;
  expect(ownMounts(inside, ["/ws"])).toEqual(["/dev/pts", "/dev/pts+", "/tmp"]);
});

describeSandboxed("the check", () => {
  // In namespaces of their own: what others mount meanwhile is not writable there.
  const inside = (words: readonly string[]) =>
    spawnSync("bwrap", [..."--unshare-user --ro-bind / / --dev /dev --proc /proc --tmpfs /run --".split(" "), ...words], {
      encoding: "utf8",
    });
  const known = (): readonly string[] => ownMounts(inside(["cat", "/proc/self/mountinfo"]).stdout, []);
  const check = (own: readonly string[]) =>
    inside([
      ...mountCheck([], { own, outside: "" }),
      "/bin/sh",
      "-c",
      'echo "$#: $1"; env | grep -c "^\\(seen\\|device\\|root\\|at\\|how\\)="',
      "x",
      "a b",
    ]);

  test("lets the command run, with its words, when nothing else is writable", () => {
    expect(check(known()).stdout).toBe("1: a b\n0\n");
  });

  test("refuses what is writable besides, and a place once more than it is known", () => {
    const own = known();
    expect(own).toContain("/run");
    const { stdout, stderr, status } = check(own.filter((at) => at !== "/run"));
    expect([stdout, stderr, status]).toEqual(["", "bwrap: a folder was replaced while it was being mounted: /run\n", 1]);
    const twice = check([...own.filter((at) => at !== "/run"), "/run+"]);
    expect(twice.stderr).toBe("bwrap: a folder was replaced while it was being mounted: /run\n");
  });
});
