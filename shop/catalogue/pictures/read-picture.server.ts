/** Checks a file that is to become a cover, and converts it to the sizes and formats in which covers are served. */

import { createHash } from "node:crypto";

import sharp, { type Sharp } from "sharp";

import { madeWidths, pictureTypes, renditionName, type PictureType } from "./picture-name.ts";

/** Thrown if a file cannot be a cover; the message tells the bookseller why. */
export class PictureRefusedError extends Error {}

/** The maximum size of a picture file, in bytes. Larger files are rejected without decoding. */
export const maxPictureBytes = 20 * 1024 * 1024;

/** The minimum width and height, in pixels, because smaller pictures look poor on every page. */
const minPixels = 200;
/** The maximum number of pixels: allows a 50-megapixel scan, but no decompression bomb. */
const maxPixels = 50_000_000;
const maxProportion = 3;

/** A decoded cover, rotated upright and without the metadata of its file. */
export interface Picture {
  id: string;
  /** Width in pixels of the decoded picture, at most 960. */
  width: number;
  height: number;
  /** The colour of its edges as hex, such as `#f3ebdc`. */
  paper: string;
  /** Encodes one size after the other, each with its file name in the store. */
  renditions: () => AsyncGenerator<{ name: string; bytes: Buffer }>;
}

/** Part of each picture's id. Raise it when pictures should be converted again from unchanged files. */
const version = 1;

/** The id of the picture made from a file: a hash of its bytes and of `version`. */
export function pictureId(file: Uint8Array): string {
  return `p_${createHash("sha256").update(`${version} `).update(file).digest("hex").slice(0, 20)}`;
}

/** Decodes a file as a cover. Throws PictureRefusedError if it cannot be one. */
export async function readPicture(file: Buffer): Promise<Picture> {
  checkKind(file);
  const input = { limitInputPixels: maxPixels, failOn: "error" as const };
  await checkMeasures(sharp(file, input));
  const { data, info } = await sharp(file, input)
    .autoOrient()
    .resize({ width: 960, height: 960 * maxProportion, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .toColourspace("srgb")
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw refusal(`The picture is damaged or incomplete`, error);
    });
  const { width, height, channels } = info;
  const base = () => sharp(data, { raw: { width, height, channels } });
  await checkIsNoPlaceholder(base());
  const id = pictureId(file);
  return {
    id,
    width,
    height,
    paper: await findPaper(base()),
    async *renditions() {
      for (const size of madeWidths(width))
        for (const type of pictureTypes)
          yield { name: renditionName(id, size, type), bytes: await encode(base(), size, type) };
    },
  };
}

/** A higher AVIF effort takes ten times as long and saves almost nothing. */
function encode(picture: Sharp, width: number, type: PictureType): Promise<Buffer> {
  const sized = picture.resize({ width, withoutEnlargement: true });
  return (type === "avif" ? sized.avif({ quality: 55, effort: 2 }) : sized.webp({ quality: 82, effort: 4 })).toBuffer();
}

/** Formats by their first bytes, checked before decoding: other files never reach a decoder. */
const kinds: [name: string, signature: RegExp][] = [
  ["JPEG", /^\xff\xd8\xff/],
  ["PNG", /^\x89PNG\r\n/],
  ["WebP", /^RIFF[^]{4}WEBP/],
  ["AVIF", /^[^]{4}ftypavi[fs]/],
  ["GIF", /^GIF8[79]a/],
  ["TIFF", /^(II\*\0|MM\0\*)/],
];

function checkKind(file: Buffer) {
  if (file.length === 0) throw refusal("The file is empty");
  if (file.length > maxPictureBytes) throw refusal(`The file is larger than ${maxPictureBytes / 1024 / 1024} MB`);
  const head = file.toString("latin1", 0, 512);
  if (kinds.some(([, signature]) => signature.test(head))) return;
  if (/<svg|<!DOCTYPE svg/i.test(head)) throw refusal("It is an SVG drawing. Save it as PNG");
  throw refusal(`It is no picture of these kinds: ${kinds.map(([name]) => name).join(", ")}`);
}

async function checkMeasures(picture: Sharp) {
  const { width, height, pages, autoOrient } = await picture.metadata().catch((error: Error) => {
    throw /pixel limit/.test(error.message) ? tooManyPixels() : refusal("The picture is damaged or incomplete", error);
  });
  if ((pages ?? 1) > 1) throw refusal("It is animated, or has several pages");
  if (width * height > maxPixels) throw tooManyPixels();
  if (Math.min(width, height) < minPixels)
    throw refusal(
      `It is too small: ${autoOrient.width} by ${autoOrient.height} pixels. At least ${minPixels} by ${minPixels} are needed`,
    );
  if (Math.max(width, height) > maxProportion * Math.min(width, height))
    throw refusal(`It is more than ${maxProportion} times as long as wide, unlike any cover of a book`);
}

function tooManyPixels() {
  return refusal(`It has more than ${maxPixels / 1_000_000} million pixels. Save it smaller`);
}

function refusal(reason: string, cause?: Error) {
  return new PictureRefusedError(`${reason}.`, { cause });
}

/** Quantizes a colour to 12 bits, so that similar colours are equal. */
const coarse = (red: number, green: number, blue: number) => ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);

/** The most common colour of these pixels, and the share of pixels near it. */
function commonColour(pixels: [number, number, number][]): { colour: [number, number, number]; share: number } {
  const alike = Map.groupBy(pixels, (pixel) => coarse(...pixel));
  const most = [...alike.values()].reduce((one, other) => (other.length > one.length ? other : one));
  const mean = (channel: 0 | 1 | 2) => Math.round(most.reduce((sum, pixel) => sum + pixel[channel], 0) / most.length);
  const colour: [number, number, number] = [mean(0), mean(1), mean(2)];
  const isNear = (pixel: [number, number, number]) =>
    pixel.every((value, channel) => Math.abs(value - colour[channel]!) <= 12);
  return { colour, share: pixels.filter(isNear).length / pixels.length };
}

/** The pixels of a picture, sampled at `size` × `size`. */
async function pixelsOf(picture: Sharp, size: number): Promise<[number, number, number][][]> {
  const { data, info } = await picture
    .resize({ width: size, height: size, fit: "fill", kernel: "nearest" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return Array.from({ length: info.height }, (_, row) =>
    Array.from({ length: info.width }, (_, column) => {
      const at = (row * info.width + column) * info.channels;
      return [data[at]!, data[at + 1]!, data[at + 2]!];
    }),
  );
}

/**
 * Rejects "no cover available" pictures: nearly all of one colour. For a mid grey, neither paper nor ink, a lower share
 * is enough, because placeholders are nearly always grey and covers hardly ever.
 */
async function checkIsNoPlaceholder(picture: Sharp) {
  const { colour, share } = commonColour((await pixelsOf(picture, 128)).flat());
  const [darkest, lightest] = [Math.min(...colour), Math.max(...colour)];
  const isGrey = lightest - darkest <= 8 && darkest >= 100 && lightest <= 244;
  if (share >= (isGrey ? 0.9 : 0.985)) throw refusal("It is nearly all of one colour: a placeholder, not a cover");
}

/** The most common colour of the picture's four edges. */
async function findPaper(picture: Sharp): Promise<string> {
  const rows = await pixelsOf(picture, 48);
  const edges = [...(rows[0] ?? []), ...(rows.at(-1) ?? []), ...rows.flatMap((row) => [row[0]!, row.at(-1)!])];
  const { colour } = commonColour(edges);
  return `#${colour.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
