// The WorkspaceContext port on this machine.
import { release, tmpdir, type } from "node:os";
import path from "node:path";
import type { WorkspaceContext } from "../../runtime/ports/workspace-context";
import { findInstructions } from "./instruction-files";

/** `shell`: what runs commands. */
export function createWorkspaceContext({ shell }: { readonly shell: string }): WorkspaceContext {
  return {
    read: async (cwd) => {
      const { files, problems } = await findInstructions(cwd);
      return {
        shell: path.basename(shell),
        os: `${type()} ${release()}`,
        instructions: files,
        // In the sandbox of Linux it is always this one, whatever the app's own is.
        temporaryFolder: process.platform === "linux" ? "/tmp" : tmpdir(),
        problems,
      };
    },
  };
}
