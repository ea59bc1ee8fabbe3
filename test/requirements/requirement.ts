// The form of an entry: what is promised, where that is written, and which test would fail if it were broken.

export interface Citation {
  /** From the root of the repository. */
  readonly file: string;
  /** The groups' titles and the test's own, as Vitest prints them; of a table, the template as it is written. */
  readonly title: string;
  /** The one row of a table that is meant: a text in the file or in one that it imports. */
  readonly row?: string;
}

export interface Requirement {
  readonly id: string;
  /** A section (docs/contracts.md says what it is about), or an area in which Codex says what it expects of itself. */
  readonly source: string;
  readonly contract: string;
  readonly tests?: readonly Citation[];
  /** How ours differs from Codex; the tests assert ours. */
  readonly differs?: string;
  /** Why there is nothing to test. */
  readonly notApplicable?: string;
}
