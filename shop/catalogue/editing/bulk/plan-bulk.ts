/** Plans a bulk change of books: computes for each book the new value or the reason why it is skipped. */
import type { Availability } from "#shop/catalogue/fields/record-values.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { availabilityLabels } from "#shop/catalogue/editing/availability-labels.ts";

/** A change that is made to many books at once. */
export type BulkChange =
  | { kind: "price-by-sum"; paise: number }
  | { kind: "price-by-percent"; percent: number }
  | { kind: "price-to-mrp" }
  | { kind: "category-add"; category: { id: string; path: string } }
  | { kind: "category-remove"; category: { id: string; path: string } }
  | { kind: "availability"; availability: Availability }
  | { kind: "list" }
  | { kind: "unlist" };

/** Maximum books in one bulk change. */
export const maxBulkBooks = 2_000;

/** Maximum categories of a work. */
const maxCategories = 4;

/** The data of a book that planning needs. */
export interface BulkBook {
  id: string;
  workId: string;
  pricePaise: number;
  mrpPaise: number;
  isListed: boolean;
  availability: Availability;
  /** Ids of the work's categories, the main one first; read only for changes of categories. */
  categories: string[];
}

/** The result for one book: old and new value as text, or the reason why the book is left out. */
export type BulkRow = { book: BulkBook; before: string } & (
  | {
      after: string;
      set: { pricePaise?: number; isListed?: boolean; availability?: Availability; categories?: string[] };
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
