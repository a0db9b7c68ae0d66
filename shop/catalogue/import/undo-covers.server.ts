import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import type { UndoResult } from "./undo-result.ts";

/** The changed columns of a row, before and after an import; `before` is null for an added row. */
export interface ChangeRow {
  id: string;
  before: unknown;
  after: unknown;
}

/** Restores the covers of books, unless they were changed since or the earlier picture is gone. */
export async function undoCovers(tx: Db, changes: ChangeRow[], result: UndoResult): Promise<void> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    update books b set cover_image_id = c.before ->> 'cover_image_id'
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (id text, before jsonb, after jsonb)
    where b.id = c.id and b.cover_image_id = c.after ->> 'cover_image_id'
      and (c.before ->> 'cover_image_id' is null
        or exists (select from cover_images where id = c.before ->> 'cover_image_id' and is_stored))
    returning b.id`);
  const restored = new Set(rows.map(({ id }) => id));
  result.restored += restored.size;
  const kept = changes.filter(({ id }) => !restored.has(id));
  const { rows: unchanged } = await tx.execute<{ id: string }>(sql`
    select b.id from books b
    join jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as c (id text, after jsonb) on c.id = b.id
    where b.cover_image_id = c.after ->> 'cover_image_id'`);
  const withoutEarlier = new Set(unchanged.map(({ id }) => id));
  for (const { id } of kept) {
    const reason = withoutEarlier.has(id) ? "the earlier picture is no longer kept" : "it was changed since";
    result.left.push(`${id}: the cover was not restored, because ${reason}.`);
  }
}
