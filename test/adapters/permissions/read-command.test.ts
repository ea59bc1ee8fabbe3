import { describe, expect, test } from "vitest";
import { createCommandReader } from "../../../electron/adapters/permissions/read-command";
import type { CommandReading, CommandSegment } from "../../../electron/runtime/ports/permissions";
import { CANARY, canaryRuns, whyNoBash } from "../../support/bash-truth";
import { cpuMsOf } from "../../support/cpu-time";
import { tempFolder } from "../../support/temp-folder";
import { COMMAND_CASES } from "./command-cases";

const read = createCommandReader("/bin/bash");
const noBash = whyNoBash();

const words = ({ words: known }: CommandSegment): string => known.map((word) => word ?? "?").join(" ");

function seen(reading: CommandReading): string[] {
  if (reading.type === "unclear") return reading.segments.map(words);
  return reading.segments.map(
    (segment) => `${words(segment)}${segment.hasSideEffects ? " +writes" : ""}${segment.isRunner ? " +runs" : ""}`,
  );
}

describe("bug report 145: a command line is taken apart as bash does it", () => {
  test.each(COMMAND_CASES)("$line", ({ line, sees, unclear }) => {
    const reading = read(line);
    expect({ sees: seen(reading), unclear: reading.type === "unclear" ? reading.why : undefined }).toEqual({ sees, unclear });
  });

  test.skipIf(noBash !== null)(
    `each of these lines runs what the table says${noBash === null ? "" : ` (not run: ${noBash})`}`,
    { timeout: 120_000 },
    () => {
      const lines = COMMAND_CASES.map(({ line }) => line);
      const runs = canaryRuns(lines, tempFolder()).map((calls) => calls.map((args) => [CANARY, ...args].join(" ")));
      // What runs at the same time may come in any order.
      const sorted = COMMAND_CASES.map((one) => ({ line: one.line, runs: [...one.runs].sort() }));
      expect(lines.map((line, index) => ({ line, runs: [...(runs[index] ?? [])].sort() }))).toEqual(sorted);
    },
  );
});

describe("bug report 146: interpreters and runners are known as such", () => {
  const isRunner = (command: string): boolean => {
    const { segments } = read(command);
    const first = segments[0];
    if (first === undefined) throw new Error(`nothing was seen in ${command}`);
    return first.isRunner;
  };

  test.each([
    "python x.py",
    "prlimit --nofile=9 rm x",
    "choom -n 1 -- rm x",
    "catchsegv rm x",
    "numactl -C 0 rm x",
    "faketime x rm x",
    "tini -- rm x",
    "hyperfine 'rm x'",
    "watchexec rm x",
    "nodemon --exec rm",
    "pipenv run x",
    "nix-shell --run 'rm x'",
    "xdg-open x",
    "gtimeout 5 rm x",
    "python3.11 -m http.server",
    "/usr/bin/python3 x",
    "./python x",
    "Python3 x",
    "node x.js",
    "nodejs x.js",
    "deno task x",
    "bun x",
    "ruby3.2 x.rb",
    "perl -e 1",
    "perl5.36 x",
    "lua5.4 x",
    "php8.2 x",
    "osascript x",
    "npx x",
    "npm exec x",
    "npm x y",
    "npm init x",
    "npm --silent exec x",
    "pnpm dlx x",
    "yarn dlx x",
    "bunx x",
    "uvx x",
    "uv run x",
    "pipx run x",
    "bundle exec x",
    "poetry run x",
    "cargo run",
    "go run x.go",
    "go generate",
    "dotnet run",
    "bash x.sh",
    "sh x.sh",
    "zsh x",
    "fish x",
    "pwsh -c x",
    "cmd.exe /c x",
    "sudo ls",
    "doas ls",
    "su root",
    "env ls",
    "xargs ls",
    "nohup ls",
    "timeout 5 ls",
    "watch ls",
    "parallel ls",
    "ssh host ls",
    "docker run x",
    "docker exec x ls",
    "docker compose up",
    "kubectl exec x",
    "awk 1 x",
    "gawk 1 x",
    "busybox ls",
    "/lib64/ld-linux-x86-64.so.2 /bin/ls",
    "vim x",
    "ed x",
    "m4 x",
    "/usr/bin/m4 x",
    "sqlite3 x",
    "find . -delete",
    "find . -fprint x",
    "find . $z",
    "tar -xf x --to-command=ls",
    "tar -cIx y",
    "tar --use-compress-program x -cf y",
    "tar -x $z",
    "rg --pre cat x",
    "fd -x ls",
    "sort --compress-program=ls x",
    "rsync -e ls x y",
    "make -f x",
    "make CC=x",
    "cmake -P x",
    "cmake -E chdir /a rm x",
    "ctest -S x",
    "make --eval x",
    "sed e x",
    "sed -n 1w/x y",
    "sed s/a/b/w/x y",
    "sed -f x y",
    "sed -e p -e 1e y",
    "sed $z x",
    "git -c alias.x=y x",
    "git --exec-path=x status",
    "git --config-env=a=b status",
    "git $z",
    "git unknown-alias",
    "git config alias.x y",
    "git bisect run ls",
    "git submodule foreach ls",
    "git rebase --exec ls",
    "git rebase -x ls",
    "git grep -Oless x",
    "git clone -u ls x",
    "git clone -c a=b x",
    "git fetch --upload-pack=ls",
    "git ls-remote --upload-pack ls x",
    "git push --receive-pack=ls x",
    "git push $z",
    "git difftool",
    "git diff --ext-diff",
    "git log --output=x",
    "git -C $z status -x $z && git -C x $z",
  ])("%s", (command) => {
    const { segments } = read(command);
    expect(segments.some((segment) => segment.isRunner)).toBe(true);
  });

  test.each([
    "ls -la",
    "git status",
    "git --no-pager log -p",
    "git -C there diff",
    "git -C $z status",
    "git push -u origin main",
    "git commit -m $z",
    "npm test",
    "npm run build",
    "npm install x",
    "yarn install",
    "cargo test",
    "go test ./...",
    "make test",
    "make -C there test",
    "find . -name x -print",
    "tar -xzf x",
    "sed -n 1,5p x",
    "sed s/a/b/g x",
    "sed -i.bak s/a/b/ x",
    "sed -n -e /x/p y",
    "rg x",
    "grep -rn x .",
    "docker ps",
    "command -v python",
    "tsc --noEmit",
    "./gradlew build",
  ])("%s is not one", (command) => {
    expect(isRunner(command)).toBe(false);
  });
});

