/** Logos, icons and the signature that an owner uploads: checked, cleaned, and stored by their content. */
import { createHash } from "node:crypto";

import sharp from "sharp";

import type { Db } from "#db/connect.ts";
import { describeErrorForLog } from "#db/describe-error.ts";
import { sql } from "#db/sql.ts";
import { fromHex, oklchContrast, toHex, type Oklch } from "#shop/kernel/look/contrast.ts";
import { fitColours } from "#shop/kernel/look/fit-colours.ts";
import { logoName, readLogoName } from "#shop/kernel/look/logo.ts";
import type { PaperMark, PaperPicture } from "#shop/sales/documents/paper-mark.ts";
import type { DocumentContent } from "#shop/sales/documents/document.ts";
import type { Services } from "#shop/services.ts";
import { cleanSvg, LogoRefusedError } from "./clean-svg.ts";

/** The maximum size of an uploaded file, in megabytes. */
export const maxLogoMegabytes = 2;
/** The size in pixels to which a picture is reduced: sharp on every screen, and a few kilobytes. */
const maxPixels = { width: 640, height: 256 };
const maxStoredBytes = 300_000;

interface Size {
  width: number;
  height: number;
}

/** Checks and cleans a logo, and stores it; returns its name. Throws LogoRefusedError. */
export async function storeLogo(db: Db, file: Buffer, now: Date): Promise<string> {
  const { bytes, ending, width, height } = isSvg(file) ? await readSvg(file) : await readPicture(file);
  if (bytes.length > maxStoredBytes) throw new LogoRefusedError("The drawing is too detailed. Save it as PNG.");
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
  const ink = await findInk(bytes);
  const name = `${hash}-${width}x${height}${ink ? `-${ink}` : ""}.${ending}`;
  await db.execute(sql`
    insert into look_pictures (name, bytes, made_at) values (${name}, ${bytes}, ${now.toISOString()}::timestamptz)
    on conflict do nothing`);
  return name;
}

/** The bytes of a stored logo; null if there is none of this name. */
export async function findLogo(db: Db, name: string): Promise<Buffer | null> {
  if (!logoName.test(name)) return null;
  const { rows } = await db.execute<{ bytes: Buffer }>(sql`select bytes from look_pictures where name = ${name}`);
  return rows[0]?.bytes ?? null;
}

/**
 * The shop's mark on papers, in the colour of the look, or the logo as a picture. A picture that cannot be drawn is left
 * out: it must not keep a bill from its reader.
 */
export async function findPaperMark({ db, settings }: Pick<Services, "db" | "settings">): Promise<PaperMark> {
  const { look } = settings;
  const color = fitColours(look).light.action ?? look.colour;
  // Papers are white: a logo in pale ink would be lost on them.
  const isLost = look.logo === null || readLogoName(look.logo)?.ink === "pale";
  return { color, logo: isLost ? null : await findPaperPicture(db, look.logo) };
}

/** The picture of the signature on a paper, such as a bill; null if it has none. */
export function findSignature(db: Db, { signature }: Pick<DocumentContent, "signature">): Promise<PaperPicture | null> {
  return findPaperPicture(db, signature?.picture ?? null);
}

async function findPaperPicture(db: Db, name: string | null): Promise<PaperPicture | null> {
  const bytes = name === null ? null : await findLogo(db, name);
  if (!bytes) return null;
  try {
    const { data, info } = await sharp(bytes, { density: 288 })
      .resize({ height: 160, withoutEnlargement: false })
      .png()
      .toBuffer({ resolveWithObject: true });
    return { png: data, width: info.width, height: info.height };
  } catch (error) {
    console.error(`The picture ${name} cannot be drawn on papers: ${describeErrorForLog(error)}`);
    return null;
  }
}

function isSvg(file: Buffer): boolean {
  return /^\uFEFF?\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(file.toString("utf8", 0, 300)) && file.includes("<svg");
}

