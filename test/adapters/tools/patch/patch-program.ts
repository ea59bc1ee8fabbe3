// One patch in a program of its own, which a test can kill: `cwd home patch-file`.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createApplyPatchTool } from "../../../../electron/adapters/tools/patch/apply-patch";
import { PatchSnapshots } from "../../../../electron/adapters/tools/patch/patch-snapshots";
import { runTool } from "../../../support/tool-bench";

const [cwd = "", home = "", file = ""] = process.argv.slice(2);
const tool = createApplyPatchTool({ snapshots: new PatchSnapshots(join(home, "snapshots")), home });
const { status } = await runTool(tool, { args: { patch: readFileSync(file, "utf8") }, cwd });
process.stdout.write(`${status}\n`);
