import { describe, expect, test } from "vitest";
import { createCommandReader } from "../../../electron/adapters/permissions/read-command";
import { judgeByRules, mayBeRemembered, suggestedRule } from "../../../electron/runtime/tools/command-rules";
import type { CommandRule } from "../../../shared/protocol/permission";

const read = createCommandReader("/bin/bash");
const rule = (effect: "allow" | "deny", pattern: string): CommandRule => ({ folder: "/project", effect, pattern });
const allow = (pattern: string): CommandRule => rule("allow", pattern);
const deny = (pattern: string): CommandRule => rule("deny", pattern);
const judge = (command: string, ...rules: CommandRule[]): string => judgeByRules(read(command), rules).type;

describe("bug report 149: deny wins, whatever the order", () => {
  test.each([
    ["git status", [deny("*"), allow("git status *")], "denied"],
    ["git status", [allow("git status *"), deny("*")], "denied"],
    ["git status", [allow("git *"), deny("git push *")], "allowed"],
    ["git push", [allow("git *"), deny("git push *")], "denied"],
    ["git push", [deny("git push *"), allow("git push *")], "denied"],
    ["ls", [allow("git *"), deny("git push *")], "unknown"],
    ["ls", [], "unknown"],
    ["# nothing", [deny("*")], "denied"],
    ["x".repeat(20_000), [deny("*")], "denied"],
  ] as const)("%s by %j is %s", (command, rules, verdict) => {
    expect(judge(command, ...rules)).toBe(verdict);
  });
});

describe("bug report 145: allowing takes every part, denying takes one", () => {
  test.each([
    ["git status && git diff", "allowed"],
    ["git status; git diff | git log", "allowed"],
    ["git status $(git diff)", "allowed"],
    ["git status && rm x", "unknown"],
    ["git status; rm x", "unknown"],
    ["git status | rm x", "unknown"],
    ["git status & rm x", "unknown"],
    ["git status\nrm x", "unknown"],
    ["git status $(rm x)", "unknown"],
    ["git status `rm x`", "unknown"],
    ["git status <(rm x)", "unknown"],
    ["git status > x", "unknown"],
    ["{ git status; } > x", "unknown"],
    ["> x; git status", "unknown"],
    ["A=b git status", "unknown"],
    ["PATH=/x; git status", "unknown"],
    ["git $z", "unknown"],
    ["/bin/git status", "unknown"],
    ["./git status", "unknown"],
    ["Git status", "unknown"],
    ["git\u200b status", "unknown"],
    ["git(){ rm x; }; git status", "unknown"],
    ["alias git='rm x'\ngit status", "unknown"],
    ["env git status", "unknown"],
    ["git -c alias.status='!rm x' status", "unknown"],
    ["git config alias.x '!rm x'", "unknown"],
    ["'git' \"status\"", "allowed"],
    ["\\git status", "allowed"],
    ["git status 2>&1 >/dev/null", "allowed"],
  ])("with “git *” allowed, %j is %s", (command, verdict) => {
    expect(judge(command, allow("git *"))).toBe(verdict);
  });
});

