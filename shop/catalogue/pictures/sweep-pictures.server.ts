import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import { renditionNames } from "./picture-name.ts";

const dayMs = 86_400_000;
/** Days for which the pictures are kept that an import of covers has replaced. */
const undoDays = 30;
const batchSize = 20;

/**
 * Deletes pictures older than a day that are no edition's cover, with their files, and returns their number. The day
 * protects pages that were loaded before and pictures whose upload is not finished; pictures that an undo may restore
 * are kept.
 */
export async function sweepPictures({
  db,
  coverStore,
  now,
}: Pick<Services, "db" | "coverStore" | "now">): Promise<number> {
  const before = new Date(now().getTime() - dayMs);
  const imported = new Date(now().getTime() - undoDays * dayMs);
  return inTransaction(db, async (tx) => {
    // A transaction that makes one of them a cover again waits for the row lock, and then stores the picture again.
    const { rows } = await tx.execute<{ id: string; width: number }>(sql`
      delete from cover_images where id = any(array(
        select id from cover_images c
        where created_at < ${before} and not exists (select from books where cover_image_id = c.id)
          and not exists (select from record_changes r where r.before ->> 'cover_image_id' = c.id)
          and id not in (
            select x.before ->> 'cover_image_id' from imports i join import_changes x on x.import_id = i.id
            where i.kind = 'covers' and i.started_at > ${imported} and x.before ->> 'cover_image_id' is not null)
        order by created_at limit ${batchSize} for update skip locked))
      returning id, width`);
    for (const { id, width } of rows) for (const name of renditionNames(id, width)) await coverStore.remove(name);
    return rows.length;
  });
}
