// What a runner of commands would run, as far as its words tell: rules that deny look at that too, so that no `env` in front hides it (bug report 145).
import type { CommandWord } from "../../runtime/ports/permissions";
import { fileName, programName } from "./program-name";
import type { Words } from "./runners";

/** `script`: text that is read as a command line. `nothing`: what is run is not among the words. */
export type GivenCommand =
  | { readonly type: "words"; readonly words: Words }
  | { readonly type: "script"; readonly text: string }
  | { readonly type: "nothing" };

/** Options that take the next word, and how many words of their own stand before the command. */
interface Wrapper {
  readonly withValue?: RegExp;
  /** Options that name the folder it runs in: as the next word, or behind `=`. */
  readonly withFolder?: RegExp;
  readonly ownWords?: number;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { withValue: /^(-u|--unset)$/, withFolder: /^(-C|--chdir)$/ },
  xargs: { withValue: /^-[InPLdEsa]$/ },
  sudo: { withValue: /^(-[ugpCrtTURh]|--(user|group|prompt|host))$/, withFolder: /^(-D|--chdir)$/ },
  doas: { withValue: /^-[uC]$/ },
  nohup: {},
  timeout: { withValue: /^(-[ks]|--(kill-after|signal))$/, ownWords: 1 },
  nice: { withValue: /^(-n|--adjustment)$/ },
  ionice: { withValue: /^-[cnp]$/ },
  chrt: { ownWords: 1 },
  taskset: { ownWords: 1 },
  setsid: {},
  stdbuf: { withValue: /^(-[ioe]|--(input|output|error))$/ },
  unbuffer: {},
  watch: { withValue: /^(-n|--interval)$/ },
  parallel: { withValue: /^-[jIN]$/ },
  time: { withValue: /^-[fo]$/ },
  command: {},
  builtin: {},
  exec: { withValue: /^-a$/ },
  busybox: {},
  toybox: {},
  strace: { withValue: /^-[eopu]$/ },
  ltrace: { withValue: /^-[eopu]$/ },
  chroot: { ownWords: 1 },
  flock: { withValue: /^-[wE]$/, ownWords: 1 },
  unshare: {},
  fakeroot: {},
  gosu: { ownWords: 1 },
  "su-exec": { ownWords: 1 },
};

const SHELLS = new Set("sh bash rbash dash ash zsh ksh mksh fish csh tcsh".split(" "));

const FIND_RUNS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);

/** Null: it is no runner of given commands. */
export function givenCommands(words: Words): readonly GivenCommand[] | null {
  const [command, ...others] = words;
  const name = programName(command);
  if (name === "find") return findCommands(others);
  if (command === "eval") return [scriptOf(others)];
  if (command === "trap") return [scriptOf(others.slice(0, 1))];
  if (command === "source" || command === ".") return [NOTHING];
  if (SHELLS.has(name)) return shellCommands(others);
  if (name === "su" || name === "script" || name === "runuser") return [optionScript(others, /^(-c|--command)$/)];
  if (command === "command" && (others[0] === "-v" || others[0] === "-V")) return null;
  const wrapper = WRAPPERS[name] ?? WRAPPERS[fileName(command)];
  return wrapper === undefined ? null : wrapped(others, wrapper);
}

const NOTHING: GivenCommand = { type: "nothing" };

/** Options, variables and what is known only when it runs are passed over; a folder that it is to run in is a `cd`. */
function wrapped(words: readonly CommandWord[], { withValue, withFolder, ownWords = 0 }: Wrapper): readonly GivenCommand[] {
  const folders: GivenCommand[] = [];
  let at = 0;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    const [, option = "", value] = /^([^=]*)(?:=(.*))?$/s.exec(word ?? "") ?? [];
    const isFolder = withFolder?.test(option) === true;
    if (isFolder) folders.push({ type: "words", words: ["cd", value ?? words[at + 1] ?? null] });
    if (word === null) at += 1;
    else if (withValue?.test(word) === true || (isFolder && value === undefined)) at += 2;
    else if (word.startsWith("-") || /^\w+\+?=/.test(word)) at += 1;
    else break;
  }
  return [...folders, wordsFrom(words.slice(at + ownWords))];
}

function wordsFrom([first, ...others]: readonly CommandWord[]): GivenCommand {
  return typeof first === "string" ? { type: "words", words: [first, ...others] } : NOTHING;
}

function scriptOf(words: readonly CommandWord[]): GivenCommand {
  return words.length > 0 && words.every((word) => word !== null) ? { type: "script", text: words.join(" ") } : NOTHING;
}

function optionScript(words: readonly CommandWord[], option: RegExp): GivenCommand {
  const at = words.findIndex((word) => word !== null && option.test(word));
  return at === -1 ? NOTHING : scriptOf(words.slice(at + 1, at + 2));
}

/** A shell with a file to run is an interpreter like others: null. Without one it runs its `-c` or its input. */
function shellCommands(words: readonly CommandWord[]): readonly GivenCommand[] | null {
  const [first] = words;
  if (typeof first === "string" && !/^[-+]/.test(first)) return null;
  return [optionScript(words, /^-[a-zA-Z]*c[a-zA-Z]*$/)];
}

function findCommands(words: readonly CommandWord[]): readonly GivenCommand[] | null {
  const starts = words.flatMap((word, index) => (word !== null && FIND_RUNS.has(word) ? [index + 1] : []));
  if (starts.length === 0) return null;
  return starts.map((start) => {
    const end = words.findIndex((word, index) => index >= start && (word === ";" || word === "+"));
    return wordsFrom(words.slice(start, end === -1 ? undefined : end));
  });
}
