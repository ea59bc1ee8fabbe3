import { expect, test } from "vitest";
import { z } from "zod";
import { unusedProperties } from "./unused-properties";

const schema = z.object({
  name: z.string(),
  nick: z.string().exactOptional(),
  inner: z.array(z.looseObject({ a: z.number(), b: z.number().nullish() })),
  kind: z.discriminatedUnion("type", [
    z.object({ type: z.literal("x"), x: z.number().exactOptional() }),
    z.object({ type: z.literal("y"), y: z.number() }),
  ]),
});

test("a member that the example lacks is named by its path", () => {
  expect(unusedProperties(schema, [{ name: "n", inner: [{ a: 1 }], kind: { type: "x" } }])).toEqual([
    ".nick",
    ".inner[].b",
    ".kind.x",
  ]);
});

test("members shown by any of several examples are shown", () => {
  const examples = [
    { name: "n", nick: "m", inner: [{ a: 1 }, { a: 1, b: null }], kind: { type: "x", x: 1 } },
    { name: "n", inner: [], kind: { type: "y", y: 1 } },
  ];
  expect(unusedProperties(schema, examples)).toEqual([]);
});
