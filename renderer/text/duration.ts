// Words for spans and points of time, and for sizes. Apart, so that the same reads the same everywhere.
import { durationWords } from "../../shared/text/duration-words";

/** "3 seconds", "20 minutes", "1 hour 30 minutes": what was asked for, in whole units. */
export function spokenSeconds(total: number): string {
  const whole = Math.floor(total);
  const parts: [number, string][] = [
    [Math.floor(whole / 3600), "hour"],
    [Math.floor((whole % 3600) / 60), "minute"],
    [total - whole + (whole % 60), "second"],
  ];
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${trimmed(count)} ${unit}${count === 1 ? "" : "s"}`);
  return words.length === 0 ? "0 seconds" : words.join(" ");
}

/** `mm:ss` under an hour, else `h:mm:ss`; whole seconds that have passed. */
export function clockSpan(ms: number): string {
  const seconds = Math.floor(Math.max(0, ms) / 1000);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return seconds < 3600 ? rest : `${Math.floor(seconds / 3600)}:${rest}`;
}

/** Local "14:32". */
export function clockTime(atMs: number): string {
  const date = new Date(atMs);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Local "14:32:04". */
export function clockTimeSeconds(atMs: number): string {
  return `${clockTime(atMs)}:${two(new Date(atMs).getSeconds())}`;
}

/** When a wait of `spanMs` ends: "14:32"; where seconds matter, under ten minutes, "14:32:04". */
export function endTime(atMs: number, spanMs: number): string {
  return spanMs < 600_000 ? clockTimeSeconds(atMs) : clockTime(atMs);
}

/** What is left of a countdown: "0.4 s" where tenths are counted, else "12 s", "2 min 5 s". */
export function countdownWords(ms: number, hasTenths: boolean): string {
  if (hasTenths && ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60 ? `${seconds} s` : durationWords(seconds * 1000);
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "now", "35 min", "3 h", "Tue", "9 Oct", "9 Oct 2024": how long ago, as short as a list needs it. */
export function relativeTime(atMs: number, nowMs: number): string {
  const ago = nowMs - atMs;
  if (ago < MINUTE) return "now";
  if (ago < HOUR) return `${Math.floor(ago / MINUTE)} min`;
  if (ago < DAY) return `${Math.floor(ago / HOUR)} h`;
  const date = new Date(atMs);
  if (ago < 6 * DAY) return DAYS[date.getDay()] ?? "";
  const day = `${date.getDate()} ${MONTHS[date.getMonth()] ?? ""}`;
  return date.getFullYear() === new Date(nowMs).getFullYear() ? day : `${day} ${date.getFullYear()}`;
}

/** Local "14 Aug 2025". */
export function calendarDay(atMs: number): string {
  const date = new Date(atMs);
  return `${date.getDate()} ${MONTHS[date.getMonth()] ?? ""} ${date.getFullYear()}`;
}

/** "14:32" within a day of `nowMs`, else with its day: "Tue 14:32", "9 Oct 14:32". A time to come. */
export function dayTime(atMs: number, nowMs: number): string {
  if (atMs - nowMs < DAY) return clockTime(atMs);
  const date = new Date(atMs);
  const day = atMs - nowMs < 6 * DAY ? DAYS[date.getDay()] : `${date.getDate()} ${MONTHS[date.getMonth()] ?? ""}`;
  return `${day} ${clockTime(atMs)}`;
}

/** "512 bytes", "96 KB", "1.4 MB". */
export function byteWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} byte${bytes === 1 ? "" : "s"}`;
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** 1st, 2nd, 3rd, 4th … 11th. */
export function ordinal(count: number): string {
  const teen = Math.floor(count / 10) % 10 === 1;
  const ending = teen ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th");
  return `${count}${ending}`;
}

function two(count: number): string {
  return String(count).padStart(2, "0");
}

function trimmed(count: number): string {
  return Number.isInteger(count) ? String(count) : count.toFixed(1);
}
