// How the keyboard of this platform names a shortcut.

export function modKey(platform: string, key: string): string {
  return platform === "darwin" ? `⌘${key}` : `Ctrl ${key}`;
}
