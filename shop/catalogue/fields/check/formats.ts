import type { BookFormat, EditionFormat } from "#shop/catalogue/fields/record-values.ts";
import { foldText } from "#shop/kernel/text/fold-text.ts";
import type { TaxClass } from "#shop/catalogue/fields/record-values.ts";
import { quote, wordsFor, type Reading } from "./reading.ts";

/**
 * What the tax office calls each format, and its class of GST. The headings are those of the customs tariff: 4901 printed
 * books and 4903 children's picture books are exempt; 4905 maps are taxed at nil since 22 September 2025; 4910 calendars,
 * 8523 recorded discs and 4820 diaries and albums are at 18 percent. Exercise books are 4820 too but at nil: such a file
 * says so. A boxed set of books is books.
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

/** The class of GST of a heading, for a file that names only that. */
export const taxOfHeadings: Record<string, TaxClass> = Object.fromEntries(
  Object.values(taxOfFormats).map(({ hsn, taxClass }) => [hsn, taxClass]),
);

/** Words for classes of GST. */
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

/** List 150 (7 in ONIX 2.1), and everyday words. */
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

/** A book, and nothing of how it is made. */
const anyBook = new Set(["ba", "bz", "book", "books", "print", "printed", "printed book", "print book", "unknown"]);

/** The shop's format, empty for a book of any kind; `skip` says why a product is none that this shop sells, and null is an unknown word. */
export function readFormat(text: string): EditionFormat | { skip: string } | null {
  const word = foldText(text.slice(0, 100)).replace(/[.]$/, "");
  const format = known.get(word);
  if (format) return format;
  if (anyBook.has(word)) return "";
  if (digitalWords.has(word) || /^(?:a[jno]|d[ghn]|e[a-d]|l[a-c])$/.test(word))
    return { skip: "It is a download or something to use online, and this shop sells what can be sent by post." };
  if (/^[advwxz][a-z]$/.test(word) || /^(?:ce|p[e-z]|00)$/.test(word))
    return { skip: `Its form (${word.toUpperCase()} in ONIX) is none of those that this shop sells.` };
  return null;
}

/** The shop's format of a record; nothing for a book of any kind. `skip` says why the shop does not sell such a product. */
export function checkFormat(raw: string): Reading<BookFormat | undefined> | { skip: string } {
  const format = readFormat(raw);
  if (format === null) return { fault: `${quote(raw)} is not a format that the shop knows` };
  return typeof format === "string" ? { value: format || undefined } : format;
}

/** A class of GST by its name or percent. */
export function checkTaxClass(raw: string): Reading<TaxClass> {
  const words = raw.trim().toLowerCase();
  const value = taxClasses.get(words);
  return value ? { value } : { fault: `${quote(words)} is not a tax class` };
}
