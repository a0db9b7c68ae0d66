import { oneRow } from "#db/one-row.ts";
import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

/** The number of most popular works that `best_known` contains. */
export const maxBestKnown = 50_000;

/**
 * Copies the most popular works to `best_known`, with the columns that a search reads. Compares row versions (`xmin`),
 * so that only changed works are read.
 */
export async function refreshBestKnown(db: Db, atMost = maxBestKnown): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('enable_nestloop', 'off', true)`);
    const { rows } = await tx.execute<{ stale: string[] }>(sql`
      with head as materialized (
        select work_id, xmin as version from listings order by popularity desc, work_id limit ${atMost}),
      gone as (
        delete from best_known k where not exists (select from head h where h.work_id = k.work_id))
      select coalesce(array_agg(h.work_id), '{}') as stale
      from head h left join best_known_versions v on v.work_id = h.work_id and v.version = h.version
        left join best_known k on k.work_id = h.work_id
      where v.work_id is null or k.work_id is null`);
    const { stale } = oneRow(rows);
    if (stale.length === 0) return;
    await tx.execute(sql`select set_config('enable_nestloop', 'on', true)`);
    await tx.execute(sql`
      with fresh as materialized (
        select work_id, book_id, words, title, facets, popularity, price_paise, xmin as version from listings
        where work_id = any(${stale}::text[])),
      copied as (
        insert into best_known (work_id, book_id, words, title, facets, popularity, price_paise)
        select work_id, book_id, words, title, facets, popularity, price_paise from fresh order by popularity desc, work_id
        on conflict (work_id) do update set book_id = excluded.book_id, words = excluded.words, title = excluded.title,
          facets = excluded.facets, popularity = excluded.popularity, price_paise = excluded.price_paise)
      insert into best_known_versions (work_id, version) select work_id, version from fresh order by work_id
      on conflict (work_id) do update set version = excluded.version`);
  });
}
