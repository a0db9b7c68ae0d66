import { sql, type SQL } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { percentOf } from "#shop/kernel/money/money.ts";
import type { BookCard } from "./book.ts";
import { listCardsByIds } from "./cards.server.ts";

/** Books that cost less together, as the offers page shows them. */
export interface Bundle {
  id: string;
  name: string;
  description: string;
  percentOff: number;
  /** In the bookseller's order. */
  books: BookCard[];
  /** Sum of the printed prices (MRP) of the books, in paise. */
  mrpPaise: number;
  /** Price of the bundle in paise; the discount of each book is rounded half up to the paisa, as in the cart. */
  pricePaise: number;
  /** Whether every book is in stock. */
  isAvailable: boolean;
}

/** SQL condition on the grouped books `bb` of a bundle: there are at least two, and all of them are listed. */
const isWhole = sql`count(*) > 1 and bool_and((select e.is_listed from books e where e.id = bb.book_id))`;

/** SQL condition: the bundle `b` is valid at `now`. */
export const isBundleOn = (now: Date) => sql`coalesce(b.starts_at <= ${now.toISOString()}::timestamptz, true)
  and coalesce(b.ends_at > ${now.toISOString()}::timestamptz, true)`;

interface BundleRow {
  id: string;
  name: string;
  description: string;
  percentOff: number;
  bookIds: string[];
}

/**
 * The bundles valid now with their books, in the bookseller's order. Leaves out a bundle with a book that is hidden
 * from readers, and a bundle with only one book left, because a single book does not get the bundle's price.
 */
export async function listBundles(db: Db, now: Date): Promise<Bundle[]> {
  const { rows } = await db.execute<BundleRow>(sql`
    select b.id, b.name, b.description, b.percent_off, array_agg(bb.book_id order by bb.position) as book_ids
    from bundles b join bundle_books bb on bb.bundle_id = b.id where ${isBundleOn(now)}
    group by b.id having ${isWhole} order by b.position, b.id`);
  const ids = rows.flatMap((row) => row.bookIds);
  const cards = await listCardsByIds(db, ids);
  const byId = new Map(cards.map((card) => [card.id, card]));
  return rows.map((row) => {
    const books = row.bookIds.flatMap((bookId) => byId.get(bookId) ?? []);
    return {
      id: row.id,
      name: row.name,
      description: row.description,
      percentOff: row.percentOff,
      books,
      mrpPaise: sumOf(books, (book) => book.mrpPaise),
      pricePaise: sumOf(books, (book) => book.pricePaise - percentOf(book.pricePaise, row.percentOff)),
      isAvailable: books.every((book) => book.stock.state !== "sold-out"),
    };
  });
}

/**
 * The price rules of the bundles valid now that contain one of these books, given by their ids or an SQL expression of
 * the array, in the bookseller's order.
 */
export async function listBundleRules(
  db: Db,
  bookIds: string[] | SQL,
  now: Date,
): Promise<{ id: string; name: string; percentOff: number; bookIds: string[] }[]> {
  const { rows } = await db.execute<{ id: string; name: string; percentOff: number; bookIds: string[] }>(sql`
    select b.id, b.name, b.percent_off, array_agg(bb.book_id order by bb.position) as book_ids
    from bundles b join bundle_books bb on bb.bundle_id = b.id where ${isBundleOn(now)}
    group by b.id having bool_or(bb.book_id = any(${bookIds}::text[])) and ${isWhole} order by b.position, b.id`);
  return rows.map((row) => ({ id: row.id, name: row.name, percentOff: row.percentOff, bookIds: row.bookIds }));
}

function sumOf(books: BookCard[], amountOf: (book: BookCard) => number): number {
  return books.reduce((sum, book) => sum + amountOf(book), 0);
}
