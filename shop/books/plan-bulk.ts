import type { Availability } from "#shop/import/book-record.ts";
import { formatPaise } from "#shop/money/money.ts";
import { availabilityWords } from "./availability-words.ts";

/** What is done to many books at once. */
export type BulkChange =
  | { kind: "price-by-sum"; paise: number }
  | { kind: "price-by-percent"; percent: number }
  | { kind: "price-to-mrp" }
  | { kind: "shelf-add"; shelf: { id: string; path: string } }
  | { kind: "shelf-remove"; shelf: { id: string; path: string } }
  | { kind: "availability"; availability: Availability }
  | { kind: "list" }
  | { kind: "unlist" };

/** No more books are changed at once. */
export const maxBulkBooks = 2_000;

/** A work stands on so many shelves at most. */
const maxShelves = 4;

/** What a bulk change needs to know of a book. */
export interface BulkBook {
  id: string;
  workId: string;
  pricePaise: number;
  mrpPaise: number;
  isListed: boolean;
  availability: Availability;
  /** Ids of the work's categories, the main one first; read for a change of shelves alone. */
  shelves: string[];
}

/** What becomes of one book: old and new in words; or why it is left out. */
export type BulkRow = { book: BulkBook; before: string } & (
  | { after: string; set: { pricePaise?: number; isListed?: boolean; availability?: Availability; shelves?: string[] } }
  | { leftOut: string }
);

/** What a change does to each book. Prices are rounded to whole rupees when a percent gives parts of one. */
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
    case "shelf-add":
    case "shelf-remove":
      return planShelf(book, change);
  }
}

function planPrice(book: BulkBook, pricePaise: number): BulkRow {
  const before = formatPaise(book.pricePaise);
  if (pricePaise === book.pricePaise) return { book, before, leftOut: "The price is this already." };
  if (pricePaise > book.mrpPaise)
    return { book, before, leftOut: `${formatPaise(pricePaise)} is above the MRP ${formatPaise(book.mrpPaise)}.` };
  if (pricePaise < 100) return { book, before, leftOut: "The price would be below one rupee." };
  return { book, before, after: formatPaise(pricePaise), set: { pricePaise } };
}

const listing = (isListed: boolean) => (isListed ? "shown to readers" : "hidden from readers");

function planListing(book: BulkBook, isListed: boolean): BulkRow {
  const before = listing(book.isListed);
  if (book.isListed === isListed) return { book, before, leftOut: `It is ${before} already.` };
  return { book, before, after: listing(isListed), set: { isListed } };
}

function planAvailability(book: BulkBook, availability: Availability): BulkRow {
  const before = availabilityWords[book.availability];
  if (book.availability === availability) return { book, before, leftOut: "It is so already." };
  return { book, before, after: availabilityWords[availability], set: { availability } };
}

function planShelf(book: BulkBook, { kind, shelf }: Extract<BulkChange, { kind: `shelf-${string}` }>): BulkRow {
  const isThere = book.shelves.includes(shelf.id);
  const before = isThere ? `on ${shelf.path}` : `not on ${shelf.path}`;
  if (kind === "shelf-remove") {
    if (!isThere) return { book, before, leftOut: "It is not on this shelf." };
    const shelves = book.shelves.filter((id) => id !== shelf.id);
    return { book, before, after: `not on ${shelf.path}`, set: { shelves } };
  }
  if (isThere) return { book, before, leftOut: "It is on this shelf already." };
  if (book.shelves.length >= maxShelves)
    return { book, before, leftOut: `It is on ${maxShelves} shelves, which is all it can be on.` };
  return { book, before, after: `on ${shelf.path}`, set: { shelves: [...book.shelves, shelf.id] } };
}

/** Rows that change something. */
export function changingRows(rows: BulkRow[]): Extract<BulkRow, { set: object }>[] {
  return rows.filter((row) => "set" in row);
}

/** What a change does, as a sentence of the record: `Raised the price by 10%`. */
export function sayBulk(change: BulkChange): string {
  switch (change.kind) {
    case "price-by-sum":
      return `${change.paise < 0 ? "Lowered" : "Raised"} the price by ${formatPaise(Math.abs(change.paise))}`;
    case "price-by-percent":
      return `${change.percent < 0 ? "Lowered" : "Raised"} the price by ${Math.abs(change.percent)}%`;
    case "price-to-mrp":
      return "Set the price to the MRP";
    case "shelf-add":
      return `Put on the shelf ${change.shelf.path}`;
    case "shelf-remove":
      return `Took off the shelf ${change.shelf.path}`;
    case "availability":
      return `Set whether they can be had to “${availabilityWords[change.availability]}”`;
    case "list":
      return "Showed to readers";
    case "unlist":
      return "Hid from readers";
  }
}
