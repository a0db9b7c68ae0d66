import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

/**
 * Recounts the words of listed works, by which misspelled searches are corrected; takes seconds for a million works.
 */
export async function countSearchTerms(db: Db): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select set_config('work_mem', '64MB', true)`);
    await tx.execute(sql`
      with counted as materialized (
        select word, count(*)::int as works
        from (select unnest(string_to_array(split_part(l.words, ' ~ ', 1), ' ')) as word from listings l) each
        where length(word) between 2 and 40 and word !~ '^[0-9]+$'
        group by word),
      gone as (
        delete from search_words w where not exists (select from counted c where c.word = w.word))
      insert into search_words as known (word, works) select word, works from counted order by word
      on conflict (word) do update set works = excluded.works where known.works <> excluded.works`);
  });
}
