import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { setPrices, type Prices } from "#shop/catalogue/editing/bulk/set-prices.server.ts";
import { lotsSql } from "#shop/catalogue/stock/lots-sql.ts";
import { lockBookSaving } from "#shop/catalogue/editing/lock-book-saving.server.ts";
import { recorded } from "#shop/kernel/audit-log/write-audit-log.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import type { DbAndClock } from "#shop/services.ts";

/** An MRP that a book gets when the copies with the present one are sold. */
export interface PlannedMrp extends Prices {
  /** Copies on hand with the present MRP. */
  oldCopies: number;
}

/** Plans an MRP and price of a book; replaces an earlier plan. */
export async function planMrp(
  tx: Db,
  bookId: string,
  { mrpPaise, pricePaise }: Prices,
  { staffId, at }: { staffId: number; at: Date },
): Promise<void> {
  await tx.execute(sql`
    insert into planned_mrps (book_id, mrp_paise, price_paise, planned_by, planned_at)
    values (${bookId}, ${mrpPaise}, ${pricePaise}, ${staffId}, ${at})
    on conflict (book_id) do update set mrp_paise = excluded.mrp_paise, price_paise = excluded.price_paise,
      planned_by = excluded.planned_by, planned_at = excluded.planned_at`);
}

/** Deletes the plan of a book; returns it, or null if there is none. */
export async function dropPlannedMrp(tx: Db, bookId: string): Promise<Prices | null> {
  const { rows } = await tx.execute<Prices>(sql`
    delete from planned_mrps where book_id = ${bookId} returning mrp_paise, price_paise`);
  return rows[0] ?? null;
}

/** SQL for the copies on hand of the planned book `p` that do not have the planned MRP: those outside its lots. */
const oldCopiesSql = sql`(
  coalesce((select s.on_hand from stock s where s.book_id = p.book_id), 0)
  - coalesce((select sum(m.left_copies) from (${lotsSql(sql`array[p.book_id]`)}) m where m.mrp_paise >= p.mrp_paise), 0))::int`;

/** The planned MRP of a book; null if there is none. */
export async function findPlannedMrp(db: Db, bookId: string): Promise<PlannedMrp | null> {
  const { rows } = await db.execute<PlannedMrp>(sql`
    select p.mrp_paise, p.price_paise, ${oldCopiesSql} as old_copies from planned_mrps p where p.book_id = ${bookId}`);
  return rows[0] ?? null;
}

/**
 * Sets the planned MRPs and prices of books that have no copy with the old MRP on hand. Drops a plan if the book's MRP
 * was changed meanwhile to the planned MRP or more.
 */
export async function applyPlannedMrps(services: DbAndClock): Promise<void> {
  const { rows } = await services.db.execute<{ bookId: string }>(sql`
    select p.book_id from planned_mrps p where ${oldCopiesSql} <= 0 order by p.planned_at limit 100`);
  for (const { bookId } of rows)
    await recorded(
      services,
      { actor: "shop" },
      async ({ db }) => {
        await lockBookSaving(db);
        // A sale or return that moves copies meanwhile waits.
        await db.execute(sql`select from stock where book_id = ${bookId} for update`);
        const { rows: due } = await db.execute<Prices & { title: string; wasMrp: number; wasPrice: number }>(sql`
          select p.mrp_paise, p.price_paise, w.title, b.mrp_paise as was_mrp, b.price_paise as was_price
          from planned_mrps p join books b on b.id = p.book_id join works w on w.id = b.work_id
          where p.book_id = ${bookId} and ${oldCopiesSql} <= 0`);
        const [plan] = due;
        if (!plan) return null;
        await dropPlannedMrp(db, bookId);
        if (plan.mrpPaise <= plan.wasMrp) return null;
        await setPrices(db, bookId, { mrpPaise: plan.wasMrp, pricePaise: plan.wasPrice }, plan);
        return plan;
      },
      (plan) =>
        plan && {
          action: "stock.take-mrp",
          words: `The old copies of “${plan.title}” are sold: its MRP is now ${formatPaise(plan.mrpPaise)} and its price ${formatPaise(plan.pricePaise)}, as planned.`,
          subject: `book ${bookId}`,
        },
    );
}
