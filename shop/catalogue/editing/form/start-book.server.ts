import { parse } from "isbn3";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { findLookup } from "#shop/catalogue/lookups/lookup-books.server.ts";
import type { BookValues } from "./book-values.ts";
import type { CategoryPath } from "./desk-book.ts";
import { listCategoryPaths } from "./read-book.server.ts";
import { valuesOfLookup } from "./values-of-lookup.ts";

/** A new book's form, filled in as far as the shop knows. */
export interface BegunBook {
  values: BookValues;
  /** Where all but guesses comes from; null when no file told of the ISBN. `fileName` is null of a book that was deleted. */
  source: { fileName: string | null; readAt: string } | null;
  /** The publisher is only that of other books with such an ISBN. */
  isPublisherGuessed: boolean;
  /** Every category of the shop. */
  categories: CategoryPath[];
}

/**
 * What the shop knows of a book that it does not have: what a file told of its ISBN, and for what that lacks, what its
 * neighbours have.
 */
export async function startBook(db: Db, isbn13: string, now: Date): Promise<BegunBook> {
  const [near, found, categories] = await Promise.all([
    guessFromNeighbours(db, isbn13),
    findLookup(db, isbn13),
    listCategoryPaths(db),
  ]);
  const told = found ? valuesOfLookup(found, categories, now) : {};
  return {
    values: { isbn: isbn13, ...near, ...told },
    source: found && { fileName: found.fileName, readAt: found.readAt },
    isPublisherGuessed: near.publisher !== "" && !told.publisher,
    categories,
  };
}

/**
 * What the catalogue knows of a book by its ISBN alone: the publisher whose books have the same prefix, and the language and
 * format that most of the nearest of them have. Empty where nothing has it.
 */
async function guessFromNeighbours(db: Db, isbn13: string) {
  const parsed = parse(isbn13);
  const prefix = parsed
    ? `${parsed.prefix ?? "978"}${parsed.group ?? ""}${parsed.publisher ?? ""}`
    : isbn13.slice(0, 9);
  const { rows } = await db.execute<{ publisher: string; language: string; format: string }>(sql`
    with near as (
      (select publisher, language, format from books
        where isbn13 >= ${isbn13} and isbn13 <= ${prefix.padEnd(13, "9")} order by isbn13 limit 10)
      union all
      (select publisher, language, format from books
        where isbn13 < ${isbn13} and isbn13 >= ${prefix.padEnd(13, "0")} order by isbn13 desc limit 10))
    select coalesce(mode() within group (order by publisher) filter (where publisher <> ''), '') as publisher,
      coalesce(mode() within group (order by language), 'en') as language,
      coalesce(mode() within group (order by format) filter (where format <> ''), '') as format
    from near`);
  return rows[0]!;
}

/** Books of the shop with one of these ISBNs, such as those that a wrongly typed one may mean. */
export async function findBooksByIsbns(
  db: Db,
  isbns: string[],
): Promise<{ id: string; title: string; isbn13: string }[]> {
  const { rows } = await db.execute<{ id: string; title: string; isbn13: string }>(sql`
    select b.id, w.title, b.isbn13 from books b join works w on w.id = b.work_id
    where b.isbn13 = any(${isbns}::text[]) order by b.isbn13`);
  return rows;
}
