import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { nameCovers } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { alterBooks, alterWorks, type Altered } from "#shop/catalogue/records/write/save-rows.server.ts";
import { alteration } from "#shop/catalogue/records/write/write-batch.server.ts";

/** From so many rows on, lists are made anew a moment later by the shop's job, and not within the change. */
const manyRows = 100;

/**
 * Writes what was set in editions and works that were read and locked, as an import writes it. Of a work whose edition was
 * shown to readers or hidden, lists show another one where they must. Answers the ids of what was changed.
 */
export async function writeEntities(tx: Db, books: Entity[], works: Entity[]): Promise<string[]> {
  const changedBooks = altered("book", books);
  const changedWorks = altered("work", works);
  if (changedBooks.length + changedWorks.length > manyRows)
    await tx.execute(sql`select set_config('endpaper.listings', 'later', true)`);
  if (changedBooks.length > 0) await alterBooks(tx, changedBooks);
  if (changedWorks.length > 0) {
    await alterWorks(tx, changedWorks);
    await nameCovers(
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
