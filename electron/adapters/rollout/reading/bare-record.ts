// What stood in lines of its own before there was an envelope: the header, markers, and items. Apart from the envelope because damaged lines ask for it too.

type Fields = Readonly<Record<string, unknown>>;

const ITEMS: ReadonlySet<unknown> = new Set([
  "message",
  "reasoning",
  "function_call",
  "function_call_output",
  "custom_tool_call",
  "custom_tool_call_output",
  "local_shell_call",
  "web_search_call",
]);

export function isBareItem({ type }: Fields): boolean {
  return ITEMS.has(type);
}

export function isBareMarker({ record_type }: Fields): boolean {
  return typeof record_type === "string";
}

export function isBareHeader(value: Fields): boolean {
  const { id, timestamp } = value;
  return typeof id === "string" && typeof timestamp === "string" && ("instructions" in value || "git" in value);
}