describe("limits: an answer comes at once, whatever the text", () => {
  test.each([
    ["$(", 8000],
    ["(", 16_000],
    ['echo "$(', 2000],
    ["`", 16_000],
    ["a;", 8000],
    ["a|", 8000],
    ["${x:-", 3200],
    ["{a,", 5300],
    ["$((1+", 3200],
    ["if a; then ", 1450],
    ["[[ ", 5300],
    ["cat <<E\n", 2000],
    ["cat <<E\n$(a)\nE\n", 1000],
    ["env ", 4000],
    ["sh -c '", 2200],
    ["eval ", 3200],
    ["! ", 8000],
    ["f(){ ", 3200],
    ["${a[${b[", 2000],
    ["\\\n", 8000],
    ["echo `echo \\`", 1200],
    ["x", 5_000_000],
  ])("%j × %i", (piece, count) => {
    const text = piece.repeat(count);
    // The least of three: the first ones also compile what is run.
    const tries = Array.from({ length: 3 }, () => cpuMsOf(() => expect(["understood", "unclear"]).toContain(read(text).type)));
    expect(Math.min(...tries)).toBeLessThan(300);
  });

  test("a line that is longer than can be checked is unclear", () => {
    expect(read(`echo ${"a".repeat(16_000)}`)).toEqual({
      type: "unclear",
      why: "it is longer than 16000 characters",
      segments: [],
      hidesCommands: true,
    });
  });
});

test.each(["C:\\Windows\\System32\\cmd.exe", "powershell.exe", "/bin/sh", "/bin/zsh", "/usr/bin/fish"])(
  "with %s nothing is taken apart: every command is asked about",
  (shell) => {
    expect(createCommandReader(shell)("git status")).toEqual({
      type: "unclear",
      why: "only bash's commands are taken apart, and this machine runs another shell",
      segments: [],
      hidesCommands: true,
    });
  },
);

