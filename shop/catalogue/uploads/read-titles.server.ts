import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { authorNamesSql } from "#shop/catalogue/books/cards.server.ts";

export async function readTitles(db: Db, bookIds: string[]): Promise<Map<string, { title: string; authors: string }>> {
  const { rows } = await db.execute<{ id: string; title: string; authors: string }>(sql`
    select b.id, w.title, ${authorNamesSql} as authors
    from books b join works w on w.id = b.work_id where b.id = any(${bookIds}::text[])`);
  return new Map(rows.map(({ id, ...names }) => [id, names]));
}
