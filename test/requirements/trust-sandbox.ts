// What a command may touch, and how that is said (issue 5 part 3), each promise with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const trustSandbox: readonly Requirement[] = [
  {
    id: "trust-read-only",
    source: "issue 5 part 3",
    contract: "readOnly: nothing can be written.",
    tests: [
      { file: "test/adapters/tools/sandbox-plan.test.ts", title: "how far a command goes > read-only is nothing to write to" },
      {
        file: "test/adapters/tools/sandbox-escapes.test.ts",
        title: "a hard link to a file of the workspace cannot be written through",
      },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "has a /tmp that is empty each time" },
    ],
  },
  {
    id: "trust-workspace-write",
    source: "issue 5 part 3",
    contract: "workspaceWrite: the workspace and temporary files can be written, everything else cannot.",
    tests: [
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "%s cannot be written to" },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "through a link that lies in the workspace already" },
      {
        file: "test/adapters/tools/sandbox-escapes.test.ts",
        title: "/tmp is not the machine's, and is kept for the thread alone",
      },
    ],
  },
  {
    id: "trust-git-kept",
    source: "issue 5 part 3",
    contract: "The inside of .git and our own home stay read-only, by whatever name or move.",
    tests: [
      {
        file: "test/adapters/tools/sandbox-escapes.test.ts",
        title: "of a worktree: neither its .git file, nor what that names, even within the workspace",
      },
      {
        file: "test/adapters/tools/sandbox-escapes.test.ts",
        title: "is read-only, also where the workspace holds it, and cannot be moved away",
      },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "a folder between it and the workspace cannot be replaced" },
      {
        file: "test/adapters/tools/sandbox-plan.test.ts",
        title: "how far a command goes > what .git of a worktree names is kept, and its common folder",
      },
    ],
  },
  {
    id: "trust-git-hostile",
    source: "issue 5 part 3",
    contract: "What a command makes of .git neither hangs the app nor shows what is hidden.",
    tests: [
      { file: "test/black-box/hostile-git.test.ts", title: "a .git that a command has made > %s: the next command runs" },
      {
        file: "test/black-box/hostile-git.test.ts",
        title: "a .git that a command has made > %s: shows nothing of the machine that is hidden",
      },
    ],
  },
  {
    id: "trust-network",
    source: "issue 5 part 3",
    contract: "The network is off unless allowed, sockets of services included.",
    tests: [
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "a server of this machine is not reached" },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "no address outside is reached" },
      {
        file: "test/adapters/tools/sandbox-escapes.test.ts",
        title: "a service's socket in the workspace is not reached, with a network neither",
      },
      {
        file: "test/adapters/tools/sandbox-plan.test.ts",
        title:
          "bubblewrap's command line > keeps the machine's network when it is allowed, and an empty /tmp without a folder for it",
      },
    ],
  },
  {
    id: "trust-full-access",
    source: "issue 5 part 3",
    contract: "dangerFullAccess is no sandbox and is not tried.",
    tests: [
      {
        file: "test/adapters/tools/sandbox-refusal.test.ts",
        title: "a sandbox that does not hold here > full access is no sandbox, and is not tried",
      },
    ],
  },
  {
    id: "trust-bubblewrap",
    source: "issue 5 part 3",
    contract: "Linux: bubblewrap with namespaces of its own, no capability, no new rights.",
    tests: [
      {
        file: "test/adapters/tools/sandbox-plan.test.ts",
        title:
          "bubblewrap's command line > has the later mounts win: the machine, private folders, the workspace, what is kept in it",
      },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "there is no capability, no new right, and a filter" },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "are not seen, nor is the app" },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "a descriptor of the app is not passed on" },
      { file: "test/black-box/hostile-programs.test.ts", title: "%s on a PATH that begins in the workspace" },
    ],
  },
  {
    id: "trust-seccomp",
    source: "issue 5 part 3",
    contract: "The filter refuses the ways out and leaves what programs need.",
    tests: [
      {
        file: "test/adapters/tools/sandbox-plan.test.ts",
        title: "the filter > of %s allows what programs need and refuses the ways out",
      },
      {
        file: "test/adapters/tools/sandbox-plan.test.ts",
        title: "the filter > kills programs of another architecture, and refuses x32 numbers",
      },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "by their second numbers (x32) are refused" },
      { file: "test/adapters/tools/sandbox-escapes.test.ts", title: "git and node work" },
    ],
  },
  {
    id: "trust-seatbelt",
    source: "issue 5 part 3",
    contract:
      "macOS: Seatbelt, with the profile of sandbox-runtime. It has never run on macOS: profile and command line are tested as text.",
    tests: [
      {
        file: "test/adapters/tools/seatbelt.test.ts",
        title: "the profile > refuses what it does not allow, and lets everything be read",
      },
      {
        file: "test/adapters/tools/seatbelt.test.ts",
        title:
          "the profile > lets exactly the writable folders be written, and after that refuses what is kept, and to move it or what holds it",
      },
      { file: "test/adapters/tools/seatbelt.test.ts", title: "the words to start > without the program nothing is run" },
    ],
  },
  {
    id: "trust-windows",
    source: "issue 5 part 3",
    contract: "Windows: not enforced, and said; a tree is ended by taskkill.",
    tests: [
      {
        file: "test/adapters/tools/sandbox-refusal.test.ts",
        title: "a sandbox that does not hold here > on a system without one it is said",
      },
      { file: "test/adapters/tools/process-tree.test.ts", title: "taskkill > is told the whole tree, by pid" },
    ],
  },
  {
    id: "trust-probe",
    source: "issue 5 part 3",
    contract: "It is tried once at the start, and a failure is said with its reason and what to do.",
    tests: [
      {
        file: "test/adapters/tools/sandbox-refusal.test.ts",
        title:
          "a sandbox that does not hold here > because it is not installed: says how to install it, and commands run as they are, with that note",
      },
      {
        file: "test/adapters/tools/sandbox-refusal.test.ts",
        title: "a sandbox that does not hold here > because it fails when it is tried: says why",
      },
      {
        file: "test/adapters/tools/sandbox-refusal.test.ts",
        title: "a sandbox that could not be set up > %s: is said with what to do",
      },
      { file: "test/e2e/sandbox.spec.ts", title: "the sandbox does not hold: the window says why, and commands ask" },
    ],
  },
  {
    id: "trust-said",
    source: "issue 5 part 3",
    contract: "Card and status line say whether it was enforced.",
    tests: [
      {
        file: "test/renderer/permissions.spec.ts",
        title: "the choice beside the composer says how far the sandbox holds, and writes another one",
      },
      {
        file: "test/renderer/permissions.spec.ts",
        title: "a sandbox that does not hold is told beside the composer, with its reason",
      },
      {
        file: "test/renderer/text/permission-words.test.ts",
        title: "a sandbox that held, one that did not, and one that refused something",
      },
      {
        file: "test/e2e/sandbox.spec.ts",
        title:
          "in the sandbox, asked only when needed > a command runs unasked, and its card and the composer say that the sandbox held",
      },
    ],
  },
  {
    id: "trust-apart",
    source: "issue 5 part 3",
    contract: "What it seems to have refused is told apart from the command's own failure.",
    tests: [
      { file: "test/adapters/tools/sandbox-refusal.test.ts", title: "what the sandbox seems to have refused > %s" },
      {
        file: "test/adapters/tools/sandbox-refusal.test.ts",
        title: "what the sandbox seems to have refused > is nothing for %s",
      },
      {
        file: "test/renderer/permissions.spec.ts",
        title: "what the sandbox refused is said apart from the command's own failure",
      },
      {
        file: "test/e2e/sandbox.spec.ts",
        title: "in the sandbox, asked only when needed > what the sandbox refuses is told apart from a failure of the command",
      },
    ],
  },
  {
    id: "trust-offers",
    source: "issue 5 part 3",
    contract: "The model is told how to ask for a run outside; the person decides, with the reason before them.",
    tests: [
      {
        file: "test/adapters/tools/sandbox-refusal.test.ts",
        title: "that it refused: the model is told what, how far it goes, and how to ask",
      },
      {
        file: "test/adapters/tools/sandbox-refusal.test.ts",
        title: "a call that asks to run outside the sandbox > is judged with its reason; otherwise there is no word of either",
      },
      {
        file: "test/renderer/approval.spec.ts",
        title: "a command outside the sandbox stands out, with the reason as the model's own words",
      },
      {
        file: "test/e2e/sandbox.spec.ts",
        title:
          "in the sandbox, asked only when needed > outside the sandbox is asked for with its reason: denied it does not run, allowed it does",
      },
    ],
  },
  {
    id: "trust-pinned-folder",
    source: "issue 5 part 3",
    contract:
      "A session works in the folder that it was opened in: where a link has taken its place, nothing runs and nothing is changed.",
    tests: [
      {
        file: "test/adapters/tools/session-folder.test.ts",
        title: "the session's folder has become a link > a patch changes nothing behind it, nor does the undo of one from before",
      },
      {
        file: "test/adapters/tools/session-folder.test.ts",
        title: "is not run, in the sandbox or outside of it",
      },
    ],
  },
  {
    id: "trust-mounts-checked",
    source: "issue 5 part 3",
    contract: "A folder that is replaced while the sandbox is set up makes nothing outside writable.",
    tests: [
      {
        file: "test/adapters/tools/sandbox-races.test.ts",
        title: "%s: nothing outside becomes writable, and the command does not run",
      },
      {
        file: "test/adapters/tools/mount-check.test.ts",
        title: "refuses what is writable besides, and a place once more than it is known",
      },
    ],
  },
  {
    id: "trust-own-programs",
    source: "issue 5 part 3",
    contract: "What holds commands back is a program of the system's, which nobody else can replace.",
    tests: [
      {
        file: "test/adapters/tools/find-program.test.ts",
        title: "issue 5 part 3 a program that the app runs by itself > is not one of which others may write %s",
      },
    ],
  },
  {
    id: "trust-sandbox-pipes",
    source: "issue 5 part 3",
    contract: "Pipes outside of the workspace are not written to; inside they are, as all else is.",
    tests: [
      {
        file: "test/adapters/tools/sandbox-escapes.test.ts",
        title: "outside of the workspace are not written to, by none of the ways in (read-only: %s)",
      },
      {
        file: "test/adapters/tools/sandbox-escapes.test.ts",
        title: "in the workspace and in /tmp are, and what else is opened for writing there",
      },
    ],
  },
];
