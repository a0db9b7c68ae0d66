/** Maps formats and tax classes of files to those of the shop, with the HSN code and GST class of each format. */
import type { BookFormat, EditionFormat } from "#shop/catalogue/fields/record-values.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import type { TaxClass } from "#shop/catalogue/fields/record-values.ts";
import { quote, wordsFor, type Reading } from "./reading.ts";

/**
 * HSN code and GST class of each format. Printed books (4901) and children's picture books (4903) are exempt; maps
 * (4905) have the nil rate (0 %) since 22 September 2025; calendars (4910), recorded discs (8523), diaries and albums
 * (4820) have 18 %. Exercise books are also 4820, but have the nil rate, so a file must state their class. A boxed set
 * of books is taxed like books.
 */
export const taxOfFormats: Record<BookFormat, { hsn: string; taxClass: TaxClass }> = {
  paperback: { hsn: "4901", taxClass: "exempt" },
  hardback: { hsn: "4901", taxClass: "exempt" },
  "spiral-bound": { hsn: "4901", taxClass: "exempt" },
  "boxed-set": { hsn: "4901", taxClass: "exempt" },
  "board-book": { hsn: "4903", taxClass: "exempt" },
  map: { hsn: "4905", taxClass: "gst_0" },
  calendar: { hsn: "4910", taxClass: "gst_18" },
  "audio-cd": { hsn: "8523", taxClass: "gst_18" },
  stationery: { hsn: "4820", taxClass: "gst_18" },
};

/** The GST class for an HSN code, for files without a class. */
export const taxOfHeadings: Record<string, TaxClass> = Object.fromEntries(
  Object.values(taxOfFormats).map(({ hsn, taxClass }) => [hsn, taxClass]),
);

/** Spellings of GST classes. */
const taxClasses = new Map<string, TaxClass>([
  ["exempt", "exempt"],
  ["nil", "gst_0"],
  ...(["0", "5", "18"] as const).flatMap((percent) =>
    [percent, `${percent}%`, `gst_${percent}`, `gst ${percent}%`].map((word): [string, TaxClass] => [
      word,
      `gst_${percent}`,
    ]),
  ),
]);

/** ONIX list 150 (list 7 in ONIX 2.1), and everyday words. */
const known = new Map<string, BookFormat>([
  ...wordsFor("BC BF BM BN PI", "paperback"),
  ...wordsFor("BB BG BK", "hardback"),
  ...wordsFor("BH BI BJ BP", "board-book"),
  ...wordsFor("BD BE BL", "spiral-bound"),
  ...wordsFor("SA SB SC SD SE SF WW WX", "boxed-set"),
  ...wordsFor("CA CB CC CD CZ", "map"),
  ...wordsFor("PC", "calendar"),
  ...wordsFor("AC", "audio-cd"),
  ...wordsFor("PB PD PF PJ PK PL PM PN PO PP PR PS PT", "stationery"),
  ...wordsFor(
    "paperback|paper back|softcover|soft cover|softback|pb|pbk|trade paperback|mass market paperback|mass market",
    "paperback",
  ),
  ...wordsFor(
    "paper|perfect bound|perfect binding|perfect|pocket book|paperbound|flexi|flexibound|comic|magazine",
    "paperback",
  ),
  ...wordsFor(
    "hardback|hard back|hardcover|hard cover|hardbound|hard bound|casebound|cloth|hb|hbk|hc|leather bound|library binding",
    "hardback",
  ),
  ...wordsFor("board-book|board book|boardbook|rag book|bath book|cloth book", "board-book"),
  ...wordsFor(
    "spiral-bound|spiral bound|spiral|wiro|wire-o|wiro bound|ring-bound|ring bound|comb bound|loose leaf",
    "spiral-bound",
  ),
  ...wordsFor("boxed-set|boxed set|box set|boxset|slipcase|set", "boxed-set"),
  ...wordsFor("map|folded map|sheet map|atlas sheet|wall map", "map"),
  ...wordsFor("calendar|wall calendar|desk calendar", "calendar"),
  ...wordsFor("audio-cd|audio cd|cd|compact disc|cd audio|cd-audio", "audio-cd"),
  ...wordsFor(
    "stationery|diary|journal|notebook|note book|exercise book|planner|bookmark|cards|greeting card|poster|stickers",
    "stationery",
  ),
]);

const digitalWords = new Set(
  (
    "ebook|e-book|ebooks|epub|kindle|kindle edition|kindle book|pdf|digital|nook|audiobook|audio book|audible|audible audio|" +
    "audio download|mp3|online"
  ).split("|"),
);

/** Words for a book whose binding is not stated. */
const anyBook = new Set(["ba", "bz", "book", "books", "print", "printed", "printed book", "print book", "unknown"]);

/**
 * The shop's format, empty for a book of unknown format; `skip` is the reason why the shop does not sell such a
 * product; null for an unknown word.
 */
export function readFormat(text: string): EditionFormat | { skip: string } | null {
  const word = foldText(text.slice(0, 100)).replace(/[.]$/, "");
  const format = known.get(word);
  if (format) return format;
  if (anyBook.has(word)) return "";
  if (digitalWords.has(word) || /^(?:a[jno]|d[ghn]|e[a-d]|l[a-c])$/.test(word))
    return {
      skip: "It is digital (a download or online access), and this shop sells only goods that can be sent by post.",
    };
  if (/^[advwxz][a-z]$/.test(word) || /^(?:ce|p[e-z]|00)$/.test(word))
    return { skip: `This shop does not sell products of its form (${word.toUpperCase()} in ONIX).` };
  return null;
}

/**
 * The shop's format of a record; undefined for a book of unknown format. `skip` is the reason why the shop does not
 * sell such a product.
 */
export function checkFormat(raw: string): Reading<BookFormat | undefined> | { skip: string } {
  const format = readFormat(raw);
  if (format === null) return { fault: `${quote(raw)} is not a format that the shop knows` };
  return typeof format === "string" ? { value: format || undefined } : format;
}

/** A GST class by its name or percentage. */
export function checkTaxClass(raw: string): Reading<TaxClass> {
  const words = raw.trim().toLowerCase();
  const value = taxClasses.get(words);
  return value ? { value } : { fault: `${quote(words)} is not a tax class` };
}
