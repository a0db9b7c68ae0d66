import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { readBooksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { lockBookSaving } from "./lock-book-saving.server.ts";

/**
 * Makes a stored picture the cover of an edition; null removes it, so that the drawn cover shows. False if nothing
 * changed.
 */
export async function setCover(
  tx: Db,
  bookId: string,
  pictureId: string | null,
): Promise<boolean | "no-such-book" | "no-such-picture"> {
  await lockBookSaving(tx);
  const book = (await readBooksByIds(tx, [bookId])).get(bookId);
  if (!book) return "no-such-book";
  const was = book.now.cover_image_id ?? null;
  if (was === pictureId) return false;
  if (pictureId !== null && !(await isStored(tx, pictureId))) return "no-such-picture";
  await tx.execute(sql`update books set cover_image_id = ${pictureId} where id = ${bookId}`);
  return true;
}

/** Whether a picture is stored in every size; locks its row, so that the sweep does not delete it. */
async function isStored(tx: Db, pictureId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from cover_images where id = ${pictureId} and is_stored for key share`);
  return rows.length > 0;
}
