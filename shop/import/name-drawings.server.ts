import { portraitKey } from "#covers/draw-portrait.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import type { Services } from "#shop/services.ts";
import { drawCoversAnew } from "./save-rows.server.ts";

const batchSize = 500;

/**
 * Gives drawn covers and portraits names that an upgrade has taken away because it draws them otherwise now. Answers how
 * many it named; when that is none, all have theirs.
 */
export function nameDrawings({ db }: Pick<Services, "db">): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows: works } = await tx.execute<{ id: string }>(sql`
      select distinct work_id as id from books where cover_key = '' order by work_id limit ${batchSize}`);
    await drawCoversAnew(
      tx,
      works.map(({ id }) => id),
    );
    const { rows: authors } = await tx.execute<{ id: string; name: string }>(sql`
      select id, name from authors where image_url = '' order by id limit ${batchSize} for no key update`);
    const named = authors.map((author) => ({ id: author.id, url: `/portraits/${portraitKey(author)}-320.webp` }));
    await tx.execute(sql`
      update authors a set image_url = named.url
      from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as named (id text, url text) where a.id = named.id`);
    return works.length + authors.length;
  });
}
