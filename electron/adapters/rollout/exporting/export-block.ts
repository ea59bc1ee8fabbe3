// What an exported session is made of, whatever the format: each item becomes a few of these, each format says how one looks.

/**
 * `title`: who or what, in our words. `detail`: facts about it, may be empty. `words`: text as somebody wrote it, to be shown as it stands.
 * `markdown`: text a model wrote. `code`: a command is shown so that nothing in it is invisible. `fold`: shown when it is asked for.
 */
export type ExportBlock =
  | { readonly type: "title"; readonly title: string; readonly detail: string }
  | { readonly type: "words"; readonly text: string }
  | { readonly type: "markdown"; readonly text: string }
  | { readonly type: "code"; readonly kind: "command" | "output" | "diff"; readonly language: string; readonly text: string }
  | { readonly type: "remark"; readonly text: string }
  | { readonly type: "steps"; readonly steps: readonly ExportStep[] }
  | { readonly type: "image"; readonly source: string }
  | { readonly type: "boundary"; readonly title: string; readonly detail: string }
  | { readonly type: "fold"; readonly title: string; readonly blocks: readonly ExportBlock[] };

export interface ExportStep {
  readonly text: string;
  readonly status: "pending" | "inProgress" | "completed";
}

/** What is said of the session above its first turn. Unknown: an empty text, 0. `repairs`: what is damaged or put together, in words. */
export interface SessionFacts {
  readonly cwd: string;
  readonly model: string;
  readonly provider: string;
  readonly source: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly path: string;
  readonly sessionId?: string;
  readonly forkedFromId?: string;
  readonly repairs: readonly string[];
}
