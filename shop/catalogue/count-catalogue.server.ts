import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";

/** How much there is in the shop. */
export interface CatalogueCounts {
  books: number;
  authors: number;
  /** Language codes of the books, the most common first. */
  languages: string[];
}

/** Counts the shop's works, the people who wrote them and the languages they are in. */
export async function countCatalogue(db: Db): Promise<CatalogueCounts> {
  const { rows } = await db.execute<{ books: number; authors: number; languages: string[] | null }>(sql`
    select (select count(*)::int from works) as books, (select count(distinct author_id)::int from work_contributors where role = 'author') as authors,
      (select array_agg(language order by n desc, language)
        from (select language, count(*) as n from books group by language) spoken) as languages`);
  const { books, authors, languages } = rows[0]!;
  return { books, authors, languages: languages ?? [] };
}
