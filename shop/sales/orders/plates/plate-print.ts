import type { Print } from "#covers/draw-bookplate.ts";

/** The endpaper of a book, as a bookplate is drawn with it. */
export type PlatePrint = Print;
