// What a wish comes to once the demo has read it.
export interface DemoCall {
  /** The flattened name, such as `clock_sleep`. */
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** A request as it was read. `plan`: said before the calls. `title`: names the wish in an answer to several. */
export type Reading =
  | { readonly type: "work"; readonly title: string; readonly plan: string; readonly calls: readonly DemoCall[] }
  | { readonly type: "words"; readonly count: number }
  | { readonly type: "markdown" }
  | { readonly type: "unknown" };
