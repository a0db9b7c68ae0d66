import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { nameCovers } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import type { Entity } from "#shop/catalogue/records/entity.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import { alterBooks, alterWorks } from "#shop/catalogue/records/write/save-rows.server.ts";
import { alteration, type Change as RowChange } from "#shop/catalogue/records/write/write-batch.server.ts";
import type { Change } from "#shop/kernel/audit-log/change.ts";

/** From so many rows on, lists are made anew a moment later by the shop's job, and not within the change. */
const manyRows = 100;

/**
 * Writes what was set in editions and works that were read and locked, as an import writes it. Of a work whose edition was
 * shown to readers or hidden, lists show another one where they must. Answers the changes as the record keeps them.
 */
export async function writeEntities(tx: Db, books: Entity[], works: Entity[]): Promise<Change[]> {
  const changedBooks = altered("book", books);
  const changedWorks = altered("work", works);
  if (changedBooks.length + changedWorks.length > manyRows)
    await tx.execute(sql`select set_config('endpaper.listings', 'later', true)`);
  if (changedBooks.length > 0)
    await alterBooks(
      tx,
      changedBooks.map(({ entity, change }) => ({ entity, after: change.after })),
    );
  if (changedWorks.length > 0) {
    await alterWorks(
      tx,
      changedWorks.map(({ entity, change }) => ({ entity, after: change.after })),
    );
    await nameCovers(
      tx,
      changedWorks.map(({ entity }) => entity.id),
    );
  }
  const relisted = changedBooks.filter(({ change }) => "is_listed" in change.after);
  const mains = await chooseMains(
    tx,
    relisted.map(({ entity }) => textIn(entity.now, "work_id")),
  );
  const changes = [...changedBooks, ...changedWorks].map(({ change }) => asRecorded(change));
  return withMains(changes, mains);
}

/** A change of a row as the record keeps it. */
export function asRecorded({ record, id, before, after }: RowChange): Change {
  return { kind: record, key: id, before, after };
}

function altered(record: "book" | "work", entities: Entity[]) {
  return entities.flatMap((entity) => {
    const change = alteration(record, entity);
    return change ? [{ entity, change }] : [];
  });
}

/** Which edition stands for these works in lists, where that changes: by edition, as it was before. */
async function chooseMains(tx: Db, workIds: string[]): Promise<Map<string, boolean>> {
  if (workIds.length === 0) return new Map();
  const before = await readMains(tx, workIds);
  await chooseMainEditions(tx, workIds);
  const after = await readMains(tx, workIds);
  return new Map([...before].filter(([id, isMain]) => after.get(id) !== isMain));
}

async function readMains(tx: Db, workIds: string[]): Promise<Map<string, boolean>> {
  const { rows } = await tx.execute<{ id: string; isMain: boolean }>(sql`
    select id, is_main from books where work_id = any(${workIds}::text[])`);
  return new Map(rows.map(({ id, isMain }) => [id, isMain]));
}

/** The changes with that of the main edition among the fields of its book. */
function withMains(changes: Change[], mains: Map<string, boolean>): Change[] {
  const rest = new Map(mains);
  const joined = changes.map((change) => {
    const was = change.kind === "book" ? rest.get(change.key) : undefined;
    if (was === undefined) return change;
    rest.delete(change.key);
    return { ...change, before: { ...change.before, is_main: was }, after: { ...change.after, is_main: !was } };
  });
  return [
    ...joined,
    ...Array.from(rest, ([key, was]) => ({
      kind: "book",
      key,
      before: { is_main: was },
      after: { is_main: !was },
    })),
  ];
}
