// What the outside tells of the folder that is worked in, so that the model knows it before it begins.

/** An AGENTS.md of the workspace. `path`: absolute. */
export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

export interface WorkspaceFacts {
  /** By its name, such as `bash`. */
  readonly shell: string;
  readonly os: string;
  /** From the repository's root down to the folder; together at most 32 KiB of text, and where that cuts, the text says so. */
  readonly instructions: readonly InstructionFile[];
  /** Where commands may write besides the session's folder, when the sandbox lets them write at all. */
  readonly temporaryFolder: string;
  /** What could not be read, in words for the person. */
  readonly problems: readonly string[];
}

export interface WorkspaceContext {
  /** As it is now. Null: the model is told nothing. Never rejects. */
  read(cwd: string): Promise<WorkspaceFacts | null>;
}
