import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import { renditionNames } from "./picture-name.ts";

const dayMs = 86_400_000;
const batchSize = 20;

/**
 * Removes pictures that have been no edition's cover for a day, with their files; answers how many. Pages that were read
 * before, and pictures that are being brought in, have that day; what the desk can undo is kept.
 */
export async function sweepPictures({
  db,
  coverStore,
  now,
}: Pick<Services, "db" | "coverStore" | "now">): Promise<number> {
  const before = new Date(now().getTime() - dayMs);
  return inTransaction(db, async (tx) => {
    // Whoever makes one of them a cover again waits for the row, and then stores it anew.
    const { rows } = await tx.execute<{ id: string; width: number }>(sql`
      delete from cover_images where id = any(array(
        select id from cover_images c
        where created_at < ${before} and not exists (select from books where cover_image_id = c.id)
          and not exists (select from record_changes r where r.before ->> 'cover_image_id' = c.id)
        order by created_at limit ${batchSize} for update skip locked))
      returning id, width`);
    for (const { id, width } of rows) for (const name of renditionNames(id, width)) await coverStore.remove(name);
    return rows.length;
  });
}
