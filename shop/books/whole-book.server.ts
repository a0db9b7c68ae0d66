import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { codeOf } from "#db/transaction.ts";
import { nameCovers } from "#shop/catalogue/cover-subjects.server.ts";
import { chooseMainEditions } from "#shop/catalogue/main-editions.server.ts";
import type { Fields } from "#shop/record/change.ts";

/** All rows of a book, so that it can come back as it was. */
export interface WholeBook {
  title: string;
  /** Its picture, which is kept as long as it can come back. */
  cover_image_id: string | null;
  /** By table; those of its work only where it was the only edition. */
  rows: Record<string, Fields[]>;
}

interface Part {
  table: string;
  /** By which column its rows name the book or the work. */
  by: "id" | "book_id" | "work_id";
  /** What else its rows name, which may be gone when they come back, and what it is called. */
  other?: { table: string; by: string; name: string };
}

/**
 * What goes with a work and with a book, in the order in which it comes back. Left out are lists and sums, which the shop makes
 * anew, and what readers have of a book: one of theirs is not deleted, and it does not come back into carts.
 */
export const partsOfWork: Part[] = [
  { table: "works", by: "id" },
  {
    table: "work_contributors",
    by: "work_id",
    other: { table: "authors", by: "author_id", name: "somebody who made it" },
  },
  { table: "work_categories", by: "work_id", other: { table: "categories", by: "category_id", name: "a category" } },
  { table: "series_works", by: "work_id", other: { table: "series", by: "series_id", name: "its series" } },
  { table: "work_subjects", by: "work_id" },
  { table: "cover_designs", by: "work_id" },
  { table: "opening_pages", by: "work_id" },
  { table: "excerpts", by: "work_id" },
  { table: "joined_works", by: "work_id" },
  { table: "named_translations", by: "work_id" },
  { table: "translations", by: "work_id" },
];
export const partsOfBook: Part[] = [
  { table: "books", by: "id" },
  { table: "stock", by: "book_id" },
  { table: "stock_moves", by: "book_id" },
  { table: "price_changes", by: "book_id" },
  {
    table: "reading_list_books",
    by: "book_id",
    other: { table: "reading_lists", by: "reading_list_id", name: "its place on a reading list" },
  },
  {
    table: "weekly_table_books",
    by: "book_id",
    other: { table: "weekly_tables", by: "table_id", name: "its place on a table of the week" },
  },
];

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
  const rows: WholeBook["rows"] = {};
  const read = async ({ table, by }: Part, id: string) => {
    const { rows: found } = await tx.execute<{ all: Fields[] | null }>(sql`
      select jsonb_agg(to_jsonb(t)) as all from ${sql.identifier(table)} t where t.${sql.identifier(by)} = ${id}`);
    if (found[0]?.all) rows[table] = found[0].all;
  };
  for (const part of isAlone ? partsOfWork : []) await read(part, workId);
  for (const part of partsOfBook) await read(part, bookId);
  await read({ table: "stocktake_lines", by: "book_id" }, bookId);
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
    const missing: string[] = [];
    for (const part of [...partsOfWork, ...partsOfBook])
      if (!(await putBack(tx, part, rows[part.table] ?? [])) && part.other) missing.push(part.other.name);
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
  "23503": "its work, its publisher or its picture is not here any more",
  "23505": "another book has its ISBN, its address or its place by now",
};

/** False when some of the rows name what is gone meanwhile, or their place is taken. */
async function putBack(tx: Db, { table, other }: Part, rows: Fields[]): Promise<boolean> {
  if (rows.length === 0) return true;
  const known = other
    ? sql`where exists (select from ${sql.identifier(other.table)} o where o.id = r.${sql.identifier(other.by)}) on conflict do nothing`
    : sql``;
  const { rowCount } = await tx.execute(sql`
    insert into ${sql.identifier(table)} overriding system value
    select r.* from jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(rows)}::jsonb) r ${known}`);
  return rowCount === rows.length;
}
