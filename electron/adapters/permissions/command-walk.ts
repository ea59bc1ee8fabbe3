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
import { givenCommands, type GivenCommand } from "./given-command";
import { knownWord } from "./known-word";
import { isRunner, type Words } from "./runners";
import { isHarmlessVariable, isOwnVariable } from "./variables";
import { Whereabouts } from "./whereabouts";

export interface Seen {
  readonly segments: CommandSegment[];
  readonly doubts: Set<string>;
}

/** A command in a command in a command: deeper nobody looks. */
const MAX_GIVEN = 4;

/** Throws RangeError where the text is nested deeper than the program's stack. */
export function seeCommands(text: string): Seen {
  const seen: Seen = { segments: [], doubts: new Set() };
  seeScript(text, { seen, writes: false, given: 0, where: new Whereabouts(), isRepeated: false });
  return seen;
}

interface Place {
  readonly seen: Seen;
  /** A group around it is redirected into a file. */
  readonly writes: boolean;
  /** How many runners stand around it. */
  readonly given: number;
  /** Of the shell that it runs in. */
  readonly where: Whereabouts;
  /** It stands in a loop of that shell. */
  readonly isRepeated: boolean;
}

function seeScript(text: string, place: Place): void {
  see(parse(text), place);
}

function see(node: SyntaxNode, place: Place): void {
  const doubt = doubtOf(node);
  if (doubt !== null) place.seen.doubts.add(doubt);
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
    case "ProcessSubstitution":
    case "Coproc":
      return { ...place, where: place.where.inside(), isRepeated: false };
    case "For":
    case "Select":
    case "While":
    case "ArithmeticFor":
      return { ...place, isRepeated: true };
    default:
      return place;
  }
}

function seeCommand(command: Command, place: Place): void {
  const { doubts } = place.seen;
  const redirects = command.redirects;
  const assignments = command.prefix.filter((part) => part.type === "Assignment");
  const hasSideEffects = place.writes || assignments.length > 0 || redirects.some(writesFile);
  if (command.name === undefined) {
    if (redirects.some(writesFile)) doubts.add("it writes a file without a command");
    return;
  }
  const name = knownWord(command.name);
  if (name === null || !PLAIN_NAME.test(name)) {
    doubts.add(
      name === null ? "the name of a command is known only when it runs" : "the name of a command holds unusual characters",
    );
    return;
  }
  const words: Words = [name, ...command.args.map(argumentWord)];
  seeWords(words, { ...place, writes: hasSideEffects || command.args.some(({ type }) => type === "Assignment") });
}

/** One simple command, and what it would run in turn. */
function seeWords(words: Words, place: Place): void {
  const { seen, writes, given, where, isRepeated } = place;
  if (!where.follow(words, isRepeated)) seen.doubts.add("where it goes on is known only when it runs");
  const elsewhere = where.ways.length === 0 ? {} : { elsewhere: where.ways };
  seen.segments.push({ words, hasSideEffects: writes, isRunner: isRunner(words), ...elsewhere });
  const doubt = builtinDoubt(words);
  if (doubt !== null) seen.doubts.add(doubt);
  const commands = givenCommands(words);
  if (commands === null) return;
  seen.doubts.add(`“${words[0]}” runs another command`);
  if (given < MAX_GIVEN) for (const command of commands) seeGiven(command, { ...place, given: given + 1 });
}

function seeGiven(given: GivenCommand, place: Place): void {
  switch (given.type) {
    case "words":
      return seeWords(given.words, place);
    case "script":
      return seeScript(given.text, place);
    case "nothing":
      return;
    default:
      return assertNever(given);
  }
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
