/** The item's notes for argument fields a tool does not know (protocol.md §7). */
export function describeIgnored(fields: readonly string[]): string[] {
  return fields.map((field) => `ignored unknown argument: ${field}`);
}
