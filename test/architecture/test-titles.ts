// The tests that a file holds, read from its syntax tree without running anything; apart so that a list of titles can be held against them.
import ts from "typescript";

/** What may stand behind `test` or `describe` without making it something else. A test that is skipped or still to do proves nothing. */
const MODIFIERS: ReadonlySet<string> = new Set(["each", "for", "only", "skipIf", "runIf", "concurrent", "sequential"]);

/** `test.each(rows)` → `["test", "each"]`. */
function calleeNames(callee: ts.Expression): string[] {
  if (ts.isIdentifier(callee)) return [callee.text];
  if (ts.isPropertyAccessExpression(callee)) return [...calleeNames(callee.expression), callee.name.text];
  if (ts.isCallExpression(callee)) return calleeNames(callee.expression);
  if (ts.isTaggedTemplateExpression(callee)) return calleeNames(callee.tag);
  return [];
}

function kindOf(callee: ts.Expression): "test" | "group" | "skipped" | null {
  const [root, ...modifiers] = calleeNames(callee);
  const isGroup = root === "describe" || (root === "test" && modifiers[0] === "describe");
  if (!isGroup && root !== "test" && root !== "it") return null;
  const rest = isGroup && root === "test" ? modifiers.slice(1) : modifiers;
  if (rest.includes("skip")) return "skipped";
  if (!rest.every((name) => MODIFIERS.has(name))) return null;
  return isGroup ? "group" : "test";
}

/** As it stands in the source: of a template the text between its backticks, placeholders included. */
function titleOf(argument: ts.Expression | undefined, source: ts.SourceFile): string | null {
  if (argument === undefined) return null;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (ts.isTemplateExpression(argument)) return argument.getText(source).slice(1, -1);
  return null;
}

function hasBody({ arguments: [, ...rest] }: ts.CallExpression): boolean {
  return rest.some((argument) => ts.isArrowFunction(argument) || ts.isFunctionExpression(argument) || ts.isIdentifier(argument));
}

export interface TestsOfFile {
  /** Each with the titles of the groups around it, as Vitest prints it: `group > title`. Templates of a table stand as they are written. */
  readonly titles: readonly string[];
  /** Every text in the file: the names of a table's rows are among them. */
  readonly texts: ReadonlySet<string>;
  /** What it imports by a relative path. */
  readonly imports: readonly string[];
}

export function readTests(text: string): TestsOfFile {
  const source = ts.createSourceFile("read.ts", text, ts.ScriptTarget.Latest, true);
  const titles: string[] = [];
  const texts = new Set<string>();
  const imports: string[] = [];

  function visit(node: ts.Node, groups: readonly string[]): void {
    let inner = groups;
    if (ts.isStringLiteralLike(node)) texts.add(node.text);
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier) && node.moduleSpecifier.text.startsWith("."))
      imports.push(node.moduleSpecifier.text);
    if (ts.isCallExpression(node)) {
      const kind = kindOf(node.expression);
      const title = titleOf(node.arguments[0], source);
      if (kind === "skipped") return;
      if (kind !== null && title !== null && hasBody(node)) {
        if (kind === "test") titles.push([...groups, title].join(" > "));
        else inner = [...groups, title];
      }
    }
    ts.forEachChild(node, (child) => visit(child, inner));
  }

  visit(source, []);
  return { titles, texts, imports };
}
