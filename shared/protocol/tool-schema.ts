// A tool's argument schema as the model is told it: JSON Schema from the same zod object that checks the call.
import { z } from "zod";

export function toJSONSchema(schema: z.ZodObject): Record<string, unknown> {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
}
