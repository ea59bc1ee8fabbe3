// What image a file's bytes hold, whatever its name says: kind, size in pixels, and whether its end is there. Pure. A model's server refuses a request for
// the sake of one image that it cannot read, so what is plainly damaged must not get there.

export interface ImageFormat {
  readonly mime: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
  readonly width: number;
  readonly height: number;
}

/** `damaged`: it begins as an image of that kind, and is cut off or tells no size. */
export type ImageReading =
  | { readonly type: "image"; readonly format: ImageFormat }
  | { readonly type: "damaged"; readonly mime: ImageFormat["mime"] }
  | { readonly type: "none" };

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const IEND = Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

export function readImage(bytes: Buffer): ImageReading {
  if (bytes.subarray(0, 8).equals(PNG)) return reading("image/png", bytes.includes(IEND, 8) ? pngSize(bytes) : null);
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return reading("image/jpeg", jpegSize(bytes));
  const start = bytes.toString("latin1", 0, 6);
  if (start === "GIF87a" || start === "GIF89a") return reading("image/gif", gifSize(bytes));
  if (start.startsWith("RIFF") && bytes.toString("latin1", 8, 12) === "WEBP") return reading("image/webp", webpSize(bytes));
  return { type: "none" };
}

type Size = readonly [width: number, height: number];

function reading(mime: ImageFormat["mime"], size: Size | null): ImageReading {
  const [width, height] = size ?? [0, 0];
  return width > 0 && height > 0 ? { type: "image", format: { mime, width, height } } : { type: "damaged", mime };
}

function pngSize(bytes: Buffer): Size | null {
  return bytes.length >= 24 && bytes.toString("latin1", 12, 16) === "IHDR"
    ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    : null;
}

function gifSize(bytes: Buffer): Size | null {
  return bytes.length > 13 && bytes.lastIndexOf(0x3b) > 12 ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : null;
}

/** From segment to segment up to the frame's; behind it the end mark has to come. */
function jpegSize(bytes: Buffer): Size | null {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return null;
    const mark = bytes[at + 1] ?? 0;
    if (mark === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = mark >= 0xc0 && mark <= 0xcf && mark !== 0xc4 && mark !== 0xc8 && mark !== 0xcc;
    if (isFrame)
      return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at ? [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)] : null;
    const isAlone = mark === 0x01 || (mark >= 0xd0 && mark <= 0xd8);
    at += isAlone ? 2 : 2 + Math.max(2, bytes.readUInt16BE(at + 2));
  }
  return null;
}

function webpSize(bytes: Buffer): Size | null {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 > bytes.length + 1) return null;
  switch (bytes.toString("latin1", 12, 16)) {
    case "VP8 ":
      return [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff];
    case "VP8L": {
      const bits = bytes.readUInt32LE(21);
      return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
    }
    case "VP8X":
      return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1];
    default:
      return null;
  }
}