describe("behind a cd the rules of the folder that it leads to hold as well", () => {
  const there = (...rules: CommandRule[]) => new Map([["/a", rules]]);
  test.each([
    ["cd /a && rm x", [], [deny("rm *")], "denied"],
    ["cd /a; ls; rm x", [], [deny("rm *")], "denied"],
    ["(cd /a; rm x)", [allow("*")], [deny("rm *")], "denied"],
    ["cd /a && ls", [], [deny("*")], "denied"],
    ["cd /a && $x", [], [deny("rm *")], "unknown"],
    ["rm x; cd /a", [], [deny("rm *")], "unknown"],
    ["(cd /a; ls); rm x", [], [deny("rm *")], "unknown"],
    ["cd /a && rm x", [deny("rm *")], [], "denied"],
    ["cd /a && git log", [allow("cd *"), allow("git *")], [], "unknown"],
    ["cd /a && git log", [], [allow("cd *"), allow("git *")], "unknown"],
    ["cd /a && git log", [allow("cd *"), allow("git *")], [allow("cd *")], "unknown"],
    ["cd /a && git log", [allow("cd *"), allow("git *")], [allow("cd *"), allow("git *")], "allowed"],
    ["git log; cd /a", [allow("cd *"), allow("git *")], [allow("cd *")], "allowed"],
    ["git -C /a push", [], [deny("git push *")], "denied"],
    ["git -C /a push", [deny("git push *")], [], "denied"],
    ["git -C /a push; git log", [], [deny("git log *")], "unknown"],
    ["git -C /a log", [allow("git *")], [], "unknown"],
    ["git -C /a log", [allow("git *")], [allow("git *")], "allowed"],
    ["nice make -C /a", [], [deny("make *")], "denied"],
    ["ln -s /b x && make -C x", [allow("ln *"), allow("make *")], [], "unknown"],
  ] as const)("%s by %j, and there by %j, is %s", (command, here, elsewhere, verdict) => {
    expect(judgeByRules(read(command), here, there(...elsewhere)).type).toBe(verdict);
  });

  test("what is not known to be there is not allowed", () => {
    expect(judgeByRules(read("cd /b && git log"), [allow("cd *"), allow("git *")], there(allow("git *"))).type).toBe("unknown");
  });

  test("where nobody knows where it leads, what is denied anywhere refuses nothing by itself", () => {
    expect(judgeByRules(read("cd $x; rm x"), [], new Map([[null, [deny("rm *")]]])).type).toBe("unknown");
  });
});

describe("disguises: a denied program is found however it is written", () => {
  test.each([
    "rm x",
    "rm -rf x",
    "/bin/rm x",
    "./rm x",
    "../../bin/rm x",
    "\\rm x",
    '"rm" x',
    "'rm' x",
    "r''m x",
    'r"m" x',
    "r\\m x",
    "r\\\nm x",
    "$'rm' x",
    "$'\\x72m' x",
    "$'\\162m' x",
    "RM x",
    "/bin/Rm x",
    "true && rm x",
    "true; rm x",
    "true | rm x",
    "true & rm x",
    "true\nrm x",
    "(rm x)",
    "{ rm x; }",
    "! rm x",
    "time rm x",
    "coproc rm x",
    "if true; then rm x; fi",
    "for f in *; do rm $f; done",
    "case a in *) rm x;; esac",
    "echo $(rm x)",
    'echo "`rm x`"',
    "cat <(rm x)",
    "v=$(rm x)",
    "f() { rm x; }; f",
    "env rm x",
    "env -u A B=c rm x",
    'env PATH="$PATH" rm x',
    "/usr/bin/env rm x",
    "sudo rm x",
    "sudo -u root rm x",
    "doas rm x",
    "command rm x",
    "builtin command rm x",
    "exec rm x",
    "exec -a y rm x",
    "eval rm x",
    "eval 'true; rm x'",
    "nohup rm x",
    "nice -n 5 rm x",
    "timeout -k 1 5 rm x",
    "setsid rm x",
    "stdbuf -oL rm x",
    "xargs rm",
    "xargs -n 1 rm < x",
    "busybox rm x",
    "/usr/bin/time -v rm x",
    "find . -exec rm {} +",
    "find . -name x -execdir rm {} \\;",
    "sh -c 'rm x'",
    "bash -ec 'true && rm x'",
    "sudo sh -c 'env rm x'",
    "trap 'rm x' EXIT",
    "su -c 'rm x'",
    "rm $x",
    "rm < x > y",
    "A=b rm x",
    "[[ -n $(rm x) ]]",
    "echo ${z:-$(rm x)}",
    "cat <<E\n$(rm x)\nE",
  ])("%j by “rm *”", (command) => {
    expect(judge(command, deny("rm *"))).toBe("denied");
  });

  test.each([
    "echo rm",
    "git rm x",
    "rmdir x",
    "farm x",
    "echo 'rm x'",
    "cat <<'E'\n$(rm x)\nE",
    "ls /bin/rm",
    "timeout 5 grep rm x",
  ])("%j is something else", (command) => {
    expect(judge(command, deny("rm *"))).toBe("unknown");
  });

  test.each([
    ["git push origin", "git push *"],
    ["git -C there push", "git push *"],
    ["git --git-dir=x --no-pager push", "git push *"],
    ["git $z", "git push --force"],
    ["git $z x", "git push *"],
    ["git push $z", "git push * --force"],
    ["npm --prefix there publish", "npm publish *"],
    ["docker -H there rm x", "docker rm *"],
    ["kubectl -n there delete pod x", "kubectl delete *"],
    ["curl x", "* x"],
    ["rm -rf x", "rm -rf *"],
  ])("%j may be what “%s” denies", (command, pattern) => {
    expect(judge(command, deny(pattern))).toBe("denied");
  });

  test.each([
    ["git log push", "git push *"],
    ["git pushy", "git push *"],
    ["git push", "git push * *"],
    ["git push x y", "git push *x"],
    ["rm x", "/bin/rm *"],
    ["rm x y", "rm x"],
    ["rm", "rm x"],
  ])("%j is not what “%s” denies", (command, pattern) => {
    expect(judge(command, deny(pattern))).toBe("unknown");
  });
});

