import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { spineOf, type Spine } from "#shop/catalogue/cover-designs/drawing-paths.ts";
import { listStates } from "./order-state.ts";

/** A book that a reader bought, as it stands on their shelf. */
export interface BoughtBook {
  orderNumber: string;
  bookId: string;
  title: string;
  author: string;
  spine: Spine;
}

/** A part of a reader's bought books, newest first; `next` is the cursor of the part after it, or null. */
export interface BoughtBooks {
  books: BoughtBook[];
  next: string | null;
}

/** The cursor of a shelf: the number of an order, and the position of its last line that was shown. */
export const shelfCursor = /^([A-Z]{2,4}-\w{10})\.(\d{1,4})$/;

const booksAtOnce = 60;
const boughtStates = listStates(({ isConfirmed }) => isConfirmed);

/**
 * Lists the books of a reader's paid orders after a cursor, without those that were cancelled or came back. Null if the
 * cursor is malformed.
 */
export async function listBoughtBooks(db: Db, readerId: number, after: string | null): Promise<BoughtBooks | null> {
  const [, number = null, line = "0"] = shelfCursor.exec(after ?? "") ?? [];
  if (after !== null && number === null) return null;
  const { rows } = await db.execute<
    Omit<BoughtBook, "spine"> & { position: number; workId: string; drawnKey: string; pages: number | null }
  >(sql`
    select o.number as order_number, l.position, l.book_id, l.title, l.author, b.work_id, b.cover_key as drawn_key, b.pages
    from orders o join order_lines l on l.order_id = o.id join books b on b.id = l.book_id
    where o.reader_id = ${readerId} and o.state = any(${boughtStates}::text[])
      and (${number}::text is null
        or (o.id, -l.position) < ((select x.id from orders x where x.number = ${number} and x.reader_id = ${readerId}), -${Number(line)}::int))
      and l.quantity > l.cancelled_quantity + (select coalesce(sum(t.quantity), 0) from returns t
        where t.order_id = l.order_id and t.line_position = l.position and t.received_at is not null)
    order by o.id desc, l.position limit ${booksAtOnce + 1}`);
  const shown = rows.slice(0, booksAtOnce);
  const last = rows.length > booksAtOnce ? shown.at(-1) : undefined;
  return {
    books: shown.map(({ orderNumber, bookId, title, author, ...book }) => ({
      orderNumber,
      bookId,
      title,
      author,
      spine: spineOf(book),
    })),
    next: last ? `${last.orderNumber}.${last.position}` : null,
  };
}
