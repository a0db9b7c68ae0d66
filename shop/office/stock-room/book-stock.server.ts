/** The copies of one book: how many there are and where, their moves, corrections, and the low-stock level. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";
import { arrivingSql } from "#shop/catalogue/stock/arriving.server.ts";
import { soldOnShelfSql } from "./stocktakes.server.ts";
import { correctCopies } from "#shop/catalogue/stock/correct-copies.server.ts";

/** Copies of a book, as the desk shows them. */
export interface BookStock {
  bookId: string;
  title: string;
  author: string;
  format: string;
  isbn13: string | null;
  isListed: boolean;
  onHand: number;
  /** The part of `onHand` that is reserved for orders that wait for payment. */
  held: number;
  /** Copies that are sold and not sent yet. */
  toPack: number;
  /** The part of `toPack` that is in no parcel yet. These copies are on the shelf, in addition to `onHand`. */
  soldOnShelf: number;
  /** Copies that were ordered, or scanned in deliveries, and are not on the shelf yet. */
  arriving: number;
  /** The number of readers who wait for a letter about the book. */
  waiting: number;
  /** The book's own low-stock level; null when the shop's level applies. */
  lowLevel: number | null;
  shopLevel: number;
  /** Where in the shop the book is kept; empty if unknown. */
  place: string;
}

/** A move of copies: a sale, a return, a delivery or a correction. */
export interface StockMove {
  id: number;
  /** ISO time. */
  at: string;
  /** Copies added; negative for copies removed. */
  delta: number;
  /** Copies on hand after the move. */
  onHand: number;
  cause: "received" | "sale" | "return" | "correction";
  orderNumber: string | null;
  importId: number | null;
  /** The file name of the import. */
  importFile: string | null;
  /** The name of a member of staff. */
  staff: string | null;
  /** The program that moved the copies, such as `token till`; empty if a person, an order or a file did. */
  program: string;
  reason: string;
}

/** Moves on a page. */
export const movesPageSize = 30;

/** Finds the copies of a book; null when there is no such book. */
export async function findBookStock(db: Db, bookId: string): Promise<BookStock | null> {
  const { rows } = await db.execute<BookStock>(sql`
    select b.id as book_id, w.title, ${authorNamesSql} as author, b.format, b.isbn13, b.is_listed,
      coalesce(s.on_hand, 0) as on_hand, coalesce(s.reserved, 0) as held, s.low_level, coalesce(s.place, '') as place,
      coalesce((select c.low_level from stock_choices c), 2) as shop_level,
      (select coalesce(sum(l.quantity - l.cancelled_quantity - (select coalesce(sum(x.quantity), 0) from shipment_lines x
          where x.order_id = l.order_id and x.line_position = l.position and not x.is_again)), 0)::int
        from orders o join order_lines l on l.order_id = o.id where o.fulfilment_state = 'to_pack' and l.book_id = b.id) as to_pack,
      ${soldOnShelfSql} as sold_on_shelf,
      ${arrivingSql(sql`b.isbn13`, sql`b.id`)} as arriving,
      (select count(*)::int from stock_requests r where r.book_id = b.id and r.told_at is null) as waiting
    from books b join works w on w.id = b.work_id left join stock s on s.book_id = b.id where b.id = ${bookId}`);
  return rows[0] ?? null;
}

/** Moves of a book's copies, newest first, older than the move `before` if not null, and whether there are more. */
export async function listMoves(
  db: Db,
  bookId: string,
  before: number | null,
): Promise<{ moves: StockMove[]; isCut: boolean }> {
  const { rows } = await db.execute<StockMove>(sql`
    select m.id::int as id, m.created_at as at, m.delta, m.on_hand, m.cause, o.number as order_number,
      m.import_id::int as import_id, i.file_name as import_file, p.name as staff, m.program, m.reason
    from (
      select m.id, m.created_at, m.delta, m.cause, m.order_id, m.staff_id, m.program, m.reason,
        -- Earlier versions of the shop did not record the import with the copies that it added together with a new
        -- book.
        case when m.import_id is null and m.cause = 'received' and m.staff_id is null and m.program = ''
            and m.created_at = b.created_at and b.created_by ~ '^import [0-9]{1,15}$'
          then substring(b.created_by from 8)::bigint else m.import_id end as import_id,
        coalesce(sum(m.delta) over (order by m.id), 0)::int as on_hand
      from stock_moves m join books b on b.id = m.book_id where m.book_id = ${bookId}) m
      left join imports i on i.id = m.import_id left join orders o on o.id = m.order_id left join staff p on p.id = m.staff_id
    where ${before}::bigint is null or m.id < ${before}
    order by m.id desc limit ${movesPageSize + 1}`);
  return { moves: rows.slice(0, movesPageSize), isCut: rows.length > movesPageSize };
}

export type Correcting =
  | { ok: true; before: number; after: number }
  | { ok: false; reason: "no-such-book" | "same" }
  /** Copies moved since the form was shown. */
  | { ok: false; reason: "moved"; onHand: number }
  /** Orders have reserved more copies than the corrected number. */
  | { ok: false; reason: "held"; held: number };

/** Corrects the copies of a book on hand. Optimistic lock: `was` is the number that the form showed. */
export async function correctBookCopies(
  tx: Db,
  { bookId, was, copies, reason }: { bookId: string; was: number; copies: number; reason: string },
  { staffId, at }: { staffId: number; at: Date },
): Promise<Correcting> {
  const shelf = await lockOrCreateStock(tx, bookId);
  if (!shelf) return { ok: false, reason: "no-such-book" };
  const { onHand, reserved } = shelf;
  if (onHand !== was) return { ok: false, reason: "moved", onHand };
  if (copies === onHand) return { ok: false, reason: "same" };
  if (copies < reserved) return { ok: false, reason: "held", held: reserved };
  await correctCopies(tx, [{ bookId, delta: copies - onHand }], { importId: null, now: at, staffId, reason });
  return { ok: true, before: onHand, after: copies };
}

/** Sets a book's low-stock level, null for the shop's. Returns the previous level; undefined for an unknown book. */
export async function setLowLevel(tx: Db, bookId: string, level: number | null): Promise<number | null | undefined> {
  const shelf = await lockOrCreateStock(tx, bookId);
  if (!shelf) return undefined;
  await tx.execute(sql`update stock set low_level = ${level}::int where book_id = ${bookId}`);
  // The list of low books has it at once; it compares the copies itself.
  if (level !== null)
    await tx.execute(sql`
      insert into low_books (book_id, waiting, sold30, sold90)
      select k.id, coalesce(w.waiting, 0), coalesce(w.sold30, 0), coalesce(w.sold90, 0)
      from (select ${bookId}::text as id) k left join wanted_books w on w.book_id = k.id
      on conflict (book_id) do nothing`);
  return shelf.lowLevel;
}

/** Locks a book's row of `stock`, which is created if needed; null when there is no such book. */
export async function lockOrCreateStock(tx: Db, bookId: string) {
  await tx.execute(sql`
    insert into stock (book_id) select id from books where id = ${bookId} on conflict (book_id) do nothing`);
  const { rows } = await tx.execute<{ onHand: number; reserved: number; lowLevel: number | null; place: string }>(sql`
    select on_hand, reserved, low_level, place from stock where book_id = ${bookId} for update`);
  return rows[0] ?? null;
}
