// The styles that SGR sequences ask for. Colours of any kind become the few that can be read on paper, light and dark.

export interface AnsiStyle {
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  inverse: boolean;
  color: AnsiColor | null;
  background: AnsiColor | null;
}

/** `plain`: the ink of the text; as a ground, the tint of what is pressed. */
export type AnsiColor = "plain" | "grey" | "red" | "green" | "yellow" | "blue" | "magenta" | "cyan";

const MOST_PARAMETERS = 32;
const COLORS: readonly AnsiColor[] = ["grey", "red", "green", "yellow", "blue", "magenta", "cyan", "plain"];
const HUES: readonly AnsiColor[] = ["red", "yellow", "green", "cyan", "blue", "magenta"];
const CUBE = [0, 95, 135, 175, 215, 255];

export function plainStyle(): AnsiStyle {
  return {
    bold: false,
    dim: false,
    italic: false,
    underline: false,
    strike: false,
    inverse: false,
    color: null,
    background: null,
  };
}

export function classesOf(style: AnsiStyle): string {
  const names = [];
  if (style.bold) names.push("ansi-bold");
  if (style.dim) names.push("ansi-dim");
  if (style.italic) names.push("ansi-italic");
  if (style.underline) names.push("ansi-underline");
  if (style.strike) names.push("ansi-strike");
  const ground = style.inverse ? (style.color ?? "plain") : style.background;
  // On a ground the text is plain ink: any two colours together would be a matter of luck.
  if (ground !== null) names.push(`ansi-on-${ground}`);
  else if (style.color !== null && style.color !== "plain") names.push(`ansi-${style.color}`);
  return names.join(" ");
}

/** `parameters`: what stands between `ESC [` and `m`. Those of other programs' private kinds (`>4;1`) are none. */
export function applySgr(style: AnsiStyle, parameters: string): void {
  if (/[<=>?]/.test(parameters)) return;
  const groups = parameters.split(";", MOST_PARAMETERS);
  for (let index = 0; index < groups.length; index += 1) {
    const [code = 0, ...parts] = numbers(groups[index] ?? "");
    if (code !== 38 && code !== 48 && code !== 58) {
      applyCode(style, code, parts[0]);
      continue;
    }
    // `38:2::r:g:b` holds its parts, `38;2;r;g;b` goes on in the next groups.
    const rest = parts.length > 0 ? parts : groups.slice(index + 1, index + 5).map((group) => numbers(group)[0] ?? 0);
    const isRgb = rest[0] === 2;
    if (parts.length === 0) index += isRgb ? 4 : 2;
    const color = isRgb ? rgbColor(rest.slice(parts.length > 4 ? -3 : 1)) : rest[0] === 5 ? tableColor(rest[1] ?? 0) : null;
    if (code === 38) style.color = color;
    else if (code === 48) style.background = color;
  }
}

function numbers(group: string): number[] {
  return group.split(":", MOST_PARAMETERS).map(Number);
}

function applyCode(style: AnsiStyle, code: number, kind: number | undefined): void {
  if (code === 0) Object.assign(style, plainStyle());
  else if (code === 1) style.bold = true;
  else if (code === 2) style.dim = true;
  else if (code === 3) style.italic = true;
  else if (code === 4) style.underline = kind !== 0;
  else if (code === 7) style.inverse = true;
  else if (code === 9) style.strike = true;
  else if (code === 21) style.underline = true;
  else if (code === 22) Object.assign(style, { bold: false, dim: false });
  else if (code === 23) style.italic = false;
  else if (code === 24) style.underline = false;
  else if (code === 27) style.inverse = false;
  else if (code === 29) style.strike = false;
  else if (code === 39) style.color = null;
  else if (code === 49) style.background = null;
  else if (code >= 30 && code <= 37) style.color = COLORS[code - 30] ?? null;
  else if (code >= 40 && code <= 47) style.background = COLORS[code - 40] ?? null;
  else if (code >= 90 && code <= 97) style.color = COLORS[code - 90] ?? null;
  else if (code >= 100 && code <= 107) style.background = COLORS[code - 100] ?? null;
}

/** Of the 256: sixteen names, a cube of 6 × 6 × 6, a ramp of greys. */
function tableColor(index: number): AnsiColor | null {
  if (index < 16) return COLORS[index % 8] ?? null;
  if (index > 231) return greyColor(8 + 10 * (index - 232));
  const at = index - 16;
  return rgbColor([Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((step) => CUBE[step] ?? 0));
}

/** Below so much between the strongest and the weakest part it is a grey. */
const LEAST_COLOR = 40;

function rgbColor([red = 0, green = 0, blue = 0]: readonly number[]): AnsiColor | null {
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  const range = most - least;
  if (!(range >= LEAST_COLOR)) return greyColor(most);
  const sixth = most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return HUES[(Math.round(sixth) + 6) % 6] ?? null;
}

function greyColor(level: number): AnsiColor {
  return level < 180 ? "grey" : "plain";
}
