/** Saves pictures as covers of editions, and stores their files in all sizes. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { booksByCodeSql, listCodeVariants } from "#shop/catalogue/books/item-codes.ts";
import { inTransaction } from "#db/transaction.ts";
import { readIsbn } from "#shop/catalogue/fields/check/isbn.ts";
import type { Services } from "#shop/services.ts";
import { renditionNames } from "./picture-name.ts";
import type { PictureStore } from "./picture-store.ts";
import { pictureId, readPicture, type Picture } from "./read-picture.server.ts";

/** An edition and its picture. */
export interface CoveredBook {
  id: string;
  coverImageId: string | null;
  /** Whether a person set or removed the picture. */
  isByPerson: boolean;
}

/** `kept`: a person set the picture, so the file was ignored. */
export type CoverOutcome = "added" | "replaced" | "unchanged" | "kept";

/** An ISBN at the beginning of a name such as `9780143449348_front` or `978-0-14-344934-8 (1)`. */
const leadingIsbn = /^(?:97[89][- ]?)?(?:\d[- ]?){9}[\dXx](?![\p{L}\d])/u;

/**
 * Finds an edition by its id, by an ISBN at the beginning of the name, or by the item code of an imported file; null if
 * there is none, or if suppliers gave several books this code.
 */
export async function findCoveredBook(db: Db, name: string): Promise<CoveredBook | null> {
  // PostgreSQL text cannot contain zero bytes, so no id matches.
  if (name.includes("\0")) return null;
  const isbn = readIsbn(leadingIsbn.exec(name)?.[0] ?? name);
  const { rows } = await db.execute<CoveredBook>(sql`
    select id, cover_image_id, coalesce(field_origins -> 'cover_image_id' ->> 'by' = 'person', false) as is_by_person
    from books where id = ${name} or isbn13 = ${"value" in isbn ? isbn.value : ""}
    order by id = ${name} desc limit 1`);
  if (rows[0]) return rows[0];
  const { rows: coded } = await db.execute<{ id: string }>(sql`
    select distinct id from (${booksByCodeSql(listCodeVariants(name))}) coded limit 2`);
  return coded.length === 1 ? findCoveredBook(db, coded[0]!.id) : null;
}

/**
 * Makes a picture the cover of an edition, in every size. `by` is `person` or the automatic source, such as `covers`;
 * only a person replaces a picture set by a person. With `importId` the change is noted, so that the import can be
 * undone. Throws PictureRefusedError and PictureStoreError.
 */
export async function saveCover(
  services: Pick<Services, "db" | "coverStore" | "now">,
  book: CoveredBook,
  file: Buffer,
  { source, by, importId = null }: { source: string; by: string; importId?: number | null },
): Promise<CoverOutcome> {
  if (book.coverImageId === pictureId(file)) {
    if (await hasAllFiles(services, book.coverImageId)) return "unchanged";
    await storeFile(services, file, source);
    return "replaced";
  }
  if (book.isByPerson && by !== "person") return "kept";
  const picture = await storeFile(services, file, source);
  const isSet = await inTransaction(services.db, async (tx) => {
    await tx.execute(sql`select set_config('endpaper.cause', ${by}, true)`);
    const { rows } = await tx.execute<{ before: string | null }>(sql`
      update books b set cover_image_id = ${picture.id}
      from (select id, cover_image_id from books where id = ${book.id} for update) was
      where b.id = was.id
        and (${by} = 'person' or coalesce(b.field_origins -> 'cover_image_id' ->> 'by' <> 'person', true))
      returning was.cover_image_id as before`);
    if (rows[0] && importId !== null)
      await tx.execute(sql`
        insert into import_changes (import_id, record, record_id, before, after)
        values (${importId}, 'book', ${book.id}, ${JSON.stringify({ cover_image_id: rows[0].before })}::jsonb,
          ${JSON.stringify({ cover_image_id: picture.id })}::jsonb)
        on conflict (import_id, record, record_id) do update set before = excluded.before, after = excluded.after`);
    return rows.length > 0;
  });
  if (!isSet) return "kept";
  return book.coverImageId === null ? "added" : "replaced";
}

/**
 * Stores a picture in every size without assigning it; pictures without a book are deleted after a day. Returns its id.
 * Throws PictureRefusedError and PictureStoreError.
 */
export async function storeFile(
  services: Pick<Services, "db" | "coverStore" | "now">,
  file: Buffer,
  source: string,
): Promise<Pick<Picture, "id">> {
  const picture = await readPicture(file);
  await storePicture(services, picture, source);
  return picture;
}

/** Whether the store has all files of a picture, because a disk may have lost some. */
async function hasAllFiles({ db, coverStore }: Pick<Services, "db" | "coverStore">, id: string): Promise<boolean> {
  const { rows } = await db.execute<{ width: number }>(
    sql`select width from cover_images where id = ${id} and is_stored`,
  );
  return rows[0] !== undefined && hasFiles(coverStore, id, rows[0].width);
}

async function hasFiles(coverStore: PictureStore, id: string, width: number): Promise<boolean> {
  const found = await Promise.all(renditionNames(id, width).map((name) => coverStore.has(name)));
  return !found.includes(false);
}

/** Inserts the row first, so that the cleanup finds every file in the store. */
async function storePicture(
  { db, coverStore, now }: Pick<Services, "db" | "coverStore" | "now">,
  { id, width, height, paper, renditions }: Picture,
  source: string,
) {
  const { rows } = await db.execute<{ isStored: boolean }>(sql`
    insert into cover_images (id, width, height, paper, source, created_at)
    values (${id}, ${width}, ${height}, ${paper}, ${source}, ${now()})
    on conflict (id) do update set created_at = excluded.created_at
    returning is_stored`);
  if (oneRow(rows).isStored && (await hasFiles(coverStore, id, width))) return;
  for await (const { name, bytes } of renditions()) await coverStore.put(name, bytes);
  await db.execute(sql`update cover_images set is_stored = true where id = ${id}`);
}
