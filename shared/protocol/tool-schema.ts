// A tool's argument schema as the model is told it: JSON Schema from the same zod object that checks the call.
import { z } from "zod";

const made = new WeakMap<z.ZodObject, Record<string, unknown>>();

/** Makes it once. Tools ask for it by a getter: no start has to wait for what only a request needs. */
export function toJSONSchema(schema: z.ZodObject): Record<string, unknown> {
  const before = made.get(schema);
  if (before !== undefined) return before;
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input" });
  made.set(schema, json);
  return json;
}
