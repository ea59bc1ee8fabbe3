/** The system's code of an error (`ENOENT`), or an empty string. */
export function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}
