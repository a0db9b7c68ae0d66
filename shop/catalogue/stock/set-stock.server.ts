/** Sets copies on hand, price and MRP of a book by ISBN, for tills and other programs. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { inTransaction } from "#db/transaction.ts";
import type { DbAndClock } from "#shop/services.ts";
import { claimPrices } from "./claim-prices.server.ts";
import { correctCopies } from "./correct-copies.server.ts";
import { warnOfPrintedMrp } from "./printed-mrp.server.ts";
import type { NamedPrice } from "./shelf.ts";

/** The values that a till sets; absent ones stay unchanged. Money in paise. */
export interface StockSetting {
  copies?: number | undefined;
  pricePaise?: number | undefined;
  mrpPaise?: number | undefined;
}

export type SettingName = keyof StockSetting;

/** A book after its values were set. */
export interface SetStock {
  bookId: string;
  copies: number;
  reserved: number;
  pricePaise: number;
  mrpPaise: number;
  /** The names of the changed values; empty if none changed. */
  changed: SettingName[];
  /** The previous values of the changed ones. */
  before: StockSetting;
  /** Warning about copies on hand with a lower printed MRP than the new one; empty if there are none. */
  warning: string;
}

export type StockSet =
  | ({ ok: true } & SetStock)
  | { ok: false; reason: "no-such-book" }
  | { ok: false; reason: "reserved"; reserved: number }
  | { ok: false; reason: "price-above-mrp"; pricePaise: number; mrpPaise: number };

/**
 * Sets copies on hand, price and MRP of the book with this ISBN (13 digits). Refuses, without any change, fewer copies
 * than orders have reserved and a price above the MRP. A price that the program sends without changing it counts as set
 * by the program (see `claimPrices`). `cause` is the origin in the price history, such as `token till`.
 */
export function setStock(
  { db, now }: DbAndClock,
  isbn13: string,
  setting: StockSetting,
  cause: string,
): Promise<StockSet> {
  return inTransaction(db, async (tx): Promise<StockSet> => {
    await tx.execute(sql`select set_config('endpaper.cause', ${cause}, true)`);
    const book = await lockBook(tx, isbn13, setting.copies !== undefined);
    if (!book) return { ok: false, reason: "no-such-book" };
    const { bookId, reserved } = book;
    const copies = setting.copies ?? book.copies;
    const pricePaise = setting.pricePaise ?? book.pricePaise;
    const mrpPaise = setting.mrpPaise ?? book.mrpPaise;
    if (copies < reserved) return { ok: false, reason: "reserved", reserved };
    if (pricePaise > mrpPaise) return { ok: false, reason: "price-above-mrp", pricePaise, mrpPaise };

    const changed: SettingName[] = [];
    if (copies !== book.copies) changed.push("copies");
    if (pricePaise !== book.pricePaise) changed.push("pricePaise");
    if (mrpPaise !== book.mrpPaise) changed.push("mrpPaise");
    if (copies !== book.copies)
      await correctCopies(tx, [{ bookId, delta: copies - book.copies }], {
        importId: null,
        now: now(),
        program: cause,
      });
    if (pricePaise !== book.pricePaise || mrpPaise !== book.mrpPaise) {
      await tx.execute(sql`
        update books set price_paise = ${pricePaise}, mrp_paise = ${mrpPaise} where id = ${bookId}`);
    }
    const named: NamedPrice[] = [];
    if (setting.pricePaise === book.pricePaise) named.push({ bookId, field: "price_paise" });
    if (setting.mrpPaise === book.mrpPaise) named.push({ bookId, field: "mrp_paise" });
    await claimPrices(tx, named, cause);
    const before = Object.fromEntries(changed.map((name) => [name, book[name]])) as StockSetting;
    const set = { bookId, copies, reserved, pricePaise, mrpPaise };
    const warning = warnOfPrintedMrp({ ...book, copies: Math.min(book.copies, copies) }, set);
    return { ok: true, ...set, changed, before, warning };
  });
}

interface LockedBook {
  bookId: string;
  copies: number;
  reserved: number;
  pricePaise: number;
  mrpPaise: number;
}

/** Locks the rows of the book and its stock; adds the row of stock if copies are to be set. */
async function lockBook(tx: Db, isbn13: string, needsStock: boolean): Promise<LockedBook | null> {
  const { rows } = await tx.execute<Omit<LockedBook, "copies" | "reserved">>(sql`
    select id as book_id, price_paise, mrp_paise from books
    where isbn13 = ${isbn13} for no key update`);
  const book = rows[0];
  if (!book) return null;
  const stock = await lockStock(tx, book.bookId);
  if (stock) return { ...book, ...stock };
  if (!needsStock) return { ...book, copies: 0, reserved: 0 };
  await tx.execute(sql`insert into stock (book_id) values (${book.bookId}) on conflict (book_id) do nothing`);
  return { ...book, ...(await lockStock(tx, book.bookId))! };
}

async function lockStock(tx: Db, bookId: string) {
  const { rows } = await tx.execute<{ copies: number; reserved: number }>(sql`
    select on_hand as copies, reserved from stock where book_id = ${bookId} for update`);
  return rows[0] ?? null;
}
