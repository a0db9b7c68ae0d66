import { oneRow } from "#db/one-row.ts";
import { parse } from "isbn3";

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { findLookup } from "#shop/catalogue/lookups/lookup-books.server.ts";
import type { BookValues } from "./book-values.ts";
import type { CategoryPath } from "./desk-book.ts";
import { listCategoryPaths } from "./read-book.server.ts";
import { toFormValues } from "./to-form-values.ts";

/** The form for a new book, prefilled with what the shop knows. */
export interface NewBookForm {
  values: BookValues;
  /**
   * The source of all values that are not guessed: a file, or a deleted book (then `fileName` is null). Null if no file
   * contained the ISBN.
   */
  source: { fileName: string | null; readAt: string } | null;
  /** Whether the publisher is inferred from other books with the same ISBN prefix. */
  isPublisherGuessed: boolean;
  categories: CategoryPath[];
}

/**
 * Prefills the form for an ISBN that the shop does not have: from a file that contained it, then from books with
 * neighbouring ISBNs.
 */
export async function startBook(db: Db, isbn13: string, now: Date): Promise<NewBookForm> {
  const [near, found, categories] = await Promise.all([
    guessFromNeighbours(db, isbn13),
    findLookup(db, isbn13),
    listCategoryPaths(db),
  ]);
  const lookedUp = found ? toFormValues(found, categories, now) : {};
  return {
    values: { isbn: isbn13, ...near, ...lookedUp },
    source: found && { fileName: found.fileName, readAt: found.readAt },
    isPublisherGuessed: near.publisher !== "" && !lookedUp.publisher,
    categories,
  };
}

/**
 * Infers values from the ISBN alone: publisher, language and format that most of the nearest books with the same
 * publisher prefix have. Empty where none of them has a value; the language defaults to `en`.
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
  return oneRow(rows);
}

/** Books of the shop with one of these ISBNs, such as the candidates for a mistyped one. */
export async function findBooksByIsbns(
  db: Db,
  isbns: string[],
): Promise<{ id: string; title: string; isbn13: string }[]> {
  const { rows } = await db.execute<{ id: string; title: string; isbn13: string }>(sql`
    select b.id, w.title, b.isbn13 from books b join works w on w.id = b.work_id
    where b.isbn13 = any(${isbns}::text[]) order by b.isbn13`);
  return rows;
}
