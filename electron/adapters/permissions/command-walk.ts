// Over everything that was parsed: each simple command wherever it stands, and every reason not to trust what was seen (libraries.md §2 as rules).
import {
  forEachChild,
  parse,
  type Assignment,
  type Command,
  type ParameterExpansionPart,
  type Redirect,
  type Redirection,
  type SyntaxNode,
  type Word,
} from "unbash";
import type { CommandSegment, CommandWord } from "../../runtime/ports/permissions";
import { assertNever } from "../../runtime/errors";
import { builtinDoubt } from "./builtin-doubts";
import { folderChange, type FolderChange } from "./changed-folders";
import { givenCommands, runsLater, type GivenCommand } from "./given-command";
import { knownWord } from "./known-word";
import { foldersOf } from "./moved-program";
import { programName } from "./program-name";
import { isRunner, type Words } from "./runners";
import { isHarmlessVariable, isOwnVariable } from "./variables";
import { Whereabouts } from "./whereabouts";

export interface Seen {
  readonly segments: CommandSegment[];
  readonly doubts: Set<string>;
  /** Something may run that is not among the segments, or somewhere that they do not say. */
  hidesCommands: boolean;
}

/** What is found out on the way, in the order in which it is written. */
interface Walk extends Seen {
  /** What the commands up to here may have made of the folders. */
  change: FolderChange;
  /** One goes to a folder at a time that is not that of its place in the text. */
  goesLater: boolean;
}

const WHERE = "where it goes on is known only when it runs";

/** A command in a command in a command: deeper nobody looks. */
const MAX_GIVEN = 4;

/** Throws RangeError where the text is nested deeper than the program's stack. */
export function seeCommands(text: string): Seen {
  const seen: Walk = { segments: [], doubts: new Set(), hidesCommands: false, change: "none", goesLater: false };
  seeScript(text, { seen, writes: false, given: 0, where: new Whereabouts(), isRepeated: false, isLater: false });
  if (seen.goesLater && seen.change !== "none") hide(WHERE, seen);
  return seen;
}

function hide(doubt: string, seen: Walk): void {
  seen.doubts.add(doubt);
  seen.hidesCommands = true;
}

interface Place {
  readonly seen: Walk;
  /** A group around it is redirected into a file. */
  readonly writes: boolean;
  /** How many runners stand around it. */
  readonly given: number;
  /** Of the shell that it runs in. */
  readonly where: Whereabouts;
  /** It stands in a loop of that shell. */
  readonly isRepeated: boolean;
  /** It may run when what stands behind it has run: in a loop, beside others. */
  readonly isLater: boolean;
}

function seeScript(text: string, place: Place): void {
  see(parse(text), place);
}

function see(node: SyntaxNode, place: Place): void {
  const doubt = doubtOf(node);
  if (doubt !== null) hide(doubt, place.seen);
  if (node.type === "Command") seeCommand(node, place);
  const inside = placeWithin(node, place);
  forEachChild(node, (child) => see(child, inside));
}

function placeWithin(node: SyntaxNode, place: Place): Place {
  switch (node.type) {
    case "Redirected":
      return node.redirects.some(writesFile) ? { ...place, writes: true } : place;
    case "Subshell":
    case "CommandExpansion":
    case "ArithmeticCommandExpansion":
      return { ...place, where: place.where.inside(), isRepeated: false };
    case "ProcessSubstitution":
    case "Coproc":
      return { ...place, where: place.where.inside(), isRepeated: false, isLater: true };
    case "Statement":
      return node.background === true ? { ...place, isLater: true } : place;
    case "Pipeline":
      return node.commands.length > 1 ? { ...place, isLater: true } : place;
    case "For":
    case "Select":
    case "While":
    case "ArithmeticFor":
      return { ...place, isRepeated: true, isLater: true };
    default:
      return place;
  }
}

