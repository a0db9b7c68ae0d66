import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { chartLength, isChartOfSales, listChartWorks } from "#shop/catalogue/books/lists.server.ts";

/** How often sales are counted, in seconds. */
export const chartSeconds = 60;

/**
 * Recomputes the sales weight of each work: the copies of all its editions that were sold in the last 30 days, where a
 * sale loses half its weight in 10 days. Weights are those at the beginning of the day (UTC), so that within a day only
 * works with new or expired sales change; these are added to `stale_listings`. When the order of the chart changes, the
 * pages with its books become stale. When the first sale enters the chart or the last one expires, all pages do:
 * otherwise one page would call the chart "top rated" while another counts copies sold.
 */
export async function refreshRecentSales(db: Db, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const read = async () => ({ isOfSales: await isChartOfSales(tx), works: await listChartWorks(tx, chartLength) });
    const before = await read();
    await countSales(tx, now);
    const after = await read();
    const works = [...before.works, ...after.works];
    if (before.isOfSales !== after.isOfSales) await tx.execute(sql`select announce_catalogue()`);
    else if (before.works.join() !== after.works.join())
      await tx.execute(sql`
        select announce_books(array(select id from books where work_id = any(${works}::text[])))`);
  });
}

async function countSales(db: Db, now: Date): Promise<void> {
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    with counted as (
      select e.work_id, sum(-m.delta * power(0.5::float8, extract(epoch from date_trunc('day', ${at}, 'UTC') - m.created_at)::float8 / 864000)) as weight
      from stock_moves m join books e on e.id = m.book_id
      where m.cause = 'sale' and m.created_at > ${at} - interval '30 days'
      group by e.work_id),
    forgotten as (
      delete from recent_sales r where not exists (select from counted c where c.work_id = r.work_id) returning work_id),
    sold as (
      insert into recent_sales as known (work_id, weight)
      select work_id, weight from counted where weight > 0 order by work_id
      on conflict (work_id) do update set weight = excluded.weight
      where abs(known.weight - excluded.weight) > 0.000001 * excluded.weight
      returning work_id)
    insert into stale_listings (work_id) select work_id from forgotten union all select work_id from sold`);
}
