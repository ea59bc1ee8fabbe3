// A span of time in words, the same in the window, in exports and in the terminal.

/** "0.02 s", "6.4 s", "22 min 48 s", "1 h 4 min". */
export function durationWords(ms: number): string {
  const span = Math.max(0, ms);
  if (span < 100) return `${(span / 1000).toFixed(2)} s`;
  if (span < 59_950) return `${(span / 1000).toFixed(1)} s`;
  const seconds = Math.round(span / 1000);
  if (seconds < 3600) return [`${Math.floor(seconds / 60)} min`, ...(seconds % 60 === 0 ? [] : [`${seconds % 60} s`])].join(" ");
  const minutes = Math.round(seconds / 60);
  return [`${Math.floor(minutes / 60)} h`, ...(minutes % 60 === 0 ? [] : [`${minutes % 60} min`])].join(" ");
}
