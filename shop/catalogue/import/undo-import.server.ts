/** Undoes an import: restores changed fields and deletes added rows, except what was changed or sold since. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { runThrottled } from "#shop/kernel/throttle/throttle.server.ts";
import { chooseMainEditions } from "#shop/catalogue/books/main-editions.server.ts";
import { refreshAllStaleListings } from "#shop/catalogue/listings/refresh-listings.server.ts";
import type { Services } from "#shop/services.ts";
import type { Entity, Origins } from "#shop/catalogue/records/entity.ts";
import { withImportLock } from "#shop/catalogue/records/import-lock.server.ts";
import { deleteLookups, saveDeletedBooks } from "#shop/catalogue/lookups/lookup-books.server.ts";
import { readBooksByIds, readWorksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { isSame, textIn } from "#shop/catalogue/records/record-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";
import { alterBooks, alterWorks, type Altered } from "#shop/catalogue/records/write/save-rows.server.ts";
import { undoTranslations } from "#shop/catalogue/records/write/save-translations.server.ts";
import type { UndoResult } from "./undo-result.ts";
import { undoCovers, type ChangeRow } from "./undo-covers.server.ts";
import { undoCorrections } from "./stock/undo-corrections.server.ts";

export type UndoRefusal = "unknown" | "undone";

type Entities = Map<string, Entity>;

/**
 * The number of rows per transaction, and the smaller number while the shop is busy, because requests of readers wait
 * less for smaller batches.
 */
const [batchSize, smallBatchSize] = [500, 100];

/**
 * Restores the fields that an import changed, except those that were changed since. Books that were sold are hidden,
 * never deleted. After an interruption the same call continues. `onProgress` is called after each batch. Throws
 * ImportRunningError during another import.
 */
export function undoImport(
  { db, now }: Pick<Services, "db" | "now">,
  importId: number,
  onProgress: (result: UndoResult) => void = () => {},
): Promise<UndoResult | UndoRefusal> {
  return withImportLock(db, async (throwIfStopped) => {
    const { rows } = await db.execute<{ state: string; kind: string }>(
      sql`select state, kind from imports where id = ${importId}`,
    );
    if (!rows[0]) return "unknown";
    if (rows[0].state === "undone") return "undone";
    const result: UndoResult = { removed: 0, restored: 0, books: { removed: 0, restored: 0 }, left: [] };
    const inBatches = async (record: string, undo: (tx: Db, changes: ChangeRow[]) => Promise<void>) => {
      while (
        await runThrottled(db, async (isThrottled) => {
          await throwIfStopped();
          return undoBatch(db, importId, record, isThrottled ? smallBatchSize : batchSize, undo);
        })
      )
        onProgress(result);
    };
    if (rows[0].kind === "lookup")
      result.removed = await deleteLookups(db, importId, throwIfStopped, (removed) =>
        onProgress({ ...result, removed }),
      );
    if (rows[0].kind === "covers") await inBatches("book", (tx, changes) => undoCovers(tx, changes, result));
    await inBatches("book", async (tx, changes) => {
      const restored = await undoBooks(tx, importId, changes, result, now());
      if (oneRow(rows).kind === "covers") return;
      const ids = changes.map(({ id }) => id);
      const copies = await undoCorrections(tx, importId, ids, now());
      result.restored += copies.restored.filter((id) => !restored.has(id)).length;
      result.left.push(...copies.left);
    });
    result.books = { removed: result.removed, restored: result.restored };
    await inBatches("work", (tx, changes) => undoWorks(tx, changes, result, now()));
    await inBatches("author", (tx, changes) => undoAuthors(tx, changes, result, now()));
    await inBatches("series", async (tx, changes) => {
      const { rowCount } = await tx.execute(sql`
        delete from series s where id = any(${addedIn(changes)}::text[]) and field_origins = '{}'
          and not exists (select from series_works where series_id = s.id)`);
      result.removed += rowCount;
    });
    await inBatches("publisher", async (tx, changes) => {
      const { rowCount } = await tx.execute(sql`
        delete from publishers p where id = any(${addedIn(changes)}::text[])
          and not exists (select from books where publisher_id = p.id)
          and not exists (select from publishers where parent_id = p.id and id <> all(${addedIn(changes)}::text[]))`);
      result.removed += rowCount;
    });
    await inBatches("category", async (tx, changes) => {
      const { rowCount } = await tx.execute(sql`
        delete from categories c where id = any(${addedIn(changes)}::text[]) and field_origins = '{}'
          and not exists (select from work_categories where category_id = c.id)
          and not exists (select from subject_categories where category_id = c.id)
          and not exists (select from categories where parent_id = c.id and id <> all(${addedIn(changes)}::text[]))`);
      result.removed += rowCount;
    });
    await inTransaction(db, (tx) => undoTranslations(tx, importId));
    await refreshAllStaleListings(db);
    await db.execute(sql`update imports set state = 'undone', ended_at = ${now()} where id = ${importId}`);
    return result;
  });
}