async function readSvg(file: Buffer) {
  const svg = cleanSvg(file.toString("utf8"));
  const drawn = await measure(Buffer.from(svg));
  const scale = Math.min(maxPixels.height / drawn.height, maxPixels.width / drawn.width);
  const round = (pixels: number) => Math.max(1, Math.round(pixels * scale));
  const size = { width: round(drawn.width), height: round(drawn.height) };
  return { bytes: Buffer.from(resizeSvg(svg, drawn, size)), ending: "svg", ...size };
}

/**
 * Writes another size into the root of a drawing. Sharp draws an SVG at the root's size times the density, so that the
 * size of a large sheet would be above its limit of pixels.
 */
function resizeSvg(svg: string, from: Size, to: Size): string {
  return svg.replace(/^<svg[^>]*/, (root) => {
    const viewBox = /\sviewBox="([^"]*\d[^"]*)"/.exec(root)?.[1] ?? `0 0 ${from.width} ${from.height}`;
    const others = root.slice("<svg".length).replaceAll(/\s(?:width|height|viewBox)="[^"]*"/g, "");
    return `<svg width="${to.width}" height="${to.height}" viewBox="${viewBox}"${others}`;
  });
}

async function readPicture(file: Buffer) {
  if (!/^(\x89PNG\r\n|\xff\xd8\xff|RIFF[^]{4}WEBP)/.test(file.toString("latin1", 0, 16)))
    throw new LogoRefusedError("This is no SVG, PNG, JPEG or WebP file.");
  const { width, height } = await measure(file);
  if (Math.max(width, height) < 64)
    throw new LogoRefusedError(`The picture is too small: ${width} by ${height} pixels. At least 64 are needed.`);
  const { data, info } = await sharp(file, { limitInputPixels: 50_000_000 })
    .autoOrient()
    .trim()
    .resize({ ...maxPixels, fit: "inside", withoutEnlargement: true })
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true })
    .catch((error: Error) => {
      throw damaged(error);
    });
  return { bytes: data, ending: "png", width: info.width, height: info.height };
}

async function measure(bytes: Buffer): Promise<Size> {
  const { width, height, pages } = await sharp(bytes, { limitInputPixels: 50_000_000 })
    .metadata()
    .catch((error: Error) => {
      throw damaged(error);
    });
  if ((pages ?? 1) > 1) throw new LogoRefusedError("The picture is animated. Save one frame of it.");
  if (Math.max(width, height) > 8 * Math.min(width, height))
    throw new LogoRefusedError("The picture is more than eight times as long in one direction. Cut it to its shape.");
  return { width, height };
}

function damaged(cause: Error): LogoRefusedError {
  return new LogoRefusedError("The picture cannot be read: it is damaged, or too large to unpack.", { cause });
}

const grounds = { paper: fromHex("#fbf8f3"), night: fromHex("#16141a") };

/** Whether most of a transparent logo would be lost on the dark ground (dark ink) or on the light one (pale ink). */
async function findInk(bytes: Buffer): Promise<"dark" | "pale" | null> {
  const { data, info } = await sharp(bytes, { density: 96 })
    .resize({ width: 64, height: 64, fit: "inside" })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const colours: Oklch[] = [];
  for (let at = 0; at < data.length; at += info.channels)
    if (data[at + 3]! > 128) colours.push(fromHex(hexOf(data.subarray(at, at + 3))));
  if (colours.length > 0.95 * info.width * info.height) return null;
  const lostOn = (ground: Oklch) =>
    colours.filter((colour) => oklchContrast(colour, fromHex(toHex(ground))) < 2).length / Math.max(colours.length, 1);
  if (lostOn(grounds.night) > 0.5) return "dark";
  return lostOn(grounds.paper) > 0.5 ? "pale" : null;
}

function hexOf(pixel: Uint8Array): string {
  return `#${[...pixel].map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
