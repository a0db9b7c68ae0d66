import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { isShown } from "./cards.server.ts";

/** How much there is in the shop. */
export interface CatalogueCounts {
  books: number;
  authors: number;
  /** Language codes of the books, the most common first. */
  languages: string[];
}

/** Counts the works on the shelf, the people who wrote them and the languages they are in. */
export async function countCatalogue(db: Db): Promise<CatalogueCounts> {
  const { rows } = await db.execute<{ books: number; authors: number; languages: string[] | null }>(sql`
    select (select count(*)::int from books b where ${isShown}) as books,
      (select count(distinct c.author_id)::int from work_contributors c join books b on b.work_id = c.work_id and ${isShown}
        where c.role = 'author') as authors,
      (select array_agg(language order by n desc, language)
        from (select b.language, count(*) as n from books b where b.is_listed group by b.language) spoken) as languages`);
  const { books, authors, languages } = rows[0]!;
  return { books, authors, languages: languages ?? [] };
}

/** Whether any book is on the shelf. */
export async function hasBooks(db: Db): Promise<boolean> {
  const { rows } = await db.execute<{ isFilled: boolean }>(sql`
    select exists (select from books b where ${isShown}) as is_filled`);
  return rows[0]!.isFilled;
}
