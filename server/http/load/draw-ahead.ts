import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** So many of the newest books and as many of the most popular ones: what visitors see first, after an import too. */
const ofEach = 250;

/** The drawn covers that the first visitors will ask for, by their keys: those of the newest and of the most popular books. */
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
