import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** How many of the newest and of the most popular books: visitors see these first, also after an import. */
const ofEach = 250;

/** Keys of the drawn covers that the first visitors will request: those of the newest and the most popular books. */
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
