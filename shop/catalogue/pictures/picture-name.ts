import { coverWidths } from "#covers/cover-widths.ts";

/** What a picture is sent as. */
export const pictureTypes = ["avif", "webp"] as const;
export type PictureType = (typeof pictureTypes)[number];

const rendition = /^(p_[0-9a-f]{20})-([1-9]\d{0,3})\.(\w+)$/;

/** The name of one size of a picture, such as `p_3f2a9c1b04aa77c0d1e2-480.webp`. */
export function renditionName(id: string, width: number, type: PictureType): string {
  return `${id}-${width}.${type}`;
}

/** The parts of such a name; null for any other name, also one of a width that is not made. */
export function readRenditionName(name: string): { id: string; width: number; type: PictureType } | null {
  const [, id, digits, ending] = rendition.exec(name) ?? [];
  const width = coverWidths.find((made) => made === Number(digits));
  const type = pictureTypes.find((known) => known === ending);
  return id && width && type ? { id, width, type } : null;
}

/** The widths in which a picture of so many pixels is made: none that is larger than it needs, never enlarged. */
export function madeWidths(pictureWidth: number): number[] {
  return coverWidths.filter((_, place) => (coverWidths[place - 1] ?? 0) < pictureWidth);
}

/** Every file of a picture in the store. */
export function renditionNames(id: string, pictureWidth: number): string[] {
  return madeWidths(pictureWidth).flatMap((width) => pictureTypes.map((type) => renditionName(id, width, type)));
}
