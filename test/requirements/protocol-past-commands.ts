// The promises of protocol.md §2 about what is done to past sessions, and of §3 about reading them, each with the tests that would fail if it were broken.
import type { Requirement } from "./requirement";

export const protocolPastCommands: readonly Requirement[] = [
  {
    id: "protocol-2-name-set",
    source: "protocol.md §2",
    contract: "thread/name/set writes a line, and is told to those who look.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title:
          "protocol.md §2 names and pins > thread/name/set is a line of the rollout, told to those who look, and in the list",
      },
      {
        file: "test/scenarios/continuing.test.ts",
        title: "a name is a line > it is told, kept, and taken away by an empty one; also while a turn runs",
      },
    ],
  },
  {
    id: "protocol-2-pin-set",
    source: "protocol.md §2",
    contract: "thread/pin/set puts a session in front and takes it back.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 names and pins > thread/pin/set puts a session in front, and takes it back",
      },
    ],
  },
  {
    id: "protocol-2-archive",
    source: "protocol.md §2",
    contract: "thread/archive moves the file out of the list, thread/unarchive back.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 archive and delete > thread/archive moves the file out of the list, thread/unarchive back",
      },
    ],
  },
  {
    id: "protocol-2-delete",
    source: "protocol.md §2",
    contract: "thread/delete uses the system's bin, and without one deletes nothing unless that is meant.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 archive and delete > thread/delete puts the files into the bin",
      },
      {
        file: "test/ipc/past-handlers.test.ts",
        title:
          "protocol.md §2 archive and delete > where there is no bin, or it takes nothing, nothing is deleted unless it is meant for good",
      },
    ],
  },
  {
    id: "protocol-2-files-busy",
    source: "protocol.md §2",
    contract: "While a turn runs nothing is moved or deleted.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 archive and delete > while a turn runs nothing is moved or deleted: turnMismatch",
      },
    ],
  },
  {
    id: "protocol-2-files-foreign",
    source: "protocol.md §2",
    contract: "A session of another program is neither named, moved nor deleted.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 names and pins > a session of another program cannot be named: readOnly",
      },
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 archive and delete > a session of another program is neither moved nor deleted: readOnly",
      },
    ],
  },
  {
    id: "protocol-2-fork",
    source: "protocol.md §2",
    contract:
      "thread/fork makes a session of its own from any rollout, as a whole or through a turn, and never writes into that.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title:
          "protocol.md §2 fork, export, import > thread/fork makes a session of its own from a foreign file, and leaves that as it is",
      },
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 fork, export, import > thread/fork up to a turn; one that is not there is refused",
      },
    ],
  },
  {
    id: "protocol-2-export",
    source: "protocol.md §2",
    contract:
      "thread/export takes a session by its id or any rollout by its path, and writes a file, one that is there only when that is meant, never the session itself.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title:
          "protocol.md §2 fork, export, import > any rollout is exported by its path, and what a page has no room for is in the export",
      },
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 fork, export, import > thread/export writes a file, and one that is there only when it is meant",
      },
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 fork, export, import > thread/export of the session onto itself is refused",
      },
    ],
    differs: "A file that is there already is an outcome of the command, not an error; it is replaced by asking again.",
  },
  {
    id: "protocol-2-import",
    source: "protocol.md §2",
    contract: "thread/import makes a session of an export, and refuses anything else.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 fork, export, import > thread/import makes a session of an export; what is no export is refused",
      },
    ],
  },
  {
    id: "protocol-2-past-not-found",
    source: "protocol.md §2",
    contract: "A thread that does not exist is threadNotFound to each of these commands.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 fork, export, import > %s of a thread that does not exist: threadNotFound",
      },
    ],
  },
  {
    id: "protocol-2-roots",
    source: "protocol.md §2",
    contract: "Roots of sessions are told and taken up; one that is no whole path is refused.",
    tests: [
      {
        file: "test/ipc/past-handlers.test.ts",
        title: "protocol.md §2 roots > sessionRoot/list tells our own, sessionRoot/set takes one up",
      },
      {
        file: "test/adapters/rollout/catalog/catalog-files.test.ts",
        title: "roots > what is no folder, or depends on where the program was started, is refused",
      },
    ],
  },
  {
    id: "protocol-3-index-progress",
    source: "protocol.md §3",
    contract: "thread/index/progress tells how far a file has been read, at the end all of it.",
    tests: [
      {
        file: "test/adapters/rollout/paging/opened-file.test.ts",
        title: "progress is told, at the end that all is passed over, and then lines are numbered",
      },
    ],
  },
];