function seeCommand(command: Command, place: Place): void {
  const { seen } = place;
  const redirects = command.redirects;
  const assignments = command.prefix.filter((part) => part.type === "Assignment");
  const hasSideEffects = place.writes || assignments.length > 0 || redirects.some(writesFile);
  if (command.name === undefined) {
    if (redirects.some(writesFile)) seen.doubts.add("it writes a file without a command");
    return;
  }
  const name = knownWord(command.name);
  if (name === null || !PLAIN_NAME.test(name)) {
    hide(
      name === null ? "the name of a command is known only when it runs" : "the name of a command holds unusual characters",
      seen,
    );
    seen.change = "changes";
    return;
  }
  const words: Words = [name, ...command.args.map(argumentWord)];
  seeWords(words, {
    ...place,
    writes: hasSideEffects || command.args.some(({ type }) => type === "Assignment"),
    // What its words are made of runs before it.
    isLater: place.isLater || command.prefix.some(holdsCommands) || command.suffix.some(holdsCommands),
  });
}

function holdsCommands(node: SyntaxNode): boolean {
  if (node.type === "CommandExpansion" || node.type === "ProcessSubstitution" || node.type === "ArithmeticCommandExpansion")
    return true;
  let holds = false;
  forEachChild(node, (child) => (holds ||= holdsCommands(child)));
  return holds;
}

/** One simple command, and what it would run in turn. */
function seeWords(words: Words, place: Place): void {
  const { seen, writes, given } = place;
  const where = whereItRuns(words, place);
  const elsewhere = where.ways.length === 0 ? {} : { elsewhere: where.ways };
  seen.segments.push({ words, hasSideEffects: writes, isRunner: isRunner(words), ...elsewhere });
  const doubt = builtinDoubt(words);
  if (doubt !== null) hide(doubt, seen);
  const commands = givenCommands(words);
  if (commands === null || programName(words[0]) === "find") changeFolders(folderChange(words), place);
  if (commands === null) return;
  seen.doubts.add(`“${words[0]}” runs another command`);
  const isLater = place.isLater || runsLater(words);
  if (given >= MAX_GIVEN) return seeNothing(seen);
  for (const command of commands) seeGiven(command, { ...place, where, given: given + 1, isLater });
}

/** Of the command itself; a `cd` leads those behind it there too. */
function whereItRuns(words: Words, { seen, where, isRepeated, isLater }: Place): Whereabouts {
  const folders = foldersOf(words);
  const isGoing = Whereabouts.isGoing(words);
  if (seen.change === "moves") hide(WHERE, seen);
  if (!isGoing && folders.length === 0) return where;
  if (isLater) seen.goesLater = true;
  const isChanged = seen.change !== "none";
  if (isGoing) {
    if (!where.follow(words, isRepeated || isChanged)) hide(WHERE, seen);
    return where;
  }
  const there = where.inside();
  if (!there.go(folders, isChanged)) hide(WHERE, seen);
  return there;
}

function changeFolders(change: FolderChange, { seen, isLater }: Place): void {
  if (change === "none") return;
  if (change === "moves" && isLater) hide(WHERE, seen);
  if (seen.change !== "moves") seen.change = change;
}

function seeGiven(given: GivenCommand, place: Place): void {
  switch (given.type) {
    case "words":
      if (!PLAIN_NAME.test(given.words[0])) hide("the name of a command holds unusual characters", place.seen);
      return seeWords(given.words, place);
    case "script":
      return seeScript(given.text, place);
    case "nothing":
      return seeNothing(place.seen);
    default:
      return assertNever(given);
  }
}

/** What runs here is not among the words. */
function seeNothing(seen: Walk): void {
  seen.hidesCommands = true;
  if (seen.change === "none") seen.change = "changes";
}

