export function isOutdated(output: string, sources: readonly string[]): boolean;
