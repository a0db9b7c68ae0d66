/** The typefaces of headings that a look can choose, with their files. Fraunces and Figtree are on every page anyway. */
import type { Face } from "#shop/kernel/look/look.ts";
import bitter from "@fontsource-variable/bitter/files/bitter-latin-wght-normal.woff2?url";
import bitterExt from "@fontsource-variable/bitter/files/bitter-latin-ext-wght-normal.woff2?url";
import bitterItalic from "@fontsource-variable/bitter/files/bitter-latin-wght-italic.woff2?url";
import figtreeItalic from "@fontsource-variable/figtree/files/figtree-latin-wght-italic.woff2?url";
import literata from "@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url";
import literataItalic from "@fontsource-variable/literata/files/literata-latin-wght-italic.woff2?url";
import lora from "@fontsource-variable/lora/files/lora-latin-wght-normal.woff2?url";
import loraExt from "@fontsource-variable/lora/files/lora-latin-ext-wght-normal.woff2?url";
import loraItalic from "@fontsource-variable/lora/files/lora-latin-wght-italic.woff2?url";
import playfair from "@fontsource-variable/playfair-display/files/playfair-display-latin-wght-normal.woff2?url";
import playfairExt from "@fontsource-variable/playfair-display/files/playfair-display-latin-ext-wght-normal.woff2?url";
import playfairItalic from "@fontsource-variable/playfair-display/files/playfair-display-latin-wght-italic.woff2?url";

interface FaceFiles {
  weights: string;
  /** The files that `ui/fonts.css` does not have. */
  latin?: string;
  latinExt?: string;
  italic?: string;
  /** The file that every page preloads; absent if it does so in any look. */
  preload?: string;
  /** Fits Times New Roman to the width and height of the font, until it has loaded: per cent. */
  fallback?: { size: number; ascent: number; descent: number };
}

export const faceFiles: Record<Exclude<Face, "fraunces">, FaceFiles> = {
  literata: { weights: "200 900", italic: literataItalic, preload: literata },
  lora: {
    weights: "400 700",
    latin: lora,
    latinExt: loraExt,
    italic: loraItalic,
    preload: lora,
    fallback: { size: 111, ascent: 90.7, descent: 24.8 },
  },
  playfair: {
    weights: "400 900",
    latin: playfair,
    latinExt: playfairExt,
    italic: playfairItalic,
    preload: playfair,
    fallback: { size: 107, ascent: 101, descent: 23.4 },
  },
  bitter: {
    weights: "100 900",
    latin: bitter,
    latinExt: bitterExt,
    italic: bitterItalic,
    preload: bitter,
    fallback: { size: 111.5, ascent: 84, descent: 23.8 },
  },
  figtree: { weights: "300 900", italic: figtreeItalic },
};
