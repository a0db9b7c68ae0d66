/** Adds the books of a sale that the shop did not know, so that its bill and reports know them. Readers do not see them. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { readBookForm } from "#shop/catalogue/editing/form/read-book-form.ts";
import { addBook } from "#shop/catalogue/editing/form/save-book.server.ts";
import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import type { CounterSale } from "./counter-sale.ts";
import type { LineToSell, TypedBook } from "./price-sale.ts";

/** Thrown when a book that was typed at a till cannot be added. */
export class TypedBookRefused extends Error {}

/** Returns the lines with the ids of the books, and the ids of those that were added or found by their codes. */
export async function addTypedBooks(
  tx: Db,
  { id, lines }: Pick<CounterSale, "id" | "lines">,
  { staffId, at }: { staffId: number; at: Date },
): Promise<{ lines: LineToSell[]; typed: string[] }> {
  const taken = new Set(lines.filter(({ typed }) => !typed).map(({ bookId }) => bookId));
  const typed: string[] = [];
  const named: LineToSell[] = [];
  for (const [place, line] of lines.entries()) {
    if (!line.typed) {
      named.push(line);
      continue;
    }
    const own = `till ${id} ${place}`;
    const mrp = line.unitMrpPaise;
    const first = await addTypedBook(
      tx,
      { ...line.typed, mrpPaise: mrp, reference: line.typed.code || own },
      staffId,
      at,
    );
    // A sale has one line for each book, but the shop may have got this one since it was typed.
    const bookId = taken.has(first)
      ? await addTypedBook(tx, { ...line.typed, code: "", mrpPaise: mrp, reference: own }, staffId, at)
      : first;
    taken.add(bookId);
    typed.push(bookId);
    named.push({ ...line, bookId });
  }
  return { lines: named, typed };
}

/** Notes that these books were sold, so that they are listed until they are completed. */
export async function listAsTyped(tx: Db, bookIds: string[], orderId: number): Promise<void> {
  await tx.execute(sql`
    insert into typed_books (book_id, order_id) select id, ${orderId} from books
    where id = any(${bookIds}::text[]) and not is_listed on conflict (book_id) do nothing`);
}

async function addTypedBook(
  tx: Db,
  { code, title, kind, mrpPaise, reference }: TypedBook & { mrpPaise: number; reference: string },
  staffId: number,
  at: Date,
): Promise<string> {
  const isbn = readIsbn(code);
  const values = {
    title,
    isbn: "value" in isbn ? isbn.value : "",
    mrp: (mrpPaise / 100).toFixed(2),
    format: kind === "stationery" ? kind : "",
  };
  const read = readBookForm(values, { reference, now: at });
  if (!read.ok) throw new TypedBookRefused(Object.values(read.errors)[0]);
  const added = await addBook({ db: tx, now: () => at }, { record: read.record, values, isListed: false, staffId });
  if (added.kind === "saved" || added.kind === "known") return added.bookId;
  throw new TypedBookRefused(added.kind === "refused" ? added.reason : `“${title}” cannot be added.`);
}

/** A book that was sold without a record, and is not completed yet. */
export interface ListedTypedBook {
  bookId: string;
  title: string;
  isbn: string;
  mrpPaise: number;
  soldAt: string;
}

/** The books that were sold without a record and that readers do not see yet, newest first. */
export async function listTypedBooks(db: Db): Promise<ListedTypedBook[]> {
  const { rows } = await db.execute<ListedTypedBook>(sql`
    select b.id as book_id, w.title, coalesce(b.isbn13, '') as isbn, b.mrp_paise,
      coalesce(o.confirmed_at, o.created_at)::text as sold_at
    from (select * from typed_books order by order_id desc limit 200) t join books b on b.id = t.book_id
      join works w on w.id = b.work_id join orders o on o.id = t.order_id
    where not b.is_listed order by t.order_id desc limit 50`);
  return rows;
}
