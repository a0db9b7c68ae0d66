/** Tests the reading of cover files: formats, sizes and metadata, and which files are refused, such as placeholders. */

import { crc32, deflateSync } from "node:zlib";

import sharp from "sharp";
import { expect, test } from "vitest";

import { coverWidths } from "#covers/cover-widths.ts";
import { jpegOf, photograph } from "#tests/support/pictures.ts";
import { pictureId, PictureRefusedError, readPicture } from "./read-picture.server.ts";

async function renditionsOf(file: Buffer) {
  const { renditions } = await readPicture(file);
  const made = new Map<string, Buffer>();
  for await (const { name, bytes } of renditions()) made.set(name, bytes);
  return made;
}

test("a picture is made as AVIF and WebP in every width, in its own proportion", async () => {
  const file = await jpegOf(1000, 1300);
  const { id, width, height } = await readPicture(file);
  expect([id, width, height]).toEqual([pictureId(file), 960, 1248]);
  const made = await renditionsOf(file);
  expect([...made.keys()]).toEqual(coverWidths.flatMap((size) => [`${id}-${size}.avif`, `${id}-${size}.webp`]));
  for (const [name, bytes] of made) {
    const { width: wide, height: high, format } = await sharp(bytes).metadata();
    const wanted = Number(/-(\d+)\./.exec(name)![1]);
    expect([name.split(".")[1], wide, high], name).toEqual([
      format === "heif" ? "avif" : format,
      wanted,
      Math.round(wanted * 1.3),
    ]);
  }
});

test("a small picture is never enlarged, and has no sizes that it does not need", async () => {
  const made = await renditionsOf(await jpegOf(300, 450));
  const widths = await Promise.all([...made.values()].map(async (bytes) => (await sharp(bytes).metadata()).width));
  expect(widths).toEqual([160, 160, 240, 240, 300, 300]);
});

test("what a camera says of itself goes, and the picture stands upright", async () => {
  const file = await photograph(600, 400)
    .withExif({ IFD0: { Copyright: "A name", Model: "A camera" }, IFD3: { GPSLatitude: "12/1 58/1 0/1" } })
    .withIccProfile("p3")
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer();
  expect((await sharp(file).metadata()).exif).toBeDefined();
  const { width, height } = await readPicture(file);
  expect([width, height]).toEqual([400, 600]);
  for (const bytes of (await renditionsOf(file)).values()) {
    const { exif, icc, xmp, orientation } = await sharp(bytes).metadata();
    expect({ exif, icc, xmp, orientation }).toEqual({});
  }
});

test("the paper is the colour of the edges", async () => {
  expect((await readPicture(await photograph(600, 900).png().toBuffer())).paper).toBe("#f4e8d0");
});

test("CMYK, 16 bits, grey and see-through pictures become what a browser shows", async () => {
  const files = [
    await photograph(400, 600).toColourspace("cmyk").jpeg().toBuffer(),
    await photograph(400, 600).toColourspace("rgb16").png().toBuffer(),
    await photograph(400, 600).greyscale().jpeg().toBuffer(),
    await photograph(400, 600).ensureAlpha(0.5).png().toBuffer(),
    await photograph(400, 600).gif().toBuffer(),
    await photograph(400, 600).tiff().toBuffer(),
    await photograph(400, 600).webp().toBuffer(),
    await photograph(400, 600).avif({ effort: 0 }).toBuffer(),
  ];
  for (const file of files)
    for (const bytes of (await renditionsOf(file)).values()) {
      const { space, channels, depth, hasAlpha } = await sharp(bytes).metadata();
      expect([space, channels, depth, hasAlpha]).toEqual(["srgb", 3, "uchar", false]);
    }
  const [cmyk] = [...(await renditionsOf(files[0]!)).values()];
  const { dominant } = await sharp(cmyk).stats();
  expect(dominant.r + dominant.g + dominant.b).toBeLessThan(700);
});

/** A grey picture with a few words, as databases return it for books without a cover. */
const noCover = (ground: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><rect width="400" height="600" fill="${ground}"/>
      <rect x="100" y="280" width="200" height="12" fill="#555"/><rect x="130" y="310" width="140" height="12" fill="#555"/></svg>`),
  )
    .jpeg()
    .toBuffer();

const animated = () => {
  const frames = [10, 200].map((shade) => Buffer.alloc(300 * 300 * 3, shade));
  return sharp(Buffer.concat(frames), { raw: { width: 300, height: 600, channels: 3, pageHeight: 300 } })
    .gif()
    .toBuffer();
};

/** A PNG of a few bytes that would decompress to 40,000 × 40,000 pixels. */
function bomb(): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(40_000, 0);
  head.writeUInt32BE(40_000, 4);
  head.set([8, 2], 8);
  const signature = Buffer.from("89504e470d0a1a0a", "hex");
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("IDAT", deflateSync("")),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const refused: [reason: string, make: () => Promise<Buffer> | Buffer][] = [
  ["The file is empty.", () => Buffer.alloc(0)],
  ["It is no picture of these kinds: JPEG", () => Buffer.from("<html>Not found</html>")],
  ["It is no picture of these kinds: JPEG", () => Buffer.from("%PDF-1.7 …")],
  ["It is an SVG drawing.", () => Buffer.from('<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ["It is too small: 199 by 300 pixels. At least 200 by 200 are needed.", () => jpegOf(199, 300)],
  ["It is more than 3 times as long as wide", () => jpegOf(200, 620)],
  ["It is animated, or has several pages.", animated],
  ["It has more than 50 million pixels.", bomb],
  ["The picture is damaged or incomplete.", async () => (await jpegOf(600, 900)).subarray(0, 2000)],
  ["The picture is damaged or incomplete.", async () => (await jpegOf(600, 900)).subarray(0, 12)],
  ["It is nearly all of one colour", () => noCover("#d8d8d8")],
  ["It is nearly all of one colour", () => noCover("#cccccc")],
  [
    "It is nearly all of one colour",
    () =>
      sharp({ create: { width: 300, height: 450, channels: 3, background: "#ffffff" } })
        .png()
        .toBuffer(),
  ],
  ["The file is larger than 20 MB.", () => Buffer.alloc(20 * 1024 * 1024 + 1, "\u00ff\u00d8\u00ff", "latin1")],
];

test.each(refused)("refused: %s", async (reason, make) => {
  const error = await readPicture(await make()).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(PictureRefusedError);
  expect((error as Error).message).toContain(reason);
});

test("a plain cover with a title on white is no placeholder", async () => {
  const file = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="600"><rect width="400" height="600" fill="#fffdf8"/>
      <rect x="60" y="90" width="280" height="30" fill="#111"/><rect x="60" y="140" width="180" height="30" fill="#111"/></svg>`),
  )
    .jpeg()
    .toBuffer();
  await expect(readPicture(file)).resolves.toMatchObject({ width: 400, height: 600 });
});
