/** Plans a bulk change of books: computes for each book the new value or the reason why it is skipped. */
import { keepDiscount } from "#shop/catalogue/fields/check/amount.ts";
import type { Availability } from "#shop/catalogue/fields/record-values.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { availabilityLabels } from "#shop/catalogue/editing/availability-labels.ts";

/** A change that is made to many books at once. */
export type BulkChange =
  | { kind: "price-by-sum"; paise: number }
  | { kind: "price-by-percent"; percent: number }
  | { kind: "price-to-mrp" }
  | { kind: "price-below-mrp"; percent: number }
  | ({ kind: "mrp-by-sum"; paise: number } & MrpRules)
  | ({ kind: "mrp-by-percent"; percent: number } & MrpRules)
  | { kind: "category-add"; category: { id: string; path: string } }
  | { kind: "category-remove"; category: { id: string; path: string } }
  | { kind: "publisher"; publisher: { id: string; name: string } }
  | { kind: "availability"; availability: Availability }
  | { kind: "list" }
  | { kind: "unlist" };

/** How a changed MRP is rounded: to whole rupees, to 5 or 10 rupees, or to the nearest amount that ends in 9. */
export const roundings = ["1", "5", "10", "9"] as const;

/** What a change of the MRP does besides. */
interface MrpRules {
  rounding: (typeof roundings)[number];
  /** Whether the price changes too, so that the discount in percent stays; else the price stays. */
  keepsDiscount: boolean;
}

/** Maximum books in one bulk change. */
export const maxBulkBooks = 2_000;

/** Maximum categories of a work. */
const maxCategories = 4;

/** The data of a book that planning needs. */
export interface BulkBook {
  id: string;
  workId: string;
  title: string;
  pricePaise: number;
  mrpPaise: number;
  isListed: boolean;
  availability: Availability;
  publisher: string;
  publisherId: string | null;
  /** Ids of the work's categories, the main one first; read only for changes of categories. */
  categories: string[];
}

/** The result for one book: old and new value as text, or the reason why the book is left out. */
export type BulkRow = { book: BulkBook; before: string } & (
  | {
      after: string;
      set: {
        pricePaise?: number;
        mrpPaise?: number;
        isListed?: boolean;
        availability?: Availability;
        publisher?: { id: string; name: string };
        categories?: string[];
      };
    }
  | { leftOut: string }
);

/** Plans a change of each book. Percentages round to whole rupees. */
export function planBulk(books: BulkBook[], change: BulkChange): BulkRow[] {
  return books.map((book) => planRow(book, change));
}

function planRow(book: BulkBook, change: BulkChange): BulkRow {
  switch (change.kind) {
    case "price-by-sum":
      return planPrice(book, book.pricePaise + change.paise);
    case "price-by-percent":
      return planPrice(book, Math.round((book.pricePaise * (100 + change.percent)) / 10_000) * 100);
    case "price-to-mrp":
      return planPrice(book, book.mrpPaise);
    case "price-below-mrp":
      return planPrice(book, Math.round((book.mrpPaise * (100 - change.percent)) / 10_000) * 100);
    case "mrp-by-sum":
      return planMrp(book, book.mrpPaise + change.paise, change);
    case "mrp-by-percent":
      return planMrp(book, (book.mrpPaise * (100 + change.percent)) / 100, change);
    case "publisher":
      return planPublisher(book, change.publisher);
    case "list":
    case "unlist":
      return planListing(book, change.kind === "list");
    case "availability":
      return planAvailability(book, change.availability);
    case "category-add":
    case "category-remove":
      return planCategory(book, change);
  }
}

function planPrice(book: BulkBook, pricePaise: number): BulkRow {
  const before = formatPaise(book.pricePaise);
  if (pricePaise === book.pricePaise) return { book, before, leftOut: "The book already has this price." };
  if (pricePaise > book.mrpPaise)
    return { book, before, leftOut: `${formatPaise(pricePaise)} is above the MRP ${formatPaise(book.mrpPaise)}.` };
  if (pricePaise < 100) return { book, before, leftOut: "The price would be below one rupee." };
  return { book, before, after: formatPaise(pricePaise), set: { pricePaise } };
}

