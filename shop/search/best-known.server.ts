import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

/** So many works are the best known. */
export const maxBestKnown = 50_000;

/** Writes down which works are the best known, with what a search reads of them; only what has changed is written. */
export async function refreshBestKnown(db: Db, atMost = maxBestKnown): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(
      sql`select set_config('statement_timeout', '120000', true), set_config('enable_nestloop', 'off', true)`,
    );
    await tx.execute(sql`
      with head as materialized (
        select work_id, book_id, words, title, facets, popularity, price_paise from listings
        order by popularity desc, work_id limit ${atMost}),
      gone as (
        delete from best_known k where not exists (select from head h where h.work_id = k.work_id)),
      changed as (table head except table best_known)
      insert into best_known table changed order by popularity desc, work_id
      on conflict (work_id) do update set book_id = excluded.book_id, words = excluded.words, title = excluded.title,
        facets = excluded.facets, popularity = excluded.popularity, price_paise = excluded.price_paise`);
  });
}
