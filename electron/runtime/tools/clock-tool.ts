// clock.current_time: UTC and local time with its zone, from the Clock port only (runtime.md §9).
import { NoArguments, checkArguments } from "../../../shared/protocol/tool-arguments";
import { toJSONSchema } from "../../../shared/protocol/tool-schema";
import type { Prepared, Tool } from "../ports/tool";

export const clockTool: Tool = {
  spec: {
    namespace: "clock",
    name: "current_time",
    description: "The current time in UTC and in the user's time zone.",
    get parameters() {
      return toJSONSchema(NoArguments);
    },
  },
  gate: "parallel",
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
        run: ({ clock }) => {
          const { utc, local, zone } = clock.describe(clock.nowMs());
          return Promise.resolve({ status: "completed", output: `It is ${utc} UTC, ${local} in ${zone}.` });
        },
      },
    };
  },
};
