import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { TitlePage } from "./book.ts";
import type { ContributorRole } from "#shop/catalogue/fields/record-values.ts";
import { authorNameSql } from "./cards.server.ts";
import { findBookCard } from "./lists.server.ts";

interface TitleRow {
  workId: string;
  description: string;
  publisher: string;
  publishedOn: string | null;
  publishedPrecision: "day" | "month" | "year";
  editionStatement: string | null;
  pages: number | null;
  isListed: boolean;
  contributors: { id: string; name: string; role: ContributorRole }[];
}

/** A title page, with the description of the work. */
export interface OpenedBook extends TitlePage {
  workId: string;
  description: string;
}

/** Reads the title page of one edition; null for an unknown id. Two statements at any catalogue size. */
export async function findTitlePage(db: Db, bookId: string): Promise<OpenedBook | null> {
  const card = await findBookCard(db, bookId);
  const { rows } = await db.execute<TitleRow>(sql`
    select b.work_id, w.description, b.publisher, b.published_on::text as published_on, b.published_precision, b.edition_statement, b.pages, b.is_listed,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', ${authorNameSql}, 'role', c.role) order by c.position), '[]')
        from work_contributors c join authors a on a.id = c.author_id where c.work_id = b.work_id) as contributors
    from books b join works w on w.id = b.work_id where b.id = ${bookId}`);
  const row = rows[0];
  if (!card || !row) return null;
  const { publishedOn, publishedPrecision, ...rest } = row;
  return {
    ...card,
    ...rest,
    published: publishedOn === null ? null : { day: publishedOn, precision: publishedPrecision },
  };
}
