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
  readonly ownWords?: number;
  /** It puts other words in the place of some. */
  readonly replaces?: true;
  /** It has a shell read the words anew. */
  readonly joins?: true;
}

const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { withValue: /^(-[a-z0]*[uC]|--(u|c)[a-z]*)$/ },
  genv: { withValue: /^(-[a-z0]*[uC]|--(u|c)[a-z]*)$/ },
  xargs: { withValue: /^-[InPLdEsa]$/, replaces: true },
  sudo: { withValue: /^(-[a-zA-Z]*[ugpCrtTURhD]|--(user|group|prompt|host|chdir|chroot|role|type|close-from))$/ },
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
  watch: { withValue: /^(-n|--interval)$/, joins: true },
  parallel: { withValue: /^(-[jIN]|--(wd|workdir))$/, joins: true },
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
  unshare: { withValue: /^--(wd|root|setuid|setgid)$/ },
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
  if (name === "flock" && others.some((word) => word === "-c" || word === "--command"))
    return [optionScript(others, /^(-c|--command)$/)];
  if (command === "command" && (others[0] === "-v" || others[0] === "-V")) return null;
  const wrapper = wrapperOf(command);
  if (wrapper === undefined) return null;
  const split = name === "env" || name === "genv" ? splitByEnv(others) : null;
  if (split !== null) return [split];
  const given = others.slice(commandAt(others, wrapper));
  if (wrapper.joins === true) return [scriptOf(given.map((word) => known(word, replacedBy(others))))];
  return [wordsFrom(wrapper.replaces === true ? given.map((word) => known(word, replacedBy(others))) : given)];
}

/** What it is given it runs again and again, or at the end, so also behind what stands behind it. */
export function runsLater([command]: Words): boolean {
  return command === "trap" || /^(find|g?xargs|parallel|watch)$/.test(programName(command));
}

/** The words of its own that a runner of a command has in front of that; null: it is none. */
export function wordsInFront([command, ...others]: Words): readonly CommandWord[] | null {
  const wrapper = wrapperOf(command);
  return wrapper === undefined ? null : others.slice(0, commandAt(others, wrapper));
}

function wrapperOf(command: string): Wrapper | undefined {
  return WRAPPERS[programName(command)] ?? WRAPPERS[fileName(command)];
}

const NOTHING: GivenCommand = { type: "nothing" };

/** `env -S` takes a text apart much as a shell does, its own options too. Null: there is none. */
function splitByEnv(words: readonly CommandWord[]): GivenCommand | null {
  const at = words.findIndex((word) => word !== null && /^(-[a-z0]*S|--s)/.test(word));
  if (at === -1) return null;
  const [, joined = ""] = /^(?:-[a-z0]*S|--s[a-z-]*=?)(.*)$/s.exec(words[at] ?? "") ?? [];
  return scriptOf(["env", ...words.slice(0, at), ...(joined === "" ? [] : [joined]), ...words.slice(at + 1)]);
}

/** What stands for other words: `{}`, or what an option of xargs and parallel names. */
function replacedBy(words: readonly CommandWord[]): readonly string[] {
  const named = words.flatMap((word, index) =>
    word === "-I" ? [words[index + 1]] : [/^(?:-[Ii]|--replace=)(.+)$/.exec(word ?? "")?.[1]],
  );
  return ["{}", ...named.flatMap((name) => (typeof name === "string" && name !== "" ? [name] : []))];
}

/** As it is known before it runs. */
function known(word: CommandWord, replaced: readonly string[]): CommandWord {
  return word !== null && replaced.some((text) => word.includes(text)) ? null : word;
}

/** Options, variables and what is known only when it runs are passed over. */
function commandAt(words: readonly CommandWord[], { withValue, ownWords = 0 }: Wrapper): number {
  let at = 0;
  for (let word = words[at]; word !== undefined; word = words[at]) {
    if (word === null) at += 1;
    else if (withValue?.test(word) === true) at += 2;
    else if (word.startsWith("-") || /^\w+\+?=/.test(word)) at += 1;
    else break;
  }
  return at + ownWords;
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
    return wordsFrom(words.slice(start, end === -1 ? undefined : end).map((word) => known(word, ["{}"])));
  });
}
