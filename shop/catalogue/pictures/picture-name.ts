import { coverWidths } from "#covers/cover-widths.ts";

/** The formats in which pictures are served. */
export const pictureTypes = ["avif", "webp"] as const;
export type PictureType = (typeof pictureTypes)[number];

const rendition = /^(p_[0-9a-f]{20})-([1-9]\d{0,3})\.(\w+)$/;

/** The file name of one size of a picture, such as `p_3f2a9c1b04aa77c0d1e2-480.webp`. */
export function renditionName(id: string, width: number, type: PictureType): string {
  return `${id}-${width}.${type}`;
}

/**
 * Parses a file name as `renditionName` writes it; null for any other name, and for a width that is not in
 * `coverWidths`.
 */
export function readRenditionName(name: string): { id: string; width: number; type: PictureType } | null {
  const [, id, digits, ending] = rendition.exec(name) ?? [];
  const width = coverWidths.find((made) => made === Number(digits));
  const type = pictureTypes.find((known) => known === ending);
  return id && width && type ? { id, width, type } : null;
}

/**
 * The widths in pixels in which a picture is produced, up to the first one that is not below its own; pictures are
 * never enlarged.
 */
export function madeWidths(pictureWidth: number): number[] {
  return coverWidths.filter((_, place) => (coverWidths[place - 1] ?? 0) < pictureWidth);
}

/** The names of all files of a picture in the store. */
export function renditionNames(id: string, pictureWidth: number): string[] {
  return madeWidths(pictureWidth).flatMap((width) => pictureTypes.map((type) => renditionName(id, width, type)));
}
