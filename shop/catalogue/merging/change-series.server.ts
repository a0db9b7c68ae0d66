/** Adds, changes, merges and removes series at the desk. */
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { writeEntities } from "#shop/catalogue/editing/bulk/write-changes.server.ts";
import { findMovedAddress } from "#shop/catalogue/books/moved-addresses.server.ts";
import { idsOfName } from "#shop/catalogue/records/known-records.ts";
import { readWorksByIds } from "#shop/catalogue/records/read/read-known-records.server.ts";
import { textIn } from "#shop/catalogue/records/record-fields.ts";
import type { Fields } from "#shop/catalogue/fields/field-values.ts";
import { changedFields } from "#shop/kernel/audit-log/changed-fields.ts";
import { MergeError } from "./merge-error.ts";
import { faultOfSeries, findSeriesRecord, removeSeriesRecord, saveSeriesRecord } from "./series-record.server.ts";
import { maxWorksAtOnce, refuseTooMany } from "./works-at-once.server.ts";

const gone = "This series is not in the shop any more.";

/** Adds a series without books and returns its id. Throws MergeError. */
export async function addSeries(tx: Db, name: string, at: Date): Promise<string> {
  await lockBookSaving(tx);
  const wanted = idsOfName(name);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from series where id = any(${wanted}::text[])
    union select old_id from moved_addresses where kind = 'series' and old_id = any(${wanted}::text[])`);
  const id = wanted.find((one) => !rows.some((taken) => taken.id === one));
  if (id === undefined) throw new MergeError(`There are too many series called ${name}. Give another name.`);
  await orThrow(faultOfSeries(tx, id, { name }));
  await saveSeriesRecord(tx, id, { name, description: "" }, at);
  return id;
}

/** The number of a work in a series; null for a work without a number. */
export interface PlaceInSeries {
  workId: string;
  number: number | null;
}

/**
 * Updates name and description of a series, and adds, renumbers and removes works. Refuses works of another series.
 * Returns whether anything changed. Throws MergeError.
 */
export async function changeSeries(
  tx: Db,
  id: string,
  given: { name: string; description: string; places: PlaceInSeries[]; leaving: string[] },
  at: Date,
): Promise<boolean> {
  await lockBookSaving(tx);
  const before = await findSeriesRecord(tx, id, { forUpdate: true });
  if (!before) throw new MergeError(gone);
  const after = { ...before, name: given.name, description: given.description };
  const isRenamed = changedFields(before, after) !== null;
  if (isRenamed) {
    await orThrow(faultOfSeries(tx, id, after));
    await saveSeriesRecord(tx, id, after, at);
  }
  const works = await readWorksByIds(tx, [...given.places.map(({ workId }) => workId), ...given.leaving]);
  for (const { workId, number } of given.places) {
    const work = works.get(workId);
    if (!work) throw new MergeError("One of these books is not in the shop any more.");
    const now = placeOf(work.now);
    if (now && now[0] !== id)
      throw new MergeError(
        `“${textIn(work.now, "title")}” is in another series. Remove it there first, or change the series on its own page.`,
      );
    work.now.series = [id, number];
  }
  for (const workId of given.leaving) {
    const work = works.get(workId);
    if (work && placeOf(work.now)?.[0] === id) work.now.series = null;
  }
  const changed = await writeEntities(tx, [], [...works.values()]);
  return isRenamed || changed.length > 0;
}

/**
 * Merges the series `other` into `keep`: moves its books with their numbers and redirects its address. Null if they
 * were merged before. Throws MergeError.
 */
export async function mergeSeries(
  tx: Db,
  keep: string,
  other: string,
  at: Date,
): Promise<{ name: string; otherName: string; books: number } | null> {
  await lockBookSaving(tx);
  if (keep === other) throw new MergeError("A series cannot be joined with itself.");
  const [kept, left] = [
    await findSeriesRecord(tx, keep, { forUpdate: true }),
    await findSeriesRecord(tx, other, { forUpdate: true }),
  ];
  if (!left && (await findMovedAddress(tx, "series", other)) === keep) return null;
  if (!kept || !left) throw new MergeError(gone);
  const { rows } = await tx.execute<{ workId: string }>(
    sql`select work_id from series_works where series_id = ${other} limit ${maxWorksAtOnce + 1}`,
  );
  const ids = rows.map(({ workId }) => workId);
  refuseTooMany(ids, `${left.name} has`);
  const works = await readWorksByIds(tx, ids);
  for (const work of works.values()) {
    const now = placeOf(work.now);
    if (now?.[0] === other) work.now.series = [keep, now[1]];
  }
  await writeEntities(tx, [], [...works.values()]);
  // Works whose main series is another one keep that one and only lose this row.
  await tx.execute(sql`delete from series_works where series_id = ${other}`);
  const why = await removeSeriesRecord(tx, other, keep, at);
  if (why) throw new MergeError(`${left.name}: ${why}.`);
  return { name: kept.name, otherName: left.name, books: ids.length };
}

/** Deletes a series without books; null if it is already deleted. Throws MergeError. */
export async function removeSeries(tx: Db, id: string, at: Date): Promise<{ name: string } | null> {
  await lockBookSaving(tx);
  const record = await findSeriesRecord(tx, id, { forUpdate: true });
  if (!record) return null;
  const why = await removeSeriesRecord(tx, id, null, at);
  if (why) throw new MergeError(`${record.name} cannot be deleted: ${why}. Remove them first.`);
  return { name: record.name };
}

function placeOf({ series }: Fields): [string, number | null] | null {
  return (series ?? null) as [string, number | null] | null;
}

async function orThrow(fault: Promise<string | null>) {
  const why = await fault;
  if (why) throw new MergeError(`This is not possible: ${why}. Join the two.`);
}
