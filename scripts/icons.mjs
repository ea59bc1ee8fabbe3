// Draws build/icon.svg at every size and packs the files that the three systems want: node scripts/icons.mjs [path of a Chromium]
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "playwright";
import { root } from "./parts.mjs";

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];
const ICO_SIZES = [16, 24, 32, 48, 64, 128, 256];
/** Apple's names for PNG entries; the small sizes exist only as Retina versions of smaller ones. */
const ICNS_ENTRIES = { ic11: 32, ic12: 64, ic07: 128, ic13: 256, ic08: 256, ic14: 512, ic09: 512, ic10: 1024 };

const build = path.join(root, "build");
const images = await draw(await readFile(path.join(build, "icon.svg"), "utf8"));
await mkdir(path.join(build, "icons"), { recursive: true });
for (const size of SIZES) await writeFile(path.join(build, "icons", `${size}x${size}.png`), images.get(size));
await writeFile(path.join(build, "icon.png"), images.get(1024));
await writeFile(path.join(build, "icon.ico"), ico(images));
await writeFile(path.join(build, "icon.icns"), icns(images));

async function draw(svg) {
  const browser = await chromium.launch({
    executablePath: process.argv[2] ?? "/usr/bin/chromium",
    chromiumSandbox: process.getuid?.() !== 0,
  });
  const page = await browser.newPage();
  await page.setContent(`<style>html,body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
  const drawn = new Map();
  for (const size of SIZES) {
    await page.setViewportSize({ width: size, height: size });
    drawn.set(size, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
  return drawn;
}

function ico(images) {
  const header = Buffer.alloc(6 + 16 * ICO_SIZES.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(ICO_SIZES.length, 4);
  let offset = header.length;
  ICO_SIZES.forEach((size, index) => {
    const at = 6 + 16 * index;
    const { length } = images.get(size);
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += length;
  });
  return Buffer.concat([header, ...ICO_SIZES.map((size) => images.get(size))]);
}

function icns(images) {
  const entries = Object.entries(ICNS_ENTRIES).map(([name, size]) => entry(name, images.get(size)));
  return entry("icns", Buffer.concat(entries));
}

function entry(name, content) {
  const header = Buffer.alloc(8);
  header.write(name, "latin1");
  header.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([header, content]);
}
