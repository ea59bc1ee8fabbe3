// The list_dir tool: a folder's entries as an indented tree.
import { homedir } from "node:os";
import { checkArguments, ListDirArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import { ModelVisibleError } from "../../runtime/errors";
import type { Prepared, RunContext, RunResult, Tool } from "../../runtime/ports/tool";
import { abortedWithoutEffects } from "./elapsed";
import { errorCode } from "./error-code";
import { fileFault } from "./file-fault";
import { readFolderTree, type FolderTree, type TreeNode } from "./folder-tree";
import { harmlessRun } from "./harmless-run";
import { workspacePath } from "./workspace-path";

const MOST_ENTRIES = 500;

/** protocol.md §7 `list_dir`. */
export function createListDirTool(): Tool {
  return {
    spec: {
      name: "list_dir",
      description:
        "Lists a folder, hidden entries included, folders first and with a slash. At most 500 entries; node_modules and .git are not opened, and what ignore files leave out is only counted.",
      get parameters() {
        return toJSONSchema(ListDirArguments);
      },
    },
    gate: "parallel",
    changesWorld: false,
    graceMs: 100,
    prepare,
  };
}

function prepare(value: unknown, place: { readonly cwd: string }): Prepared {
  const checked = checkArguments(ListDirArguments, value);
  if (!checked.ok) return checked;
  const { depth = 1, ignored = false } = checked.args;
  const path = workspacePath(checked.args.path, { cwd: place.cwd, home: homedir() });
  return harmlessRun(checked.ignored, (context, signal) => listFolder({ path, depth, showsIgnored: ignored }, context, signal));
}

async function listFolder(
  request: { path: string; depth: number; showsIgnored: boolean },
  context: RunContext,
  signal: AbortSignal,
): Promise<RunResult> {
  const { path, depth, showsIgnored } = request;
  const tree = await readFolderTree(path, { depth, showsIgnored, entries: MOST_ENTRIES }, signal).catch(
    async (error: unknown) => {
      throw errorCode(error) === "ENOTDIR"
        ? new ModelVisibleError(`not a folder: ${path}; read_file shows a file`, { cause: error })
        : await fileFault(error, path);
    },
  );
  return tree === null ? abortedWithoutEffects(context) : { status: "completed", output: describeTree(tree) };
}

function describeTree(tree: FolderTree): string {
  if (tree.nodes.length === 0 && tree.ignored === 0) return "[the folder is empty]";
  const lines = tree.nodes.flatMap((node) => describeNode(node, ""));
  if (tree.omitted > 0) lines.push(`[${tree.isExact ? "" : "more than "}${tree.omitted} entries left out]`);
  if (tree.ignored > 0)
    lines.push(`[${tree.ignored} ${tree.ignored === 1 ? "entry" : "entries"} ignored by ignore files; ignored: true shows them]`);
  return lines.join("\n");
}

function describeNode(node: TreeNode, indent: string): string[] {
  const remark = node.remark === null ? "" : ` [${node.remark}]`;
  return [`${indent}${node.label}${remark}`, ...node.children.flatMap((child) => describeNode(child, `${indent}  `))];
}
