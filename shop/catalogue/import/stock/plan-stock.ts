/** Plans a batch of a stock import: the new prices and corrections of copies, with counts and a report. */
import { changeOf, findProtector, setField, type Entity, type Taking } from "#shop/catalogue/records/entity.ts";
import { keepDiscount } from "#shop/catalogue/fields/check/amount.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Correction, NamedPrice, Shelf } from "#shop/catalogue/stock/shelf.ts";
import { formatCount } from "#shop/kernel/text/format-count.ts";
import type { StockRow } from "./check-stock-row.ts";

/** The counts of a stock import. */
export interface StockCounts {
  /** Rows read from the file. */
  records: number;
  /** Books with a new price, MRP or number of copies. */
  changed: number;
  unchanged: number;
  /** Books with a new price or MRP. */
  repriced: number;
  /** Copies added and removed by corrections. */
  copiesMore: number;
  copiesFewer: number;
  /** Books for which the file counts fewer copies than orders have reserved. */
  held: number;
  /** Rows of books that the shop does not have. */
  unknown: number;
  refused: number;
  skipped: number;
  mended: number;
  /** Prices that were not changed, because a person set them. */
  leftAlone: number;
}

/** The book of a row, or the reason why none was found. */
export type FoundBook = { book: Entity } | { unknown: string } | { doubtful: string };

/** The changes of a batch of rows; the books have their new prices. */
export interface StockPlan {
  books: Map<string, Entity>;
  /** The book of each valid row, by line. */
  lines: Map<number, string>;
  /** The price fields that rows contain, by book. */
  named: Map<string, Set<"mrp_paise" | "price_paise">>;
  /** The last row with copies of each book. */
  copies: Map<string, StockRow & { copies: number }>;
  report: ReportLine[];
  counts: StockCounts;
}

/** The counts at the start of an import. */
export const noStockCounts: StockCounts = {
  records: 0,
  changed: 0,
  unchanged: 0,
  repriced: 0,
  copiesMore: 0,
  copiesFewer: 0,
  held: 0,
  unknown: 0,
  refused: 0,
  skipped: 0,
  mended: 0,
  leftAlone: 0,
};

/**
 * Plans the changes of prices. `seen` contains the books of earlier batches, and gets those of this one; `take` names
 * the columns to overwrite even if a person set them.
 */
export function planPrices(
  rows: StockRow[],
  find: (row: StockRow) => FoundBook,
  seen: Set<string>,
  take: ReadonlySet<string>,
): StockPlan {
  const taking: Taking = { from: "till", take };
  const plan: StockPlan = {
    books: new Map(),
    lines: new Map(),
    named: new Map(),
    copies: new Map(),
    report: [],
    counts: { ...noStockCounts },
  };
  const tell = ({ place, name }: StockRow, kind: ReportLine["kind"], reason: string, field?: string) =>
    plan.report.push({ place, kind, record: name, ...(field && { field }), reason });
  for (const row of rows) {
    const found = find(row);
    if ("unknown" in found) {
      plan.counts.unknown += 1;
      tell(row, "skipped", found.unknown);
      continue;
    }
    if ("doubtful" in found) {
      plan.counts.refused += 1;
      tell(row, "refused", found.doubtful);
      continue;
    }
    const { book } = found;
    if (seen.has(book.id)) {
      plan.counts.skipped += 1;
      tell(row, "skipped", `The file has ${book.id} twice; the later row is used.`);
    }
    seen.add(book.id);
    const fault = findFault(row, book, taking);
    if (fault) {
      plan.counts.refused += 1;
      tell(row, "refused", fault, "price");
      continue;
    }
    plan.books.set(book.id, book);
    plan.lines.set(row.place.line, book.id);
    const kept = row.pricePaise === undefined ? keptDiscount(row, book, taking) : undefined;
    if (kept !== undefined) setField(book, "price_paise", kept, taking);
    for (const [field, value] of [
      ["mrp_paise", row.mrpPaise],
      ["price_paise", row.pricePaise],
    ] as const) {
      if (value === undefined) continue;
      plan.named.set(book.id, (plan.named.get(book.id) ?? new Set()).add(field));
      if (!setField(book, field, value, taking)) {
        plan.counts.leftAlone += 1;
        const stays = formatPaise(book.now[field] as number);
        tell(
          row,
          "skipped",
          `A person set this: ${stays} is kept, although the file says ${formatPaise(value)}.`,
          field,
        );
      }
    }
    if (row.copies !== undefined) plan.copies.set(book.id, { ...row, copies: row.copies });
  }
  return plan;
}

