import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readImage } from "../../../electron/adapters/tools/image-format";
import { createViewImageTool } from "../../../electron/adapters/tools/view-image";
import { tempFolder } from "../../support/temp-folder";
import { runTool } from "../../support/tool-bench";

const tool = createViewImageTool();
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** A frame of 300 × 200 behind an application segment. */
const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, ...Array<number>(14).fill(0)]),
  Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 200, 1, 44, 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1]),
  Buffer.from([0xff, 0xda, 0, 2, 1, 2, 3, 0xff, 0xd9]),
]);

function webp(kind: string, body: readonly number[]): Buffer {
  const data = Buffer.concat([Buffer.from(`WEBP${kind}`), Buffer.from([body.length, 0, 0, 0]), Buffer.from(body)]);
  const head = Buffer.alloc(8);
  head.write("RIFF", "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data]);
}

const EXTENDED = webp("VP8X", [0, 0, 0, 0, 0x8f, 1, 0, 0xc7, 0, 0]);
const LOSSY = webp("VP8 ", [0, 0, 0, 0x9d, 1, 0x2a, 64, 0, 32, 0]);
const LOSSLESS = webp("VP8L", [0x2f, 63, 192, 7, 0, 0, 0, 0, 0, 0]);

function folderWith(name: string, content: Buffer | string): string {
  const cwd = tempFolder();
  writeFileSync(join(cwd, name), content);
  return cwd;
}

async function refusal(path: string, cwd: string): Promise<string> {
  return runTool(tool, { args: { path }, cwd }).then(
    ({ output }) => `not refused: ${output}`,
    (error: unknown) => (error instanceof Error ? error.message : "no error"),
  );
}

describe("what a file's bytes hold", () => {
  test.each<[string, Buffer, string, number, number]>([
    ["PNG", PNG, "image/png", 1, 1],
    ["GIF", GIF, "image/gif", 1, 1],
    ["JPEG", JPEG, "image/jpeg", 300, 200],
    ["WebP, extended", EXTENDED, "image/webp", 400, 200],
    ["WebP, lossy", LOSSY, "image/webp", 64, 32],
    ["WebP, lossless", LOSSLESS, "image/webp", 64, 32],
  ])("%s", (_name, bytes, mime, width, height) => {
    expect(readImage(bytes)).toEqual({ type: "image", format: { mime, width, height } });
  });

  test.each<[string, Buffer]>([
    ["PNG", PNG],
    ["GIF", GIF],
    ["JPEG", JPEG],
    ["WebP", EXTENDED],
  ])("%s that is cut off anywhere is no image, and never fails to be told", (_name, bytes) => {
    for (let length = 0; length < bytes.length - 1; length += 1)
      expect(readImage(bytes.subarray(0, length)).type, `${length} bytes`).not.toBe("image");
  });

  test("a JPEG whose segments lead nowhere is damaged", () => {
    expect(readImage(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]))).toEqual({
      type: "damaged",
      mime: "image/jpeg",
    });
  });

  test("a PNG of no width is damaged", () => {
    const flat = Buffer.from(PNG);
    flat.writeUInt32BE(0, 16);
    expect(readImage(flat)).toEqual({ type: "damaged", mime: "image/png" });
  });
});

describe("protocol.md §7 view_image", () => {
  test("an image is known by its content, not its name; its size is in the words, the picture beside them", async () => {
    const cwd = folderWith("picture.txt", PNG);
    expect(await runTool(tool, { args: { path: "picture.txt" }, cwd })).toEqual({
      status: "completed",
      output: `${cwd}/picture.txt: image/png, 1 × 1 pixels, ${PNG.length} bytes`,
      images: [`data:image/png;base64,${PNG.toString("base64")}`],
    });
  });

  test.each([
    ["text with an image's name", "photo.png", "hello"],
    ["an empty file", "photo.png", ""],
    ["a page", "photo.jpg", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
  ])("%s is refused", async (_what, name, content) => {
    const cwd = folderWith(name, content);
    expect(await refusal(name, cwd)).toBe(`${cwd}/${name} holds no PNG, JPEG, GIF or WebP image`);
  });

  test("a damaged image is refused: the server would refuse every request with it", async () => {
    const cwd = folderWith("a.png", PNG.subarray(0, 40));
    expect(await refusal("a.png", cwd)).toBe(`${cwd}/a.png begins as image/png, but is damaged or cut off; it cannot be shown`);
  });

  test("more than 5 MiB is refused with what to do, and is not read", async () => {
    const cwd = folderWith("a.png", PNG);
    truncateSync(join(cwd, "a.png"), 7 * 1024 ** 3);
    expect(await refusal("a.png", cwd)).toBe(
      `${cwd}/a.png has 7168.0 MiB; at most 5 MiB can be shown. Make a smaller copy with a command (scaled down, or as JPEG) and look at that`,
    );
  });

  test.skipIf(process.platform === "win32")("a folder, a pipe, a device, a loop: none is waited for", async () => {
    const cwd = tempFolder();
    mkdirSync(join(cwd, "folder"));
    execFileSync("mkfifo", [join(cwd, "pipe")]);
    symlinkSync("loop", join(cwd, "loop"));
    expect(await refusal("folder", cwd)).toBe(`${cwd}/folder is a folder; give the path of an image in it`);
    expect(await refusal("pipe", cwd)).toBe(`${cwd}/pipe is not a regular file`);
    expect(await refusal("/dev/zero", cwd)).toBe("/dev/zero is not a regular file");
    expect(await refusal("loop", cwd)).toBe(`symbolic links form a loop: ${cwd}/loop`);
  });

  test("a missing image comes with the nearest name", async () => {
    const cwd = folderWith("photo.png", PNG);
    expect(await refusal("foto.png", cwd)).toBe(`no such file or folder: ${cwd}/foto.png (did you mean ${cwd}/photo.png?)`);
  });

  test("an aborted look says so and brings no picture", async () => {
    const cwd = folderWith("a.png", PNG);
    const result = await runTool(tool, { args: { path: "a.png" }, cwd, signal: AbortSignal.abort() });
    expect(result).toEqual({ status: "aborted", output: expect.stringMatching(/^aborted by user after/) });
  });
});
