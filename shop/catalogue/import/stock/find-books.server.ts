/** Finds the books that the rows of a till's stock file refer to. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import { present, unique } from "#shop/catalogue/records/known-records.ts";
import { readBooksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { describeOtherBook, canBeSameBook, type NamedBook } from "#shop/catalogue/records/plan/same-book.ts";
import type { StockRow } from "./check-stock-row.ts";
import type { FoundBook } from "./plan-stock.ts";

/** The sources whose keys a till may use: the named one, otherwise all. */
export async function listSources(db: Db, named: string | undefined): Promise<string[]> {
  if (named !== undefined) return [named];
  const { rows } = await db.execute<{ source: string | null }>(sql`
    select distinct options ->> 'source' as source from imports where kind = 'catalogue'`);
  return rows.flatMap(({ source }) => source ?? []);
}

/**
 * Finds the books of rows and locks them against other writers: by ISBN, then by the shop's id, then by the key of a
 * source. A row whose title differs from that of the ISBN's book is doubtful, unless `take` contains `title`. Checkouts
 * do not wait for these locks.
 */
export async function findBooks(
  tx: Db,
  rows: StockRow[],
  { sources, take }: { sources: string[]; take: ReadonlySet<string> },
): Promise<(row: StockRow) => FoundBook> {
  const isbns = present(rows.map((row) => row.isbn13));
  const references = unique(present(rows.map((row) => row.reference)));
  const { rows: ids } = await tx.execute<{ id: string; movedTo: string | null }>(sql`
    with named as (
      select id from books where isbn13 = any(${isbns}::text[])
      union select id from books where id = any(${references}::text[])
      union select id from books
        where source = any(${sources}::text[]) and record_reference = any(${references}::text[]))
    select n.id, m.new_id as moved_to from named n left join moved_addresses m on m.kind = 'book' and m.old_id = n.id`);
  const books = await readBooksByIds(
    tx,
    unique(ids.flatMap(({ id, movedTo }) => (movedTo === null ? [id] : [id, movedTo]))),
  );
  const names = await readNames(tx, [...books.keys()]);
  const moved = new Map(ids.map(({ id, movedTo }) => [id, movedTo]));
  // If the book was merged into another one by hand, the remaining book.
  const kept = (book: Entity) => books.get(moved.get(book.id) ?? book.id) ?? book;
  const byIsbn = new Map<string, Entity>();
  const byReference = new Map<string, Entity[]>();
  for (const book of books.values()) {
    const { isbn13, source, record_reference: reference } = book.now;
    if (typeof isbn13 === "string" && isbn13) byIsbn.set(isbn13, book);
    if (typeof reference === "string" && reference && typeof source === "string" && sources.includes(source))
      byReference.set(reference, [...(byReference.get(reference) ?? []), book]);
  }
  return ({ isbn13, reference = "", title, author }) => {
    const known = isbn13 === undefined ? undefined : byIsbn.get(isbn13);
    if (known) {
      const here = names.get(known.id) ?? {};
      const isSame = take.has("title") || reference === known.id || canBeSameBook({ title, author }, here);
      return isSame ? { book: kept(known) } : { doubtful: describeOtherBook(textIn(known.now, "isbn13"), here) };
    }
    const named = unique(present([books.get(reference), ...(byReference.get(reference) ?? [])]));
    // A till's code may coincide with the key of another book, which has another ISBN.
    const meant = unique(named.filter(({ now }) => isbn13 === undefined || !now.isbn13).map(kept));
    if (meant.length > 1)
      return {
        doubtful: `${reference} is the key of several books: ${meant.map(({ id }) => id).join(", ")}. State the source of the till's keys.`,
      };
    if (meant[0]) return { book: meant[0] };
    return { unknown: `The shop has no book with ${isbn13 ? `ISBN ${isbn13}` : `the id or key ${reference}`}.` };
  };
}

/** Titles and first authors of these books. */
async function readNames(tx: Db, ids: string[]): Promise<Map<string, NamedBook>> {
  const { rows } = await tx.execute<{ id: string; title: string; author: string | null }>(sql`
    select b.id, w.title, (
        select a.name from work_contributors c join authors a on a.id = c.author_id
        where c.work_id = w.id order by c.position limit 1) as author
    from books b join works w on w.id = b.work_id where b.id = any(${ids}::text[])`);
  return new Map(rows.map(({ id, title, author }) => [id, { title, author: author ?? undefined }]));
}
