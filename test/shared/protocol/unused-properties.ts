// Which members of a schema an example does not show. With it, a fixture cannot fall behind its schema: a new member, optional or not, is missing from
// the example until somebody adds it there.
import { z } from "zod";

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly required?: readonly string[];
  readonly const?: unknown;
}

/** Paths of the members that none of the examples has. Of a union, the kinds that the examples are. */
export function unusedProperties(schema: z.ZodType, examples: readonly unknown[]): string[] {
  return unused(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema, examples, "");
}

function unused(schema: JsonSchema, examples: readonly unknown[], path: string): string[] {
  const kinds = schema.anyOf ?? schema.oneOf;
  if (kinds !== undefined) {
    return kinds.flatMap((kind) => {
      const fitting = examples.filter((example) => isOfKind(kind, example));
      return fitting.length === 0 ? [] : unused(kind, fitting, path);
    });
  }
  if (schema.items !== undefined)
    return unused(schema.items, examples.filter((example) => Array.isArray(example)).flat(), `${path}[]`);
  const objects = examples.filter(isObject);
  if (objects.length === 0) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    const having = objects.filter((object) => Object.hasOwn(object, name));
    return having.length === 0
      ? [`${path}.${name}`]
      : unused(
          member,
          having.map((object) => object[name]),
          `${path}.${name}`,
        );
  });
}

/** By the members that it cannot be without, and the constant ones among them, such as `type`. */
function isOfKind(kind: JsonSchema, example: unknown): boolean {
  if (kind.properties === undefined) return true;
  if (!isObject(example)) return false;
  const isWhole = (kind.required ?? []).every((name) => Object.hasOwn(example, name));
  return (
    isWhole && Object.entries(kind.properties).every(([name, { const: only }]) => only === undefined || only === example[name])
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
