import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/**
 * How many of the newest books, and how many of the most popular ones. Visitors see these first, also after an import.
 */
const ofEach = 250;

/**
 * Lists the keys of the drawn covers that visitors will probably request first: those of the newest and the most
 * popular books.
 */
export async function listCoversToDrawAhead(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ coverKey: string }>(sql`
    select distinct b.cover_key from (
      (select book_id from listings order by added_at desc, work_id limit ${ofEach})
      union (select book_id from listings order by popularity desc, work_id limit ${ofEach})) as seen
    join books b on b.id = seen.book_id
    where b.cover_image_id is null and b.cover_key <> ''
    order by b.cover_key`);
  return rows.map(({ coverKey }) => coverKey);
}