/** Undoes a batch of changes and deletes their log in the same transaction; false if none are left. */
function undoBatch(
  db: Db,
  importId: number,
  record: string,
  maxRecords: number,
  undo: (tx: Db, changes: ChangeRow[]) => Promise<void>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`
      select set_config('endpaper.cause', ${`undo ${importId}`}, true), set_config('endpaper.announcement', 'later', true),
        set_config('endpaper.listings', 'later', true)`);
    const { rows } = await tx.execute<ChangeRow>(sql`
      delete from import_changes where import_id = ${importId} and record = ${record} and record_id = any(array(
        select record_id from import_changes
        where import_id = ${importId} and record = ${record} order by record_id limit ${maxRecords}))
      returning record_id as id, before, after`);
    const changes = rows.length > 0 ? rows : await takeAdditions(tx, importId, record);
    if (changes.length === 0) return false;
    await undo(tx, changes);
    return true;
  });
}

/**
 * Takes the rows added by a batch of the import, the latest batch first: the parent of an imprint or category was added
 * in the same batch or before. All changes to these rows have been undone before.
 */
async function takeAdditions(tx: Db, importId: number, record: string): Promise<ChangeRow[]> {
  const { rows } = await tx.execute<{ recordIds: string[] }>(sql`
    delete from import_additions where id = (
      select id from import_additions where import_id = ${importId} and record = ${record} order by id desc limit 1)
    returning record_ids`);
  return (rows[0]?.recordIds ?? []).map((id) => ({ id, before: null, after: null }));
}

/** Returns the ids of the books with restored fields. */
async function undoBooks(
  tx: Db,
  importId: number,
  changes: ChangeRow[],
  result: UndoResult,
  at: Date,
): Promise<Set<string>> {
  const books = await readBooksByIds(
    tx,
    changes.map(({ id }) => id),
  );
  await removeBooks(tx, importId, changes, books, result);
  const altered = restoreFields(changes, books, result);
  await alterBooks(tx, altered);
  await restoreOrigins(tx, "books", [...altered, ...giveBackClaims(importId, changes, books)], at);
  await chooseMainEditions(tx, [...new Set([...books.values()].map(({ now }) => textIn(now, "work_id")))]);
  return new Set(altered.map(({ entity }) => entity.id));
}

async function removeBooks(tx: Db, importId: number, changes: ChangeRow[], books: Entities, result: UndoResult) {
  const untouched = addedIn(changes).filter((id) => {
    const book = books.get(id);
    if (!book) return false;
    if (Object.entries(book.origins).every(isPictureOfFile)) return true;
    result.left.push(`${id} was not deleted, because it was changed since.`);
    return false;
  });
  const { rows: named } = await tx.execute<{ id: string }>(sql`
    select b.id from books b where b.id = any(${untouched}::text[])
      and (exists (select from order_lines l where l.book_id = b.id) or exists (select from bundle_books u where u.book_id = b.id))
    order by b.id`);
  const kept = new Set(named.map(({ id }) => id));
  await tx.execute(sql`update books set is_listed = false where id = any(${[...kept]}::text[])`);
  for (const id of kept)
    result.left.push(`${id} is hidden from readers, but not deleted, because an order or an offer contains it.`);
  const gone = untouched.filter((id) => !kept.has(id));
  await saveDeletedBooks(tx, gone, { importId });
  const { rowCount } = await tx.execute(sql`delete from books where id = any(${gone}::text[])`);
  result.removed += rowCount;
}

/** A picture that was fetched automatically is deleted with its book. */
function isPictureOfFile([field, { by }]: [string, Origins[string]]): boolean {
  return field === "cover_image_id" && by !== "person";
}

async function undoWorks(tx: Db, changes: ChangeRow[], result: UndoResult, at: Date) {
  const { rowCount } = await tx.execute(sql`
    delete from works w where id = any(${addedIn(changes)}::text[])
      and not exists (select from books where work_id = w.id)`);
  result.removed += rowCount;
  const works = await readWorksByIds(
    tx,
    changes.map(({ id }) => id),
  );
  const altered = restoreFields(await withMergedAuthors(tx, changes), works, result);
  await alterWorks(tx, altered);
  await restoreOrigins(tx, "works", altered, at);
  await updateCoverKeys(tx, [...works.keys()]);
}