/** The price that follows the MRP of a row, so that the discount stays; undefined if one of the two is protected. */
function keptDiscount({ mrpPaise }: StockRow, book: Entity, taking: Taking): number | undefined {
  if (mrpPaise === undefined) return undefined;
  if (findProtector(book, "mrp_paise", taking) || findProtector(book, "price_paise", taking)) return undefined;
  return keepDiscount({ mrpPaise: Number(book.now.mrp_paise), pricePaise: Number(book.now.price_paise) }, mrpPaise);
}

/** Why a row is invalid: with its values, the price of the book would be above its MRP. Null if the row is valid. */
function findFault(row: StockRow, book: Entity, taking: Taking): string | null {
  const willBe = (field: "mrp_paise" | "price_paise", value: number | undefined) => {
    return findProtector(book, field, taking) || value === undefined ? (book.now[field] as number) : value;
  };
  const mrp = willBe("mrp_paise", row.mrpPaise);
  const price = willBe("price_paise", row.pricePaise ?? keptDiscount(row, book, taking));
  return price > mrp ? `The price would be ${formatPaise(price)}, above the MRP of ${formatPaise(mrp)}.` : null;
}

/** Plans the corrections of copies and counts the changes; never below the reserved copies. */
export function planCorrections(plan: StockPlan, shelves: Shelf[]): Correction[] {
  const corrections: Correction[] = [];
  for (const { bookId, onHand, reserved } of shelves) {
    const row = plan.copies.get(bookId);
    if (!row) continue;
    const delta = Math.max(row.copies, reserved) - onHand;
    if (row.copies < reserved) {
      plan.counts.held += 1;
      plan.report.push({
        place: row.place,
        kind: "mended",
        record: row.name,
        field: "copies",
        reason: `Orders have reserved ${formatCount(reserved, "copy", "copies")} of ${bookId}, but the file counts ${row.copies}: the stock is ${reserved}.`,
      });
    }
    if (delta === 0) continue;
    corrections.push({ bookId, delta });
    plan.counts[delta > 0 ? "copiesMore" : "copiesFewer"] += Math.abs(delta);
  }
  const moved = new Set(corrections.map(({ bookId }) => bookId));
  for (const book of plan.books.values()) {
    const isRepriced = changeOf(book) !== null;
    if (isRepriced) plan.counts.repriced += 1;
    plan.counts[isRepriced || moved.has(book.id) ? "changed" : "unchanged"] += 1;
  }
  return corrections;
}

/** Prices in rows that do not change the book: they are equal, or a person set the book's. */
export function unchangedPrices({ books, named }: StockPlan): NamedPrice[] {
  return Array.from(named, ([bookId, fields]) => {
    const book = books.get(bookId);
    const { after = {} } = (book && changeOf(book)) ?? {};
    return [...fields].filter((field) => !(field in after)).map((field) => ({ bookId, field }));
  }).flat();
}

/** The changes of a batch, one line for each: `~ godan: copies 4 -> 6`. */
export function describeDifferences({ books }: StockPlan, corrections: Correction[], shelves: Shelf[]): string[] {
  const deltas = new Map(corrections.map(({ bookId, delta }) => [bookId, delta]));
  const onHands = new Map(shelves.map(({ bookId, onHand }) => [bookId, onHand]));
  return Array.from(books.values(), (book) => {
    const { before = {}, after = {} } = changeOf(book) ?? {};
    const lines = Object.keys(after).map(
      (field) => `~ ${book.id}: ${field} ${String(before[field])} -> ${String(after[field])}`,
    );
    const delta = deltas.get(book.id);
    const onHand = onHands.get(book.id) ?? 0;
    if (delta) lines.push(`~ ${book.id}: copies ${onHand} -> ${onHand + delta}`);
    return lines;
  }).flat();
}
