/** Counts what undoing an import would delete, restore and leave, in steps that do not block readers. */

import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { runThrottled } from "#shop/kernel/throttle/throttle.server.ts";
import type { ImportKind } from "#shop/catalogue/import/list-imports.server.ts";
import type { Services } from "#shop/services.ts";
import { StoppedError } from "./background-jobs.server.ts";
import { isRunningSql } from "./running-imports.server.ts";

/** The predicted result of undoing an import. */
export interface UndoPreview {
  id: number;
  kind: ImportKind;
  fileName: string;
  state: "running" | "done" | "undone";
  /** Whether a process imports it now, so that it cannot be undone yet. */
  isRunning: boolean;
  startedAt: string;
  /** Books stored for look-ups from its file; a later file may have replaced some. */
  lookups: number;
  /** Rows of the import that were counted so far. */
  looked: number;
  /** ISO time at which the count was completed; null while it is running. */
  countedAt: string | null;
  /** Books that it added and that would be deleted. */
  goes: number;
  /** Books that it added and that would only be hidden from readers, because an order or a bundle refers to them. */
  sold: number;
  /** Books that it added and that would stay unchanged, because they were changed since. */
  changedSince: number;
  /** Books that it changed and that would be restored. */
  restored: number;
  /** How many of `restored` keep a field that was changed since. */
  partly: number;
  /** The first titles of books that would stay, and the reason. */
  stays: { bookId: string; title: string; why: "sold" | "changed" }[];
}

/** A completed count is reused for this number of minutes. */
const keptMinutes = 5;
/** Batches of additions and number of changed books per step; a request takes the short step. */
const [shortStep, longStep] = [
  { additions: 2, changes: 500 },
  { additions: 20, changes: 5_000 },
];
/** Upper bound on the named books that would stay. */
const namedBooks = 20;

type StepServices = Pick<Services, "db" | "now" | "uploads">;

/**
 * Predicts the result of undoing an import; null if it does not exist. A short import is counted at once. The count of
 * a long one continues in this process after the response, in steps; `countedAt` is null until it is complete.
 */
export async function previewUndo(services: StepServices, importId: number): Promise<UndoPreview | null> {
  const { db, now, uploads } = services;
  const known = await readForesight(db, importId);
  if (!known || known.isRunning || known.state === "undone") return known;
  const isFresh = known.countedAt !== null && now().getTime() - Date.parse(known.countedAt) < keptMinutes * 60_000;
  if (isFresh) return known;
  if (known.countedAt !== null) await deleteUndoPreview(db, importId);
  if (!uploads.work.isDoing(nameOf(importId)) && !(await countOn(services, importId, shortStep)))
    uploads.work.begin(nameOf(importId), (throwIfStopped) => countAll(services, importId, throwIfStopped));
  return readForesight(db, importId);
}

/** Deletes the count, so that the next request starts a new one. */
export async function deleteUndoPreview(db: Db, importId: number): Promise<void> {
  await db.execute(sql`delete from undo_foresights where import_id = ${importId}`);
}

const nameOf = (importId: number) => `foresee ${importId}`;

async function countAll(services: StepServices, importId: number, throwIfStopped: () => void): Promise<void> {
  try {
    let isCounted = false;
    while (!isCounted) {
      throwIfStopped();
      isCounted = await runThrottled(services.db, (isThrottled) =>
        countOn(services, importId, isThrottled ? shortStep : longStep),
      );
    }
  } catch (error) {
    // The count so far is stored, and the next request continues it.
    if (!(error instanceof StoppedError || services.uploads.work.isStopped()))
      console.error("The count of an undo failed:", error);
  }
}

async function readForesight(db: Db, importId: number): Promise<UndoPreview | null> {
  const { rows } = await db.execute<Omit<UndoPreview, "stays"> & { stays: unknown }>(sql`
    select i.id::int as id, i.kind, coalesce((i.counts ->> 'kept')::int, 0) as lookups, i.file_name, i.state, ${isRunningSql} as is_running,
      i.started_at,
      coalesce(f.looked, 0) as looked, f.counted_at,
      coalesce(f.goes, 0) as goes, coalesce(f.sold, 0) as sold, coalesce(f.changed_since, 0) as changed_since,
      coalesce(f.restored, 0) as restored, coalesce(f.partly, 0) as partly,
      coalesce((select json_agg(json_build_object('bookId', s."bookId", 'title', w.title, 'why', s.why) order by s."bookId")
        from jsonb_to_recordset(coalesce(f.stays, '[]')) as s ("bookId" text, why text) join books b on b.id = s."bookId"
          join works w on w.id = b.work_id), '[]') as stays
    from imports i left join undo_foresights f on f.import_id = i.id where i.id = ${importId}`);
  const row = rows[0];
  return row ? { ...row, stays: row.stays as UndoPreview["stays"] } : null;
}

