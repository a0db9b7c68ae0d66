import { emblemWidth } from "#covers/cover-widths.ts";
import { isPicture } from "./book-share-picture.ts";

/** The path of the emblem of a drawn cover, transparent if it has none; null for a cover that is a picture. */
export function emblemPath(coverKey: string): string | null {
  return isPicture(coverKey) ? null : `/emblems/${coverKey}-${emblemWidth}.webp`;
}
