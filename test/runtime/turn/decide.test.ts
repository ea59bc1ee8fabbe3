import { describe, expect, test } from "vitest";
import { decide, type StepDecision, type StepFacts } from "../../../electron/runtime/turn/decide";

const BOTH = [false, true];
const ALL: StepFacts[] = (["unasked", "passed", "stopped"] as const).flatMap((stopHooks) =>
  BOTH.flatMap((modelNeedsFollowUp) =>
    BOTH.flatMap((hasPendingInput) =>
      BOTH.flatMap((wantsNewContext) =>
        BOTH.map((isOverLimit) => ({ stopHooks, modelNeedsFollowUp, hasPendingInput, wantsNewContext, isOverLimit })),
      ),
    ),
  ),
);

/** The table of runtime.md §7: follow-up, input, new context, over the limit (0 or 1 each), then what it comes to by the stop hooks. */
const TABLE = `
         unasked       passed   stopped
  0000   askStopHooks  end      end
  0001   askStopHooks  end      end
  0010   askStopHooks  end      end
  0011   askStopHooks  end      end
  0100   sample        sample   end
  0101   compact       compact  end
  0110   compact       compact  end
  0111   compact       compact  end
  1000   sample        sample   end
  1001   compact       compact  end
  1010   compact       compact  end
  1011   compact       compact  end
  1100   sample        sample   end
  1101   compact       compact  end
  1110   compact       compact  end
  1111   compact       compact  end
`;

function expected({ stopHooks, ...facts }: StepFacts): string | undefined {
  const [head, ...rows] = TABLE.trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/));
  const bits = [facts.modelNeedsFollowUp, facts.hasPendingInput, facts.wantsNewContext, facts.isOverLimit];
  const row = rows.find(([key]) => key === bits.map(Number).join(""));
  return row?.[1 + (head?.indexOf(stopHooks) ?? NaN)];
}

describe("runtime.md §7 what follows a step", () => {
  test("the table says something of each of the 48 combinations", () => {
    expect(new Set(ALL.map((facts) => JSON.stringify(facts))).size).toBe(48);
    expect(ALL.map(expected).filter((decision) => decision === undefined)).toEqual([]);
  });

  test.each(ALL)(
    "hooks $stopHooks, follow-up $modelNeedsFollowUp, input $hasPendingInput, new context $wantsNewContext, over the limit $isOverLimit",
    (facts) => {
      expect(decide(facts)).toBe(expected(facts));
    },
  );

  test("over the limit, or a new context asked for, with nothing left to do: nothing is compacted", () => {
    const idle = ALL.filter((facts) => !facts.modelNeedsFollowUp && !facts.hasPendingInput);
    expect(idle.map(decide)).not.toContain("compact" satisfies StepDecision);
  });
});
