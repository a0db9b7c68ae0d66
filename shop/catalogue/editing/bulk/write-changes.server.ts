import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { alterBooks, alterWorks, type Altered } from "#shop/catalogue/records/write/save-rows.server.ts";
import { alteration } from "#shop/catalogue/records/write/write-batch.server.ts";

/**
 * If more rows than this change, a job refreshes the listings later; otherwise triggers do so within the transaction.
 */
const manyRows = 100;

/**
 * Writes the changed fields of books and works that were read and locked, as an import writes them. Chooses the main
 * edition again for works with an edition that was listed or hidden. Returns the ids of the changed books and works.
 */
export async function writeEntities(tx: Db, books: Entity[], works: Entity[]): Promise<string[]> {
  const changedBooks = altered("book", books);
  const changedWorks = altered("work", works);
  if (changedBooks.length + changedWorks.length > manyRows)
    await tx.execute(sql`select set_config('endpaper.listings', 'later', true)`);
  if (changedBooks.length > 0) await alterBooks(tx, changedBooks);
  if (changedWorks.length > 0) {
    await alterWorks(tx, changedWorks);
    await updateCoverKeys(
      tx,
      changedWorks.map(({ entity }) => entity.id),
    );
  }
  const relisted = changedBooks.filter(({ after }) => "is_listed" in after);
  if (relisted.length > 0)
    await chooseMainEditions(
      tx,
      relisted.map(({ entity }) => textIn(entity.now, "work_id")),
    );
  return [...changedBooks, ...changedWorks].map(({ entity }) => entity.id);
}

function altered(record: "book" | "work", entities: Entity[]): Altered[] {
  return entities.flatMap((entity) => {
    const change = alteration(record, entity);
    return change ? [{ entity, after: change.after }] : [];
  });
}