describe("where a command may run: a cd in front of it, and an option of its own, are followed", () => {
  const LINES: readonly (readonly [line: string, ...ways: string[]])[] = [
    ["pwd && cd /a && pwd", "", "/a", "/a"],
    ["cd /a; cd b; pwd", "/a", "/a b /a/b", "/a b /a/b"],
    ["cd a/../../b && pwd", "a/../../b", "a/../../b"],
    ["cd -- /a && pwd", "/a", "/a"],
    ["pushd '/a b'; pwd", "/a b", "/a b"],
    ["(cd /a && pwd); pwd", "/a", "/a", ""],
    ["echo $(cd /a; pwd); pwd", "", "/a", "/a", ""],
    ["cat <(cd /a; pwd); pwd", "", "/a", "/a", ""],
    ["if cd /a; then pwd; fi", "/a", "/a"],
    ["cd /a || pwd", "/a", "/a"],
    ["{ cd /a; }; pwd", "/a", "/a"],
    ["for d in a b; do (cd a; pwd); pwd; done", "a", "a", ""],
    ["git -C /a status; pwd", "/a", ""],
    ["cd /a; git -C b status", "/a", "/a b /a/b"],
    ["git -C a -C b status", "a b a/b"],
    ["git -P -C /a --git-dir=g --work-tree w log", "/a g /a/g w /a/w g/w /a/g/w"],
    ["git commit -C HEAD; git log -C --directory=x", "", ""],
    ["make -C /a", "/a"],
    ["make -kC/a -C b test", "/a b /a/b"],
    ["make -CabC test", "abC test abC/test"],
    ["make --directory=/a; make --dir /a; make --d=/a", "/a", "/a", "/a"],
    ["/usr/bin/make test -C /a", "/a"],
    ["npm --prefix /a test; npm test --prefix=/a; npm -C /a test", "/a", "/a", "/a"],
    ["npm -C=/a test", "/a =/a"],
    ["npm test -- $x", ""],
    ["pnpm -C /a test; pnpm --dir /a test; yarn --cwd /a test", "/a", "/a", "/a"],
    ["cargo test --manifest-path /a/Cargo.toml; cargo -C /a test", "/a/Cargo.toml", "/a"],
    ["go -C /a test; go build -C=/a; go build --C /a", "/a", "/a", "/a"],
    ["terraform -chdir=/a plan", "/a"],
    ["mvn -f /a/pom.xml test; gradle -p /a test; ./gradlew --project-dir=/a test", "/a/pom.xml", "/a", "/a"],
    ["cmake -S /a -B b -G Ninja; cmake --build /a; cmake ..; tsc -p /a", "/a b Ninja", "/a", "..", "/a"],
    ["ninja -C /a; meson test -C /a; ctest --test-dir /a; just -d /a x", "/a", "/a", "/a", "/a"],
    ["tar -C /a -xf x", "/a"],
    ["tar -xzC /a -f x", "/a"],
    ["tar --directory /a -xf x", "/a"],
    ["patch -d /a -i x", "/a"],
    ["hg -R /a push", "/a"],
    ["grep -C 3 x; ls -C /a; rg -C3 x; sort -C x", "", "", "", ""],
    ["mkdir -p a && cd a && make; git status", "", "a", "a", "a"],
    ["git add . && git commit -m x && git push; cd a", "", "", "", "a"],
    ["cd a && npm ci && npm test | tail -5", "a", "a", "a", "a"],
    ["echo x > f; git log | head; find . -name x; cd a", "", "", "", "", "a"],
  ];
  const waysOf = (line: string): string[] => read(line).segments.map(({ elsewhere = [] }) => elsewhere.map(String).join(" "));

  test.each(LINES)("%s", (line, ...ways) => {
    expect(read(line).type).toBe("understood");
    expect(waysOf(line)).toEqual(ways);
  });

  test.each([
    ["eval 'cd /a; pwd'", "/a"],
    ["bash -c 'cd /a; pwd'", "/a"],
    ["command cd /a; pwd", "/a"],
    ["env -C /a pwd", "/a"],
    ["env --chdir=/a pwd", "/a"],
    ["sudo -D /a pwd", "/a"],
    ["env -C/a pwd", "/a"],
    ["env -iC /a -u x pwd", "/a"],
    ["env --ch=/a pwd", "/a"],
    ["env --split-string='-C /a pwd'", "/a"],
    ["sudo -nu x --chdir=/a pwd", "/a"],
    ["timeout 5 git -C /a push", "/a"],
    ["nice make -C /a", "/a"],
    ["env -C /a git -C b push", "/a b /a/b"],
    ["flock f -c 'git -C /a push'", "/a"],
    ["watch -n 1 'git -C /a push'", "/a"],
    ["parallel 'make -C /a'", "/a"],
    ["chroot /a git push", "/a"],
    ["busybox env -C /a git push", "/a"],
  ])("%s", (line, way) => {
    const reading = read(line);
    expect(reading).toMatchObject({ type: "unclear", hidesCommands: false });
    expect(waysOf(line).at(-1)).toBe(way);
  });

  test("an option of a runner leads only what it runs", () => {
    expect(waysOf("env -C /a pwd; pwd")).toEqual(["/a", "/a", ""]);
  });

  test.each([
    "cd; pwd",
    "cd ''; pwd",
    "cd -; pwd",
    "cd ~; pwd",
    "cd ~/a; pwd",
    'cd "$d"; pwd',
    'cd "$(cat f)"; pwd',
    "cd a*; pwd",
    "cd -P a; pwd",
    "cd -- -; pwd",
    "cd a b; pwd",
    "pushd; pwd",
    "pushd +1; pwd",
    "popd; pwd",
    "for d in a b; do cd a; pwd; done",
    "while cd ..; do pwd; done",
    `${"cd a;".repeat(20)} pwd`,
    'git -C "$d" push',
    "git $x push",
    "make -C $d",
    'npm test "$x"',
    "npm --prefix ~/a test",
    "tar xfC x /a",
    "find /a -execdir make ;",
    "find . -name .git -exec git -C {}/.. push ;",
    "ls | xargs -I@ make -C @",
    "ls | xargs -i git -C {} push",
    'cargo build --manifest-path "$x"',
    "cmake $x",
    "sudo -iu x git push",
    "su - x -c 'git push'",
    `git ${"-C a ".repeat(20)} push`,
  ])("%s: it is not known where", (line) => {
    expect(read(line)).toMatchObject({
      type: "unclear",
      why: expect.stringContaining("where it goes on is known only when it runs") as string,
    });
    expect(read(line).segments.at(-1)?.elsewhere).toContain(null);
  });

  // What is on the disk now says nothing of what is there when it runs.
  test.each([
    "ln -s /b a && cd a",
    "ln -s /b a; git -C a push",
    "mv b a && cd a && pwd",
    "cp -a b a; cd a",
    "rm a; cd a",
    "git checkout x && cd a",
    "git -C b pull && cd a",
    "tar xf x; cd a",
    "wget x; cd a",
    "./ls; cd a",
    "sh x.sh; cd a",
    "env ln -s /b a; cd a",
    "bash -c 'ln -s /b a'; cd a",
    "(ln -s /b a); cd a",
    "echo $(ln -s /b a); cd a",
    "cd a <<< $(ln -s /b a)",
    "x=$(ln -s /b a) git -C a push",
    "make -C a $(ln -s /b a)",
    "(sleep 1; cd a; pwd) & ln -s /b a",
    "(sleep 1; make -C a) | ln -s /b a",
    "cat <(sleep 1; cd a; pwd) <(ln -s /b a)",
    "coproc { sleep 1; cd a; pwd; }; ln -s /b a",
    "for d in 1 2; do (cd a; pwd); ln -s /b a; done",
    "while true; do make -C a; ln -s /b a; done",
    "trap 'cd a; pwd' EXIT; ln -s /b a",
    "find . -exec make -C a ; -exec ln -s /b a ;",
    "cd a; mv ../a /b; pwd",
    "mv $x y; pwd",
    "while true; do pwd; mv ../a /b; done",
  ])("%s: what is there when it runs is not known", (line) => {
    expect(read(line)).toMatchObject({
      type: "unclear",
      why: expect.stringContaining("where it goes on is known only when it runs") as string,
      hidesCommands: true,
    });
  });

  test.each([
    "x='cd /a'; $x; pwd",
    'eval "$x"; pwd',
    ". x; pwd",
    "CDPATH=/a cd b; pwd",
    "shopt -s cdable_vars; cd x; pwd",
    "f() { cd x; }; f; pwd",
    "sh -c $x",
    "nice 'git -C /a push'",
    'watch "$x"',
    "parallel git -C {} push ::: /a",
    "pwd; (",
    "cat <<E\n$(cd /a; pwd)\nE",
  ])("%s: what is not seen may go anywhere", (line) => {
    expect(read(line)).toMatchObject({ type: "unclear", hidesCommands: true });
  });

  test.skipIf(noBash !== null)(`bash goes where the table says${noBash === null ? "" : ` (not run: ${noBash})`}`, () => {
    const lines = [
      "cd /usr; cd bin; canary $PWD",
      "cd /usr/bin/../lib; canary $PWD",
      "(cd /usr; canary $PWD); [ $PWD = /usr ] || canary here",
    ];
    expect(canaryRuns(lines, tempFolder()).map((calls) => calls.map((args) => args.join(" ")).sort())).toEqual([
      ["/usr/bin"],
      ["/usr/lib"],
      ["/usr", "here"],
    ]);
  });
});
