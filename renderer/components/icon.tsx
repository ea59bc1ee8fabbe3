// All icons: 16 × 16, one stroke. They always stand beside a word or carry a label, so they are hidden from screen readers.

const PATHS = {
  arrowDown: "M8 3v9.5M4 8.7l4 4 4-4",
  check: "m3 8.5 3.2 3.2L13 5",
  clock: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8 5v3.2l2 1.3",
  compress: "M3 8h10M8 1.75v3.5M6.25 3.75 8 5.5l1.75-1.75M8 14.25v-3.5M6.25 12.25 8 10.5l1.75 1.75",
  compose: "M8.5 3H4.25A1.25 1.25 0 0 0 3 4.25v7.5A1.25 1.25 0 0 0 4.25 13h7.5A1.25 1.25 0 0 0 13 11.75V7.5M13.3 2.7 7.5 8.5",
  copy: "M7 5.5h5A1.5 1.5 0 0 1 13.5 7v5a1.5 1.5 0 0 1-1.5 1.5H7A1.5 1.5 0 0 1 5.5 12V7A1.5 1.5 0 0 1 7 5.5M10.5 5.5V4A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5",
  denied: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM5.5 8h5",
  dots: "M8 2.75v.01M8 8v.01M8 13.25v.01",
  down: "m3.5 6 4.5 4.5L12.5 6",
  edit: "m10.6 2.9 2.5 2.5L6 12.5l-3.1.6.6-3.1zM9 4.5 11.5 7",
  file: "M4.5 2.5H9l3 3v7a1 1 0 0 1-1 1H4.5a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1zM9 2.5v3h3",
  folder: "M2 4.5A1.5 1.5 0 0 1 3.5 3h2.6l1.6 1.75h4.8A1.5 1.5 0 0 1 14 6.25v5.25a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11.5z",
  globe: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM2.5 8h11M8 2.5c2 2 2 9 0 11M8 2.5c-2 2-2 9 0 11",
  info: "M8 2.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM8 7.25v3.5M8 5.25v.01",
  mail: "M3.5 3.5h9a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1zM2.75 4.5 8 8.75l5.25-4.25",
  mend: "M2 8h12M4.5 5.5v5M8 5.5v5M11.5 5.5v5",
  now: "M2.5 8h8M7.5 4.5 11 8l-3.5 3.5M13.5 3.5v9",
  play: "M5 3.25v9.5L12.25 8z",
  plug: "M6 2.25v3M10 2.25v3M4 5.25h8v2a4 4 0 0 1-8 0zM8 11.25v2.5",
  raw: "m5.5 4.5-3.5 3.5 3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  recorded: "M3 12.5h10M8 3v6M5.5 6.75 8 9.25l2.5-2.5",
  refresh: "M12.9 6.5A5.25 5.25 0 1 0 13.25 8M13.25 3.25V6.5H10",
  returned: "M12.5 3.5V7a2.25 2.25 0 0 1-2.25 2.25H3.75M6.5 6.5 3.75 9.25 6.5 12",
  right: "m6 3.5 4.5 4.5L6 12.5",
  shield: "M8 2.3 13 4v4c0 3-2.2 4.8-5 5.8C5.2 12.8 3 11 3 8V4z",
  sidebar: "M3.5 3h9A1.5 1.5 0 0 1 14 4.5v7a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11.5v-7A1.5 1.5 0 0 1 3.5 3zM6.25 3v10",
  sign: "m2.75 4 4.5 5M7.25 4l-4.5 5M2.25 12.5h11.5",
  stop: "M5 4h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z",
  terminal:
    "M3.5 3h9A1.5 1.5 0 0 1 14 4.5v7a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11.5v-7A1.5 1.5 0 0 1 3.5 3zM4.75 6.25l2 1.75-2 1.75M8.5 10h3",
  tool: "M9.5 6.5 3 13M13.25 5.25A3.25 3.25 0 0 1 8.6 8.1M10.75 2.75A3.25 3.25 0 0 0 7.9 7.4M10.75 2.75v2.5h2.5",
  torn: "M8.5 2 6.5 5l3 2-3 2.5 3 2L7.5 14",
  up: "M8 13V3.5M4 7.3l4-4 4 4",
  warning: "M8 2.75 14 13H2zM8 6.5v3M8 11.25v.01",
  x: "m4 4 8 8M12 4l-8 8",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, isSmall = false, className = "" }: { name: IconName; isSmall?: boolean; className?: string }) {
  const classes = ["icon", isSmall ? "icon-small" : "", name === "dots" ? "icon-dots" : "", className].filter(Boolean).join(" ");
  return (
    <svg className={classes} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
