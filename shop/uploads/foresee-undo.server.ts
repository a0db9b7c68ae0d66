import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";

/** What undoing an import would do, as far as it can be told before. */
export interface UndoForesight {
  id: number;
  fileName: string;
  state: "running" | "done" | "undone";
  startedAt: string;
  /** Books that it added and that go. */
  goes: number;
  /** Books that it added and that stay: an order or an offer names them, so they are only taken off the shelf. */
  sold: number;
  /** Books that it added and that stay as they are: they were changed since. */
  changedSince: number;
  /** Books that it changed and that get back what was there before. */
  restored: number;
  /** Of them, those of which a field stays, because it was changed since. */
  partly: number;
  /** The first titles of what stays, and why. */
  stays: { bookId: string; title: string; why: "sold" | "changed" }[];
}

/** What undoing an import would remove, put back and leave; null when there is no such import. */
export async function foreseeUndo(db: Db, importId: number): Promise<UndoForesight | null> {
  const { rows } = await db.execute<UndoForesight>(sql`
    with added as (
      select unnest(a.record_ids) as id from import_additions a where a.import_id = ${importId} and a.record = 'book'
      union select c.record_id from import_changes c
        where c.import_id = ${importId} and c.record = 'book' and c.before is null),
    kept as (
      select b.id, b.work_id, case
          when exists (select from jsonb_each(b.field_origins) o
            where o.key <> 'cover_image_id' or o.value ->> 'by' = 'person') then 'changed'
          when exists (select from order_lines l where l.book_id = b.id)
            or exists (select from bundle_books u where u.book_id = b.id) then 'sold' end as why
      from added join books b on b.id = added.id),
    altered as (
      select c.record_id, exists (
          select from jsonb_object_keys(c.before - 'field_origins') f
          where b.field_origins -> f ->> 'by' not in (${`import ${importId}`}, ${`stock ${importId}`})) as is_partly
      from import_changes c join books b on b.id = c.record_id
      where c.import_id = ${importId} and c.record = 'book' and c.before is not null)
    select i.id::int as id, i.file_name, i.state, i.started_at,
      (select count(*)::int from kept where why is null) as goes,
      (select count(*)::int from kept where why = 'sold') as sold,
      (select count(*)::int from kept where why = 'changed') as changed_since,
      (select count(*)::int from altered) as restored,
      (select count(*)::int from altered where is_partly) as partly,
      coalesce((select json_agg(json_build_object('bookId', k.id, 'title', w.title, 'why', k.why) order by k.id)
        from (select * from kept where why is not null order by id limit 20) k join works w on w.id = k.work_id), '[]')
        as stays
    from imports i where i.id = ${importId}`);
  return rows[0] ?? null;
}
