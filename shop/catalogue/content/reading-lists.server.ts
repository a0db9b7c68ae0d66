/** Reads and saves the bookseller's reading lists, for readers and for the desk. */

import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { listCards, listCardsByIds } from "#shop/catalogue/books/cards.server.ts";
import type { ReadingList, ReadingListCard } from "./reading-list.ts";

const coversShown = 3;

/** Every reading list in the bookseller's order, without those that have no listed book. */
export async function listReadingLists(db: Db): Promise<ReadingListCard[]> {
  const { rows } = await db.execute<Omit<ReadingListCard, "bookCount" | "covers"> & { bookIds: string[] }>(sql`
    select l.id, l.title, l.summary, l.endpaper, array_agg(lb.book_id order by lb.position) as book_ids
    from reading_lists l join reading_list_books lb on lb.reading_list_id = l.id
    join books b on b.id = lb.book_id and b.is_listed
    group by l.id order by l.position, l.id`);
  const shown = rows.flatMap((row) => row.bookIds.slice(0, coversShown));
  const cards = await listCardsByIds(db, shown);
  const byId = new Map(cards.map(({ id, coverKey, title, authors }) => [id, { coverKey, title, authors }]));
  return rows.map(({ id, title, summary, endpaper, bookIds }) => ({
    id,
    title,
    summary,
    endpaper,
    bookCount: bookIds.length,
    covers: bookIds.slice(0, coversShown).flatMap((bookId) => byId.get(bookId) ?? []),
  }));
}

/** One reading list with its listed books in the curator's order; null if it does not exist. */
export async function findReadingList(db: Db, listId: string): Promise<ReadingList | null> {
  const { rows } = await db.execute<Omit<ReadingList, "introduction" | "books"> & { introduction: string }>(
    sql`select id, title, summary, introduction, endpaper from reading_lists where id = ${listId}`,
  );
  const found = rows[0];
  if (!found) return null;
  const [books, notes] = await Promise.all([
    listCards(db, {
      join: sql`join reading_list_books place on place.book_id = b.id`,
      where: sql`place.reading_list_id = ${listId} and b.is_listed`,
      orderBy: sql`place.position`,
    }),
    db.execute<{ bookId: string; note: string }>(
      sql`select book_id, note from reading_list_books where reading_list_id = ${listId}`,
    ),
  ]);
  const noteOf = new Map(notes.rows.map((row) => [row.bookId, row.note]));
  return {
    ...found,
    introduction: found.introduction.split("\n\n"),
    books: books.map((book) => ({ book, note: noteOf.get(book.id) ?? "" })),
  };
}

/** The listed works on a reading list in the curator's order, each with the edition that the list contains. */
export async function listWorksOfReadingList(db: Db, listId: string): Promise<{ workId: string; bookId: string }[]> {
  const { rows } = await db.execute<{ workId: string; bookId: string }>(sql`
    select b.work_id, b.id as book_id from reading_list_books lb join books b on b.id = lb.book_id
    where lb.reading_list_id = ${listId} and b.is_listed order by lb.position`);
  return rows;
}

/** A reading list in an imported catalogue; `position` is its place among the lists. */
export interface ReadingListRecord {
  id: string;
  title: string;
  summary: string;
  introduction: string;
  position: number;
}

/** A book of a reading list; `position` is its place in the list. */
export interface ReadingListBookRecord {
  readingListId: string;
  bookId: string;
  position: number;
  note: string;
}

/** Inserts these lists, or replaces their texts and books if they exist; other lists stay unchanged. */
export async function saveReadingLists(
  tx: Db,
  lists: ReadingListRecord[],
  books: ReadingListBookRecord[],
): Promise<void> {
  await tx.execute(sql`
    insert into reading_lists (id, title, summary, introduction, position)
    select id, title, summary, introduction, position from jsonb_to_recordset(${JSON.stringify(lists)}::jsonb)
      as list (id text, title text, summary text, introduction text, position int)
    on conflict (id) do update set title = excluded.title, summary = excluded.summary,
      introduction = excluded.introduction, position = excluded.position`);
  await tx.execute(sql`
    delete from reading_list_books where reading_list_id = any(${lists.map(({ id }) => id)}::text[])`);
  await tx.execute(sql`
    insert into reading_list_books (reading_list_id, book_id, position, note)
    select "readingListId", "bookId", position, note from jsonb_to_recordset(${JSON.stringify(books)}::jsonb)
      as book ("readingListId" text, "bookId" text, position int, note text)`);
}

/** A reading list as the desk edits it, with all its books; `place` is its place among the lists. */
export interface StoredList {
  title: string;
  summary: string;
  /** Paragraphs, separated by empty lines. */
  introduction: string;
  place: number;
  /** The id of its own endpaper; undefined leaves the stored one unchanged. */
  endpaper?: string | null;
  books: { bookId: string; note: string }[];
}

/** One list with all its books, or null; locks its row when `forUpdate`. */
export async function findStoredList(db: Db, id: string, { forUpdate = false } = {}): Promise<StoredList | null> {
  if (forUpdate) await db.execute(sql`select from reading_lists where id = ${id} for update`);
  const { rows } = await db.execute<StoredList>(sql`
    select l.title, l.summary, l.introduction, l.position as place, l.endpaper,
      (select coalesce(json_agg(json_build_object('bookId', p.book_id, 'note', p.note) order by p.position), '[]')
        from reading_list_books p where p.reading_list_id = l.id) as books
    from reading_lists l where l.id = ${id}`);
  return rows[0] ?? null;
}

/** Every list in the bookseller's order, also those without a listed book; at most 200. */
export async function listWrittenLists(db: Db): Promise<{ id: string; title: string; books: number; shown: number }[]> {
  const { rows } = await db.execute<{ id: string; title: string; books: number; shown: number }>(sql`
    select l.id, l.title, count(p.book_id)::int as books, (count(p.book_id) filter (where b.is_listed))::int as shown
    from reading_lists l left join reading_list_books p on p.reading_list_id = l.id left join books b on b.id = p.book_id
    group by l.id order by l.position, l.id limit 200`);
  return rows;
}

/** Inserts or updates a list; its books must exist and be distinct. */
export async function saveWrittenList(tx: Db, id: string, list: StoredList): Promise<void> {
  const { title, summary, introduction, place: position, endpaper, books } = list;
  const placed = books.map(({ bookId, note }, position) => ({ readingListId: id, bookId, note, position }));
  await saveReadingLists(tx, [{ id, title, summary, introduction, position }], placed);
  if (endpaper !== undefined)
    await tx.execute(sql`
      update reading_lists set endpaper = ${endpaper} where id = ${id} and endpaper is distinct from ${endpaper}`);
}

/** Deletes a list; returns false if it does not exist. */
export async function removeReadingList(tx: Db, id: string): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from reading_lists where id = ${id}`);
  return rowCount > 0;
}
