import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { codeOf } from "#db/transaction.ts";
import { nameCovers } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import type { Fields } from "#shop/kernel/audit-log/change.ts";

/** All rows of a book, so that it can come back as it was. */
export interface WholeBook {
  title: string;
  /** Its picture, which is kept as long as it can come back. */
  cover_image_id: string | null;
  /** By table; those of its work only where it was the only edition. */
  rows: Record<string, Fields[]>;
}

/**
 * Reads the rows of a table that name a book or a work. Left out are lists and sums, which the shop makes anew, and what
 * readers have of a book: one of theirs is not deleted, and it does not come back into carts.
 */
const rowsOf = (table: string, by: string, id: string) =>
  sql`(select jsonb_agg(to_jsonb(t)) from ${sql.identifier(table)} t where t.${sql.identifier(by)} = ${id})`;

/** Puts the rows of a table back. */
const putBack = (table: string, rows: string) =>
  sql`insert into ${sql.identifier(table)} overriding system value
    select r.* from jsonb_populate_recordset(null::${sql.identifier(table)}, ${rows}::jsonb) r`;

/** Of rows that name something else, only those of which that is still there. */
const asFarAsKnown = (other: string, by: string) =>
  sql`where exists (select from ${sql.identifier(other)} o where o.id = r.${sql.identifier(by)}) on conflict do nothing`;

/** All rows of a book that the caller has locked. */
export async function readWholeBook(tx: Db, bookId: string): Promise<WholeBook> {
  await tx.execute(sql`select from stock where book_id = ${bookId} for update`);
  const { workId, title, coverImageId, isAlone } = oneRow(
    (
      await tx.execute<{ workId: string; title: string; coverImageId: string | null; isAlone: boolean }>(sql`
        select b.work_id, w.title, b.cover_image_id,
          not exists (select from books e where e.work_id = b.work_id and e.id <> b.id) as is_alone
        from books b join works w on w.id = b.work_id where b.id = ${bookId} for update of w`)
    ).rows,
  );
  const { rows: ofBook } = await tx.execute<{ all: Record<string, Fields[] | null> }>(sql`
    select jsonb_build_object('books', ${rowsOf("books", "id", bookId)}, 'stock', ${rowsOf("stock", "book_id", bookId)},
      'stock_moves', ${rowsOf("stock_moves", "book_id", bookId)}, 'price_changes', ${rowsOf("price_changes", "book_id", bookId)},
      'reading_list_books', ${rowsOf("reading_list_books", "book_id", bookId)},
      'weekly_table_books', ${rowsOf("weekly_table_books", "book_id", bookId)},
      'stocktake_lines', ${rowsOf("stocktake_lines", "book_id", bookId)}) as all`);
  const { rows: ofWork } = await tx.execute<{ all: Record<string, Fields[] | null> }>(sql`
    select jsonb_build_object('works', ${rowsOf("works", "id", workId)},
      'work_contributors', ${rowsOf("work_contributors", "work_id", workId)},
      'work_categories', ${rowsOf("work_categories", "work_id", workId)}, 'series_works', ${rowsOf("series_works", "work_id", workId)},
      'work_subjects', ${rowsOf("work_subjects", "work_id", workId)}, 'cover_designs', ${rowsOf("cover_designs", "work_id", workId)},
      'opening_pages', ${rowsOf("opening_pages", "work_id", workId)}, 'excerpts', ${rowsOf("excerpts", "work_id", workId)},
      'joined_works', ${rowsOf("joined_works", "work_id", workId)},
      'named_translations', ${rowsOf("named_translations", "work_id", workId)},
      'translations', ${rowsOf("translations", "work_id", workId)}) as all`);
  const all = { ...oneRow(ofBook).all, ...(isAlone && oneRow(ofWork).all) };
  const rows = Object.fromEntries(Object.entries(all).flatMap(([table, found]) => (found ? [[table, found]] : [])));
  return { title, cover_image_id: coverImageId, rows };
}

/**
 * Puts a book back as it was. Answers what of it is gone meanwhile; or as a sentence why it stays deleted, and then nothing is
 * put back.
 */
export async function restoreWholeBook(tx: Db, bookId: string, { rows }: WholeBook): Promise<string[] | string> {
  const { rows: there } = await tx.execute(sql`select from books where id = ${bookId}`);
  if (there.length > 0) return "it was made anew since";
  const book = rows.books![0]!;
  const workId = book.work_id as string;
  await tx.execute(sql`savepoint book_restored`);
  try {
    if (book.is_main === true)
      await tx.execute(sql`update books set is_main = false where work_id = ${workId} and is_main`);
    const json = (table: string) => JSON.stringify(rows[table] ?? []);
    const missing: string[] = [];
    const sees = (table: string, what: string, { rowCount }: { rowCount: number }) => {
      if (rowCount < (rows[table] ?? []).length) missing.push(what);
    };
    await tx.execute(putBack("works", json("works")));
    const people = sql`${putBack("work_contributors", json("work_contributors"))} ${asFarAsKnown("authors", "author_id")}`;
    sees("work_contributors", "somebody who made it", await tx.execute(people));
    const categories = sql`${putBack("work_categories", json("work_categories"))} ${asFarAsKnown("categories", "category_id")}`;
    sees("work_categories", "a category", await tx.execute(categories));
    const series = sql`${putBack("series_works", json("series_works"))} ${asFarAsKnown("series", "series_id")}`;
    sees("series_works", "its series", await tx.execute(series));
    await tx.execute(putBack("work_subjects", json("work_subjects")));
    await tx.execute(putBack("cover_designs", json("cover_designs")));
    await tx.execute(putBack("opening_pages", json("opening_pages")));
    await tx.execute(putBack("excerpts", json("excerpts")));
    await tx.execute(putBack("joined_works", json("joined_works")));
    await tx.execute(putBack("named_translations", json("named_translations")));
    await tx.execute(putBack("translations", json("translations")));
    await tx.execute(putBack("books", json("books")));
    await tx.execute(putBack("stock", json("stock")));
    await tx.execute(putBack("stock_moves", json("stock_moves")));
    await tx.execute(putBack("price_changes", json("price_changes")));
    const lists = sql`${putBack("reading_list_books", json("reading_list_books"))} ${asFarAsKnown("reading_lists", "reading_list_id")}`;
    sees("reading_list_books", "its place on a reading list", await tx.execute(lists));
    const tables = sql`${putBack("weekly_table_books", json("weekly_table_books"))} ${asFarAsKnown("weekly_tables", "table_id")}`;
    sees("weekly_table_books", "its place on a table of the week", await tx.execute(tables));
    await tx.execute(sql`
      update stocktake_lines l set book_id = ${bookId}
      from jsonb_populate_recordset(null::stocktake_lines, ${JSON.stringify(rows.stocktake_lines ?? [])}::jsonb) was
      where l.stocktake_id = was.stocktake_id and l.code = was.code and l.book_id is null`);
    await chooseMainEditions(tx, [workId]);
    await nameCovers(tx, [workId]);
    await tx.execute(sql`release savepoint book_restored`);
    return missing;
  } catch (error) {
    const why = whyNot[codeOf(error) ?? ""];
    if (why === undefined) throw error;
    await tx.execute(sql`rollback to savepoint book_restored`);
    return why;
  }
}

const whyNot: Record<string, string> = {
  "23502": "a newer version of the shop keeps more of a book than was kept of this one",
  "23503": "its work, its publisher or its picture is not here any more",
  "23505": "another book has its ISBN, its address or its place by now",
};
