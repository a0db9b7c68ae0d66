import { oneRow } from "#db/one-row.ts";
import { COVER_VERSION } from "#covers/draw-cover.ts";
import { portraitKey } from "#covers/draw-portrait.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Db } from "#db/connect.ts";
import { updateCoverKeys } from "#shop/catalogue/cover-designs/cover-subjects.server.ts";
import { runThrottled } from "#shop/kernel/throttle/throttle.server.ts";
import type { Services } from "#shop/services.ts";

const batchSize = 500;

/**
 * Computes new keys of drawn covers and portraits after an upgrade, one batch per call. It handles those whose key a
 * migration has cleared, because they are drawn differently now, and all covers once after `COVER_VERSION` has changed.
 * Returns how many rows it processed; 0 means that all are done.
 */
export function updateDrawingKeys({ db }: Pick<Services, "db">): Promise<number> {
  return runThrottled(db, () =>
    inTransaction(db, async (tx) => {
      const { rows: works } = await tx.execute<{ id: string }>(sql`
        select distinct work_id as id from books where cover_key = '' order by work_id limit ${batchSize}`);
      const walked = await walkOn(tx);
      await updateCoverKeys(tx, [...works.map(({ id }) => id), ...walked]);
      const { rows: authors } = await tx.execute<{ id: string; name: string }>(sql`
        select id, name from authors where image_url = '' order by id limit ${batchSize} for no key update`);
      const named = authors.map((author) => ({ id: author.id, url: `/portraits/${portraitKey(author)}-320.webp` }));
      await tx.execute(sql`
        update authors a set image_url = named.url
        from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named (id text, url text) where a.id = named.id`);
      return works.length + walked.length + authors.length;
    }),
  );
}

/**
 * The next batch of works whose cover keys may come from an earlier version of the drawing; empty when all are done.
 */
async function walkOn(tx: Db): Promise<string[]> {
  const { rows: begun } = await tx.execute<{ reached: string | null }>(sql`
    insert into cover_walks as known (job, version, reached) values ('drawings', ${COVER_VERSION}, '')
    on conflict (job) do update set version = excluded.version,
      reached = case when known.version = excluded.version then known.reached else '' end
    returning reached`);
  const { reached } = oneRow(begun);
  if (reached === null) return [];
  const { rows: works } = await tx.execute<{ id: string }>(
    sql`select id from works where id > ${reached} order by id limit ${batchSize}`,
  );
  const last = works.length < batchSize ? null : (works.at(-1)?.id ?? null);
  await tx.execute(sql`update cover_walks set reached = ${last} where job = 'drawings'`);
  return works.map(({ id }) => id);
}