/** Letters that cannot be taken for others, and nothing that a shell reads in its own way. */
const PLAIN_NAME = /^[\w./+:@%[-][\w./+:@%,[\]-]*$/;

function argumentWord(argument: Word | Assignment): CommandWord {
  if (argument.type === "Word") return knownWord(argument);
  const value = argument.value.type === "Word" ? knownWord(argument.value) : null;
  return value === null || argument.index !== undefined
    ? null
    : `${argument.name}${argument.append === true ? "+" : ""}=${value}`;
}

const NOT_FILES = /^\/dev\/(null|stdout|stderr|fd\/\d+)$/;

function writesFile(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect") return false;
  const target = redirect.target === undefined ? null : knownWord(redirect.target);
  switch (redirect.operator) {
    case "<":
    case "<&":
      return target === null;
    case ">&":
      return target === null || !/^(\d+-?|-)$/.test(target);
    default:
      return target === null || !NOT_FILES.test(target);
  }
}

/** Why this alone makes the whole command line unclear. */
function doubtOf(node: SyntaxNode): string | null {
  switch (node.type) {
    case "Script":
      return node.commands.length >= 0 && "errors" in node && (node.errors ?? []).length > 0
        ? "its syntax is not understood"
        : null;
    case "CommandExpansion":
    case "ProcessSubstitution":
    case "ArithmeticCommandExpansion":
      return node.script === undefined ? "its syntax is not understood" : null;
    case "ArithmeticExpansion":
    case "ArithmeticCommand":
    case "ArithmeticFor":
    case "ArithmeticBinary":
    case "ArithmeticUnary":
    case "ArithmeticTernary":
    case "ArithmeticGroup":
    case "ArithmeticWord":
      return "arithmetic can run commands out of variables";
    case "Function":
      return "a function is defined";
    case "LocaleString":
      return "a text is translated before it is used";
    case "ExtendedGlob":
      return "a pattern is read in one way or another";
    case "HereDoc":
      if (node.closing === undefined) return "a text that follows has no end";
      return node.delimiter?.quoted !== true && /[$`]/.test(node.body.text) ? "a text that follows is evaluated" : null;
    case "TestUnary":
      return node.operator === "-v" || node.operator === "-R" ? "an index is evaluated" : null;
    case "TestBinary":
      return /^-(eq|ne|lt|le|gt|ge)$/.test(node.operator) ? "arithmetic can run commands out of variables" : null;
    case "ParameterExpansion":
      return parameterDoubt(node);
    case "Assignment":
      return assignmentDoubt(node);
    case "For":
    case "Select":
      return isOwnVariable(node.name.value) ? null : setsVariable(node.name.value);
    case "Coproc":
      return node.name === undefined || isOwnVariable(node.name.value) ? null : setsVariable(node.name.value);
    case "FileDescriptorVariable":
      return isOwnVariable(node.name) ? null : setsVariable(node.name);
    case "Redirect":
      return redirectDoubt(node);
    default:
      return null;
  }
}

/** bash expands what stands behind `>&` twice: quotes do not keep a command in it from running. */
function redirectDoubt({ operator, target }: Redirect): string | null {
  const word = target === undefined ? null : knownWord(target);
  if (operator.endsWith("&") && (word === null || !/^[\w./:@%+,-]*$/.test(word)))
    return "what is redirected to is evaluated twice";
  // bash closes what stands in front at the dash, and whatever is joined to it is a word of the command.
  if (operator.endsWith("&") && target?.text.startsWith("-") === true && target.text !== "-")
    return "what follows the dash of a redirection is a word by itself";
  return /^\/dev\/(tcp|udp)\//.test(word ?? "") ? "it opens a connection" : null;
}

function parameterDoubt({ parameter, prefix, index, operation }: ParameterExpansionPart): string | null {
  if (prefix === "!") return "a variable names another one";
  if (index !== undefined && !/^(\d+|[@*])$/.test(index.text)) return "an index is evaluated";
  switch (operation?.type) {
    case undefined:
    case "Remove":
    case "Replace":
    case "CaseModification":
      return null;
    case "Default":
      return operation.operator.endsWith("=") && !isOwnVariable(parameter) ? setsVariable(parameter) : null;
    case "Slice":
      return [operation.offset, operation.length].every((word) => word === undefined || /^\s*-?\d+\s*$/.test(word.text))
        ? null
        : "arithmetic can run commands out of variables";
    case "Transform":
      return /^[QULukK]$/.test(operation.operand.text) ? null : "the content of a variable is evaluated";
    default:
      return "its syntax is not understood";
  }
}

function assignmentDoubt({ name, index, value }: Assignment): string | null {
  const hasIndex =
    index !== undefined || (value.type === "ArrayValue" && value.elements.some(({ text }) => text.startsWith("[")));
  if (hasIndex) return "an index is evaluated";
  return isHarmlessVariable(name, value.type === "Word" ? knownWord(value) : null) ? null : setsVariable(name);
}

function setsVariable(name: string): string {
  return `the variable ${name} is set, which may change what runs`;
}
