import butiA from "#ui/endpapers/buti-a.svg?raw";
import butiB from "#ui/endpapers/buti-b.svg?raw";
import jaalA from "#ui/endpapers/jaal-a.svg?raw";
import jaalB from "#ui/endpapers/jaal-b.svg?raw";
import jaliA from "#ui/endpapers/jali-a.svg?raw";
import jaliB from "#ui/endpapers/jali-b.svg?raw";
import lehariyaA from "#ui/endpapers/lehariya-a.svg?raw";
import lehariyaB from "#ui/endpapers/lehariya-b.svg?raw";
import marbleA from "#ui/endpapers/marble-a.svg?raw";
import marbleB from "#ui/endpapers/marble-b.svg?raw";
import scalesA from "#ui/endpapers/scales-a.svg?raw";
import scalesB from "#ui/endpapers/scales-b.svg?raw";
import type { EndpaperInks, EndpaperPattern } from "#ui/endpaper.tsx";
import type { PlatePrint } from "#shop/sales/orders/plates/plate-words.ts";
import { pickBookEndpaper, type BoundBook } from "./book-endpaper.ts";

const tiles: Record<EndpaperPattern, [string, string]> = {
  buti: [butiA, butiB],
  jaal: [jaalA, jaalB],
  jali: [jaliA, jaliB],
  lehariya: [lehariyaA, lehariyaB],
  marble: [marbleA, marbleB],
  scales: [scalesA, scalesB],
};

/** The light colours of `endpapers.css`, for programs that do not know `oklch()`: the sheet and its two inks. */
export const printColours: Record<EndpaperInks, [string, string, string]> = {
  neel: ["#2a3566", "#43508c", "#dca249"],
  rose: ["#f4e6d2", "#a8402e", "#2a3566"],
  haldi: ["#f8da9d", "#b56c24", "#a8402e"],
  neem: ["#e1e8d6", "#2f5d48", "#a8402e"],
  chai: ["#efe3cc", "#2f5d48", "#c9892b"],
  river: ["#2a3566", "#ece0c9", "#b44d34"],
  deodar: ["#214537", "#305948", "#2b5443"],
};

/** The endpaper of a book as a print for drawings. */
export function printOf(book: BoundBook): PlatePrint {
  const { pattern, inks } = pickBookEndpaper(book);
  const [sheet, ...two] = printColours[inks];
  return { tiles: tiles[pattern], sheet, inks: two, opacity: pattern === "lehariya" ? 0.5 : 1 };
}
