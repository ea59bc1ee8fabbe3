// new_context: the model asks for an empty window. It is made before the model is asked next, if it still has something to do (runtime.md §7).
import { NoArguments, checkArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import type { Prepared, Tool } from "../ports/tool";

export const newContextTool: Tool = {
  spec: {
    name: "new_context",
    description:
      "Start a new context window: the conversation so far is replaced by the user's own words and a summary. Use it when what is in the window no longer helps.",
    get parameters() {
      return toJSONSchema(NoArguments);
    },
  },
  gate: "exclusive",
  changesWorld: false,
  graceMs: 100,
  prepare(args): Prepared {
    const checked = checkArguments(NoArguments, args);
    if (!checked.ok) return checked;
    return {
      ok: true,
      run: {
        notes: [],
        subject: null,
        lastsMs: null,
        run: ({ requestNewContext }) => {
          requestNewContext();
          return Promise.resolve({ status: "completed", output: "A new context window starts before the next request." });
        },
      },
    };
  },
};
