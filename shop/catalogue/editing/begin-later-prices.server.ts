/** Job that applies the announced prices of imports on the day on which they come into force. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { isoDay } from "#shop/kernel/dates/dates.ts";
import { findProtector, setField, type Entity, type Taking } from "#shop/catalogue/records/entity.ts";
import { readBooksByIds, readWorksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { laterPricesIn, textIn } from "#shop/catalogue/records/record-fields.ts";
import { alterBooks } from "#shop/catalogue/records/write/save-rows.server.ts";
import { alteration, saveChanges, type Change } from "#shop/catalogue/records/write/write-batch.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { recorded } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import { warnOfPrintedMrp } from "#shop/catalogue/stock/printed-mrp.server.ts";

/** The number of books per transaction. It is small, because each book is locked until the commit. */
const batchSize = 100;

const taking: Taking = { from: "catalogue", take: new Set() };
const priceFields = ["mrp_paise", "price_paise"] as const;

/**
 * Applies the announced prices whose day has come, by the rules of the import that announced them: it does not
 * overwrite prices that a person or a till set since. The triggers `books_altered`, `books_listed_anew` and
 * `books_price_changed` update pages and the price history. The changes are added to the import, so that its undo
 * reverts them, and to the audit log. Returns the number of books that had a price due.
 */
export async function beginLaterPrices(services: DbAndClock): Promise<number> {
  let [begun, last] = [0, 0];
  do {
    last = await beginSome(services, isoDay(services.now()));
    begun += last;
  } while (last > 0);
  return begun;
}

async function beginSome(services: DbAndClock, today: string): Promise<number> {
  const { books } = await recorded(
    services,
    { actor: "shop" },
    ({ db: tx }) => beginBatch(tx, today),
    ({ said }) =>
      said.length === 0
        ? null
        : {
            action: "books.later-prices",
            words: `Prices that were announced for ${today} or before came into force: ${said.join("; ")}.`,
          },
    { isUndoable: true },
  );
  return books;
}

interface Begun {
  books: number;
  /** One description per book for the audit log. */
  said: string[];
}

async function beginBatch(tx: Db, today: string): Promise<Begun> {
  const begun: Begun = { books: 0, said: [] };
  const { rows: due } = await tx.execute<{ bookId: string }>(sql`
    select distinct book_id from later_prices where begins_on <= ${today} order by book_id limit ${batchSize}`);
  if (due.length === 0) return begun;
  // Lock order as in an import: first the books, then their later prices.
  const dueIds = due.map(({ bookId }) => bookId);
  await tx.execute(sql`select id from books where id = any(${dueIds}::text[]) order by id for no key update`);
  const { rows } = await tx.execute<{ bookId: string; cause: string }>(sql`
    select distinct on (book_id) book_id, cause from later_prices
    where begins_on <= ${today} and book_id = any(${dueIds}::text[]) order by book_id, begins_on desc`);
  await tx.execute(sql`select set_config('endpaper.listings', 'later', true)`);
  for (const [cause, ofCause] of Map.groupBy(rows, (row) => row.cause)) {
    await tx.execute(sql`select set_config('endpaper.cause', ${cause}, true)`);
    const ids = ofCause.map(({ bookId }) => bookId);
    const books = await readBooksByIds(tx, ids);
    const works = await readWorksByIds(tx, [...new Set([...books.values()].map(({ now }) => textIn(now, "work_id")))]);
    const onHand = await readOnHand(tx, ids);
    for (const book of books.values()) {
      const what = setDuePrice(book, today, onHand.get(book.id) ?? 0);
      const work = works.get(textIn(book.now, "work_id"));
      if (what) begun.said.push(`“${work ? textIn(work.now, "title") : book.id}” ${what}`);
    }
    const changes = [...books.values()].flatMap((book) => {
      const change = alteration("book", book);
      return change ? [{ book, change }] : [];
    });
    await alterBooks(
      tx,
      changes.map(({ book, change }) => ({ entity: book, after: change.after })),
    );
    await keepForUndo(
      tx,
      cause,
      changes.map(({ change }) => change),
    );
    begun.books += books.size;
  }
  return begun;
}

/**
 * Applies the latest price that is due and removes all due ones; returns a description for the audit log, null if
 * nothing changed.
 */
function setDuePrice(book: Entity, today: string, copies: number): string | null {
  const prices = laterPricesIn(book.now);
  const due = prices.findLast(([day]) => day <= today);
  book.now.later_prices = prices.filter(([day]) => day > today);
  if (!due) return null;
  const [day, mrpPaise, pricePaise] = due;
  const was = { mrp: Number(book.now.mrp_paise), price: Number(book.now.price_paise) };
  const keepers = priceFields.flatMap((field) => findProtector(book, field, taking) ?? []);
  setField(book, "mrp_paise", mrpPaise, taking);
  setField(book, "price_paise", pricePaise, taking);
  const [mrp, price] = [Number(book.now.mrp_paise), Number(book.now.price_paise)];
  const announced = `${formatPaise(mrpPaise)} from ${day}`;
  if (price > mrp) {
    Object.assign(book.now, { mrp_paise: was.mrp, price_paise: was.price });
    return `keeps the price ${formatPaise(was.price)} and the MRP ${formatPaise(was.mrp)}, one of which was set by a person or a till: with the announced MRP ${announced}, the price would be above the MRP`;
  }
  if (mrp === was.mrp && price === was.price)
    return keepers[0] && mrp !== mrpPaise
      ? `keeps the MRP ${formatPaise(mrp)}, which was set by a person or a till; the announced MRP was ${announced}`
      : null;
  const warning = warnOfPrintedMrp({ mrpPaise: was.mrp, copies }, { mrpPaise: mrp });
  return `from MRP ${formatPaise(was.mrp)} and price ${formatPaise(was.price)} to MRP ${formatPaise(mrp)} and price ${formatPaise(price)}${warning && ` (${warning.replace(/\.$/, "")})`}`;
}

async function readOnHand(tx: Db, bookIds: string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ bookId: string; onHand: number }>(sql`
    select book_id, on_hand from stock where book_id = any(${bookIds}::text[])`);
  return new Map(rows.map(({ bookId, onHand }) => [bookId, onHand]));
}

/**
 * Adds the changes to the import that announced the prices, so that its undo reverts them too; skips an import already
 * undone.
 */
async function keepForUndo(tx: Db, cause: string, changes: Change[]): Promise<void> {
  const importId = Number(/^import (\d+)$/.exec(cause)?.[1] ?? 0);
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from imports where id = ${importId} and state <> 'undone'`,
  );
  if (rows.length > 0) await saveChanges(tx, importId, changes);
}