/**
 * Returns the changes, with the ids of the remaining authors in place of authors who were merged by hand since then.
 */
async function withMergedAuthors(tx: Db, changes: ChangeRow[]): Promise<ChangeRow[]> {
  const peopleIn = (fields: unknown) => ((fields as Fields | null)?.contributors ?? []) as [string, string][];
  const named = changes.flatMap(({ before, after }) => [...peopleIn(before), ...peopleIn(after)].map(([id]) => id));
  const { rows } = await tx.execute<{ oldId: string; newId: string }>(sql`
    select old_id, new_id from moved_addresses
    where kind = 'author' and old_id = any(${[...new Set(named)]}::text[])`);
  if (rows.length === 0) return changes;
  const moved = new Map(rows.map(({ oldId, newId }) => [oldId, newId]));
  const joined = (fields: unknown) => {
    if (!peopleIn(fields).some(([id]) => moved.has(id))) return fields;
    const people = peopleIn(fields).map(([id, role]) => JSON.stringify([moved.get(id) ?? id, role]));
    return {
      ...(fields as Fields),
      contributors: [...new Set(people)].map((person) => JSON.parse(person) as string[]),
    };
  };
  return changes.map((change) => ({ ...change, before: joined(change.before), after: joined(change.after) }));
}

async function undoAuthors(tx: Db, changes: ChangeRow[], result: UndoResult, at: Date) {
  const { rowCount } = await tx.execute(sql`
    delete from authors a where id = any(${addedIn(changes)}::text[]) and field_origins = '{}'
      and not exists (select from work_contributors where author_id = a.id)`);
  result.removed += rowCount;
  const restored = changes.filter(({ before }) => before !== null);
  await tx.execute(sql`
    update authors a set bio = change.before ->> 'bio', field_origins = a.field_origins - 'bio', restored_at = ${at}
    from jsonb_to_recordset(${JSON.stringify(restored)}::jsonb) as change (id text, before jsonb, after jsonb)
    where a.id = change.id and a.bio = change.after ->> 'bio'`);
  result.restored += restored.length;
}

/** Restores the fields that still have the value of the import. */
function restoreFields(changes: ChangeRow[], entities: Entities, result: UndoResult): Altered[] {
  const altered: Altered[] = [];
  for (const { id, before, after } of changes) {
    const entity = entities.get(id);
    if (before === null || !entity) continue;
    const restored: Fields = {};
    const { field_origins: origins, ...fields } = before as Fields & { field_origins: unknown };
    for (const [field, value] of Object.entries(fields)) {
      if (!isSame(entity.now[field], (after as Fields)[field])) {
        result.left.push(`${id}: ${field} was not restored, because it was changed since.`);
        continue;
      }
      entity.now[field] = value;
      restored[field] = value;
      putBackOrigin(entity, field, (origins as Record<string, Origins[string] | null>)[field]);
    }
    if (Object.keys(restored).length === 0) continue;
    altered.push({ entity, after: restored });
    result.restored += 1;
  }
  return altered;
}

/** Restores the origins of prices that the till's file contained unchanged. */
function giveBackClaims(importId: number, changes: ChangeRow[], books: Entities): Pick<Altered, "entity">[] {
  return changes.flatMap(({ id, before }) => {
    const book = books.get(id);
    if (before === null || !book) return [];
    const { field_origins: origins, ...fields } = before as Fields & { field_origins: unknown };
    const claimed = Object.entries(origins as Record<string, Origins[string] | null>).filter(
      ([field]) => !(field in fields) && book.origins[field]?.by === `stock ${importId}`,
    );
    for (const [field, origin] of claimed) putBackOrigin(book, field, origin);
    return claimed.length > 0 ? [{ entity: book }] : [];
  });
}

function putBackOrigin({ origins }: Entity, field: string, origin: Origins[string] | null | undefined) {
  if (origin) origins[field] = origin;
  else delete origins[field];
}

/** Restores the origins of fields; the time is stored in `restored_at`. */
export async function restoreOrigins(
  tx: Db,
  table: "books" | "works",
  altered: Pick<Altered, "entity">[],
  at: Date,
): Promise<void> {
  const rows = JSON.stringify(altered.map(({ entity: { id, origins } }) => ({ id, origins })));
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as given (id text, origins jsonb)`;
  const restored = sql`field_origins = given.origins, restored_at = ${at} from ${given}`;
  if (table === "books") await tx.execute(sql`update books b set ${restored} where b.id = given.id`);
  else await tx.execute(sql`update works w set ${restored} where w.id = given.id`);
}

function addedIn(changes: ChangeRow[]): string[] {
  return changes.filter(({ before }) => before === null).map(({ id }) => id);
}
