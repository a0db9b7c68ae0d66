import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { catalogueTotals } from "#shop/catalogue/books/catalogue-totals.server.ts";

/** The size of the catalogue that readers see. */
export interface CatalogueCounts {
  books: number;
  authors: number;
  /** Language codes of the books, the most common first. */
  languages: string[];
}

/** The numbers of listed works and of their authors, and the languages of the works. */
export async function countCatalogue(db: Db): Promise<CatalogueCounts> {
  const { rows } = await db.execute<{ name: string; number: number }>(sql`
    select name, number from ${catalogueTotals} totals
    where (name = 'books' or name = 'authors' or name like 'language:%') and number > 0 order by number desc, name`);
  const numberOf = (wanted: string) => rows.find(({ name }) => name === wanted)?.number ?? 0;
  const languages = rows.flatMap(({ name }) => (name.startsWith("language:") ? [name.slice("language:".length)] : []));
  return { books: numberOf("books"), authors: numberOf("authors"), languages };
}

/** Whether the shop has a listed book, and whether it has the demonstration and did not remove it. */
export async function findKindsOfBooks(db: Db): Promise<{ hasBooks: boolean; hasDemonstration: boolean }> {
  const { rows } = await db.execute<{ hasBooks: boolean; hasDemonstration: boolean }>(sql`
    select exists (select from listings) as has_books,
      exists (select from listings) and exists (select from catalogue_loads where source = 'demo')
        and not exists (select from catalogue_loads where source = 'demo removed') as has_demonstration`);
  return oneRow(rows);
}
