import { changeOf, keeperOf, setField, type Entity, type Taking } from "#shop/catalogue/records/entity.ts";
import type { ReportLine } from "#shop/catalogue/fields/raw-record.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { Correction, NamedPrice, Shelf } from "#shop/catalogue/stock/shelf.ts";
import { counted } from "#shop/kernel/text/counted.ts";
import type { StockRow } from "./check-stock-row.ts";

/** What the rows of a till's file came to. */
export interface StockCounts {
  /** Rows of the file that have been read. */
  records: number;
  /** Books with another price, MRP or number of copies. */
  changed: number;
  unchanged: number;
  /** Books with another price or MRP. */
  repriced: number;
  /** Copies that were found, and that are gone. */
  copiesMore: number;
  copiesFewer: number;
  /** Books of which the file counts fewer copies than orders hold. */
  held: number;
  /** Rows of books that the shop does not have. */
  unknown: number;
  refused: number;
  skipped: number;
  mended: number;
  /** Prices that a person set and that stayed. */
  leftAlone: number;
}

/** The book that a row means, or why it means none. */
export type FoundBook = { book: Entity } | { unknown: string } | { doubtful: string };

/** What a batch of rows changes; the books have their new prices. */
export interface StockPlan {
  books: Map<string, Entity>;
  /** The book of each row that can count, by its line. */
  lines: Map<number, string>;
  /** Prices that rows name, by book. */
  named: Map<string, Set<"mrp_paise" | "price_paise">>;
  /** The last row that counts the copies of a book. */
  copies: Map<string, StockRow & { copies: number }>;
  report: ReportLine[];
  counts: StockCounts;
}

/** Nothing has been read yet. */
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
 * Works out the prices that rows change. `seen` has the books of earlier batches, and gets those of this one; `take` names
 * the columns that are taken from the file although a person set them.
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
      tell(row, "skipped", `The file has ${book.id} twice; the later row counts.`);
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
    for (const [field, value] of [
      ["mrp_paise", row.mrpPaise],
      ["price_paise", row.pricePaise],
    ] as const) {
      if (value === undefined) continue;
      plan.named.set(book.id, (plan.named.get(book.id) ?? new Set()).add(field));
      if (!setField(book, field, value, taking)) {
        plan.counts.leftAlone += 1;
        const stays = formatPaise(book.now[field] as number);
        tell(row, "skipped", `A person set this: ${stays} stays, the file says ${formatPaise(value)}.`, field);
      }
    }
    if (row.copies !== undefined) plan.copies.set(book.id, { ...row, copies: row.copies });
  }
  return plan;
}

/** Why the row cannot count: its prices, with those of the shop where it names none, do not go together. */
function findFault(row: StockRow, book: Entity, taking: Taking): string | null {
  const willBe = (field: "mrp_paise" | "price_paise", value: number | undefined) => {
    return keeperOf(book, field, taking) || value === undefined ? (book.now[field] as number) : value;
  };
  const mrp = willBe("mrp_paise", row.mrpPaise);
  const price = willBe("price_paise", row.pricePaise);
  return price > mrp ? `The price would be ${formatPaise(price)}, above the MRP of ${formatPaise(mrp)}.` : null;
}

/** Works out the corrections of copies, and counts what changes: never below what orders hold. */
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
        reason: `Orders hold ${counted(reserved, "copy", "copies")} of ${bookId}, the file counts ${row.copies}: ${reserved} on hand.`,
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

/** Prices that stay as they are because rows name them so, or because a person set them. */
export function unchangedPrices({ books, named }: StockPlan): NamedPrice[] {
  return Array.from(named, ([bookId, fields]) => {
    const book = books.get(bookId);
    const { after = {} } = (book && changeOf(book)) ?? {};
    return [...fields].filter((field) => !(field in after)).map((field) => ({ bookId, field }));
  }).flat();
}

/** What a batch would change, a line for each difference: `~ godan: copies 4 -> 6`. */
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