describe("patterns of what is allowed", () => {
  test.each([
    ["git status", "git status", true],
    ["git status -s", "git status", false],
    ["git status", "git status *", true],
    ["git status -s x", "git status *", true],
    ["git", "git status *", false],
    ["cp x there", "cp * there", true],
    ["cp x y there", "cp * there", false],
    ["echo $x", "echo *", true],
    ["echo a $x", "echo a *", true],
    ["echo $x", "echo a *", false],
    ["cp $x there", "cp * there", false],
    ['cp "$x" there', "cp * there", false],
    ["echo *", "echo *", true],
    ["echo 'a b'", "echo *", true],
    ["echo 'a b'", "echo a b", false],
    ["./build.sh x", "./build.sh *", true],
    ["build.sh x", "./build.sh *", false],
    ["there/build.sh x", "build.sh *", false],
  ])("%j by “%s”: %s", (command, pattern, isAllowed) => {
    expect(judge(command, allow(pattern)) === "allowed").toBe(isAllowed);
  });

  test.each(["python x.py", "npx x", "bash x.sh", "npm exec x", "find . -delete", "sudo ls", "awk 1"])(
    "bug report 146: no rule allows %s, also not one that stands in the file",
    (command) => {
      const [name = ""] = command.split(" ");
      expect(judge(command, allow(`${name} *`), allow(command))).toBe("unknown");
      expect(mayBeRemembered(read(command))).toBe(false);
      expect(suggestedRule(read(command), "/project")).toBeNull();
    },
  );
});

describe("the rule that is suggested", () => {
  test.each([
    ["git status -s", "git status *"],
    ["npm test", "npm test *"],
    ["npm run build -- --watch", "npm run build *"],
    ["npm run $z", null],
    ["git", "git"],
    ["git --version", "git --version"],
    ["ls -la src", "ls *"],
    ["cat package.json", "cat *"],
    ["rm -rf dist", "rm -rf dist"],
    ["rm $x", null],
    ["curl https://example.org/x?a=b", null],
    ["./build.sh x", "./build.sh *"],
    ["git status && ls", null],
    ["git status > x", null],
    ["python x.py", null],
    ["$x", null],
    ["", null],
  ])("of %j is %j, and it allows it", (command, pattern) => {
    expect(suggestedRule(read(command), "/project")).toBe(pattern);
    if (pattern !== null) expect(judge(command, allow(pattern))).toBe("allowed");
  });

  test.each([
    ["make -C sub test", "make -C sub test"],
    ["git -C /project/sub status", "git -C /project/sub status"],
    ["git -C /project status", "git -C /project status"],
    ["git -C /projects status", null],
    ["git -C .. status", null],
    ["git -C /project/../other status", null],
  ])("of %j, which runs elsewhere, is %j: what leads out of the folder no rule of it allows", (command, pattern) => {
    expect(suggestedRule(read(command), "/project")).toBe(pattern);
  });
});