/**
 * Counts the next rows of the import; returns whether the count is complete. Optimistic lock: if two processes count at
 * the same time, the second adds nothing.
 */
async function countOn(
  { db, now }: Pick<Services, "db" | "now">,
  importId: number,
  { additions, changes }: typeof shortStep,
): Promise<boolean> {
  const { rows } = await db.execute<{ isCounted: boolean }>(sql`
    with known as materialized (
      select coalesce(max(last_addition), 0) as last_addition, coalesce(max(last_change), '') as last_change,
        coalesce(max(looked), 0) as looked, coalesce(max(goes), 0) as goes, coalesce(max(sold), 0) as sold,
        coalesce(max(changed_since), 0) as changed_since, coalesce(max(restored), 0) as restored,
        coalesce(max(partly), 0) as partly, coalesce((array_agg(stays))[1], '[]') as stays
      from undo_foresights where import_id = ${importId}),
    batch as materialized (
      select a.id, a.record_ids from import_additions a
      where a.import_id = ${importId} and a.record = 'book' and a.id > (select last_addition from known)
      order by a.id limit ${additions}),
    changed as materialized (
      select c.record_id, c.before, c.after from import_changes c
      where c.import_id = ${importId} and c.record = 'book' and c.record_id > (select last_change from known)
        and (select count(*) from batch) < ${additions}
      order by c.record_id limit ${changes}),
    added as (
      select unnest(record_ids) as id from batch union select record_id from changed where before is null),
    kept as materialized (
      select b.id, case
          when exists (select from jsonb_each(b.field_origins) o
            where o.key <> 'cover_image_id' or o.value ->> 'by' = 'person') then 'changed'
          when exists (select from order_lines l where l.book_id = b.id)
            or exists (select from bundle_books u where u.book_id = b.id) then 'sold' end as why
      from added join books b on b.id = added.id),
    altered as materialized (
      select exists (
          select from jsonb_object_keys(c.before - 'field_origins') f
          where case when f = 'cover_image_id' then b.cover_image_id is distinct from c.after ->> f
            else b.field_origins -> f ->> 'by' not in (${`import ${importId}`}, ${`stock ${importId}`}) end) as is_partly
      from changed c join books b on b.id = c.record_id where c.before is not null)
    insert into undo_foresights as counted (import_id, last_addition, last_change, looked, goes, sold, changed_since, restored,
      partly, stays, counted_at)
    select ${importId}, coalesce((select max(id) from batch), k.last_addition),
      coalesce((select max(record_id) from changed), k.last_change),
      k.looked + (select count(*) from added) + (select count(*) from changed where before is not null),
      k.goes + (select count(*) from kept where why is null), k.sold + (select count(*) from kept where why = 'sold'),
      k.changed_since + (select count(*) from kept where why = 'changed'), k.restored + (select count(*) from altered),
      k.partly + (select count(*) from altered where is_partly),
      (select coalesce(jsonb_agg(first_named.one order by first_named.one ->> 'bookId'), '[]') from (
        select named.one from (
          select jsonb_array_elements(k.stays) as one
          union all select jsonb_build_object('bookId', id, 'why', why) from kept where why is not null) named
        order by named.one ->> 'bookId' limit ${namedBooks}) first_named),
      case when (select count(*) from batch) < ${additions} and (select count(*) from changed) < ${changes}
        then ${now().toISOString()}::timestamptz end
    from known k
    on conflict (import_id) do update set last_addition = excluded.last_addition, last_change = excluded.last_change,
      looked = excluded.looked, goes = excluded.goes, sold = excluded.sold, changed_since = excluded.changed_since,
      restored = excluded.restored, partly = excluded.partly, stays = excluded.stays, counted_at = excluded.counted_at
    where counted.last_addition = (select last_addition from known) and counted.last_change = (select last_change from known)
      and counted.counted_at is null
    returning counted_at is not null as is_counted`);
  if (rows[0]) return rows[0].isCounted;
  const { rows: others } = await db.execute<{ isCounted: boolean }>(sql`
    select counted_at is not null as is_counted from undo_foresights where import_id = ${importId}`);
  return others[0]?.isCounted ?? false;
}
