import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { readBooksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import type { Change } from "#shop/kernel/audit-log/change.ts";
import { takeTurn } from "./take-turn.server.ts";

/** Makes a stored picture the cover of an edition; null takes it away, so that the drawn one shows. No changes when it was so. */
export async function setCover(
  tx: Db,
  bookId: string,
  pictureId: string | null,
): Promise<Change[] | "no-such-book" | "no-such-picture"> {
  await takeTurn(tx);
  const book = (await readBooksByIds(tx, [bookId])).get(bookId);
  if (!book) return "no-such-book";
  const was = book.now.cover_image_id ?? null;
  if (was === pictureId) return [];
  if (pictureId !== null && !(await isStored(tx, pictureId))) return "no-such-picture";
  await tx.execute(sql`update books set cover_image_id = ${pictureId} where id = ${bookId}`);
  const origins = { cover_image_id: book.origins.cover_image_id ?? null };
  const before = { cover_image_id: was, field_origins: origins };
  return [{ kind: "book", key: bookId, before, after: { cover_image_id: pictureId } }];
}

/** Whether a picture is there in every size; it is held, so that the sweep leaves it. */
async function isStored(tx: Db, pictureId: string): Promise<boolean> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from cover_images where id = ${pictureId} and is_stored for key share`);
  return rows.length > 0;
}