function planMrp(book: BulkBook, exactPaise: number, { rounding, keepsDiscount }: MrpRules): BulkRow {
  const mrpPaise = roundMrp(exactPaise, rounding);
  const before = formatPrices(book);
  if (mrpPaise < 100) return { book, before, leftOut: "The MRP would be below one rupee." };
  const pricePaise = keepsDiscount ? keepDiscount(book, mrpPaise) : book.pricePaise;
  if (pricePaise > mrpPaise)
    return { book, before, leftOut: `Its price would be above the MRP ${formatPaise(mrpPaise)}.` };
  if (mrpPaise === book.mrpPaise) return { book, before, leftOut: "The rounded MRP is the same." };
  return { book, before, after: formatPrices({ mrpPaise, pricePaise }), set: { mrpPaise, pricePaise } };
}

function roundMrp(paise: number, rounding: MrpRules["rounding"]): number {
  if (rounding === "9") return Math.round((paise - 900) / 1_000) * 1_000 + 900;
  const step = Number(rounding) * 100;
  return Math.round(paise / step) * step;
}

function formatPrices({ mrpPaise, pricePaise }: Pick<BulkBook, "mrpPaise" | "pricePaise">): string {
  return `MRP ${formatPaise(mrpPaise)}, price ${formatPaise(pricePaise)}`;
}

function planPublisher(book: BulkBook, publisher: { id: string; name: string }): BulkRow {
  const before = book.publisher || "no publisher";
  if (book.publisherId === publisher.id && book.publisher === publisher.name)
    return { book, before, leftOut: "It already has this publisher." };
  return { book, before, after: publisher.name, set: { publisher } };
}

const listing = (isListed: boolean) => (isListed ? "shown to readers" : "hidden from readers");

function planListing(book: BulkBook, isListed: boolean): BulkRow {
  const before = listing(book.isListed);
  if (book.isListed === isListed) return { book, before, leftOut: `It is already ${before}.` };
  return { book, before, after: listing(isListed), set: { isListed } };
}

function planAvailability(book: BulkBook, availability: Availability): BulkRow {
  const before = availabilityLabels[book.availability];
  if (book.availability === availability) return { book, before, leftOut: "It already has this availability." };
  return { book, before, after: availabilityLabels[availability], set: { availability } };
}

function planCategory(
  book: BulkBook,
  { kind, category }: Extract<BulkChange, { kind: `category-${string}` }>,
): BulkRow {
  const isThere = book.categories.includes(category.id);
  const before = isThere ? `in ${category.path}` : `not in ${category.path}`;
  if (kind === "category-remove") {
    if (!isThere) return { book, before, leftOut: "It is not in this category." };
    const categories = book.categories.filter((id) => id !== category.id);
    return { book, before, after: `not in ${category.path}`, set: { categories } };
  }
  if (isThere) return { book, before, leftOut: "It is already in this category." };
  if (book.categories.length >= maxCategories)
    return { book, before, leftOut: `It is already in ${maxCategories} categories, which is the maximum.` };
  return { book, before, after: `in ${category.path}`, set: { categories: [...book.categories, category.id] } };
}

/** The rows that change something. */
export function changingRows(rows: BulkRow[]): Extract<BulkRow, { set: object }>[] {
  return rows.filter((row) => "set" in row);
}

/** Describes a change for the audit log: `Raised the price by 10%`. */
export function describeBulkChange(change: BulkChange): string {
  switch (change.kind) {
    case "price-by-sum":
      return `${change.paise < 0 ? "Lowered" : "Raised"} the price by ${formatPaise(Math.abs(change.paise))}`;
    case "price-by-percent":
      return `${change.percent < 0 ? "Lowered" : "Raised"} the price by ${Math.abs(change.percent)}%`;
    case "price-to-mrp":
      return "Set the price to the MRP";
    case "price-below-mrp":
      return `Set the price to ${change.percent}% below the MRP`;
    case "mrp-by-sum":
      return `${change.paise < 0 ? "Lowered" : "Raised"} the MRP by ${formatPaise(Math.abs(change.paise))}${withPrices(change)}`;
    case "mrp-by-percent":
      return `${change.percent < 0 ? "Lowered" : "Raised"} the MRP by ${Math.abs(change.percent)}%${withPrices(change)}`;
    case "publisher":
      return `Set the publisher to ${change.publisher.name}`;
    case "category-add":
      return `Added to the category ${change.category.path}`;
    case "category-remove":
      return `Removed from the category ${change.category.path}`;
    case "availability":
      return `Set the availability to “${availabilityLabels[change.availability]}”`;
    case "list":
      return "Showed to readers";
    case "unlist":
      return "Hid from readers";
  }
}

const withPrices = ({ keepsDiscount }: MrpRules) => (keepsDiscount ? ", and the price with it" : "");
