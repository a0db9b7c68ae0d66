/** Counts the cash of a till against what should be in it: sales, returns, and what was put in and taken out since the last count. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";

import type { Db } from "#db/connect.ts";
import type { DbAndClock } from "#shop/services.ts";

/** Cash as it was counted, and what stays in the till. */
export interface CountedCash {
  till: string;
  countedPaise: number;
  leftPaise: number;
  note: string;
  staffId: number;
}

/** A count of a till's cash, with the sums of the sales and returns that belong to it. */
export interface TillCount {
  id: string;
  countedAt: string;
  countedBy: string;
  expectedPaise: number;
  countedPaise: number;
  leftPaise: number;
  note: string;
  sales: number;
  cashPaise: number;
  upiPaise: number;
  cardPaise: number;
  givenBackPaise: number;
  /** Put in, less what was taken out. */
  movedPaise: number;
}

/**
 * Records a count. All sales, returns and moves of cash that were recorded before belong to it; later ones belong to the next, even
 * if they were made earlier without a connection.
 */
export function countTill(
  { db, now }: DbAndClock,
  { till, countedPaise, leftPaise, note, staffId }: CountedCash,
): Promise<{ expectedPaise: number } | null> {
  return inTransaction(db, async (tx) => {
    // Two counts of one till wait for each other.
    const { rowCount } = await tx.execute(sql`select from tills where code = ${till} for update`);
    if (rowCount === 0) return null;
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into till_counts (till, counted_at, counted_by, expected_paise, counted_paise, left_paise, note)
      values (${till}, ${now().toISOString()}::timestamptz, ${staffId},
        coalesce((select left_paise from till_counts where till = ${till} order by id desc limit 1), 0),
        ${countedPaise}, ${leftPaise}, ${note})
      returning id`);
    const { id } = oneRow(rows);
    const { rows: sums } = await tx.execute<{ expectedPaise: string }>(sql`
      with sold as (update counter_sales set count_id = ${id} where till = ${till} and count_id is null returning cash_paise),
      given as (update counter_refunds set count_id = ${id} where till = ${till} and count_id is null returning cash_paise),
      moved as (update till_cash set count_id = ${id} where till = ${till} and count_id is null returning paise, undone_at)
      update till_counts c set expected_paise = c.expected_paise + coalesce((select sum(cash_paise) from sold), 0)
        - coalesce((select sum(cash_paise) from given), 0)
        + coalesce((select sum(paise) from moved where undone_at is null), 0)
      where c.id = ${id} returning expected_paise`);
    return { expectedPaise: Number(oneRow(sums).expectedPaise) };
  });
}

/** The last counts of a till, newest first. */
export async function listTillCounts(db: Db, till: string): Promise<TillCount[]> {
  const { rows } = await db.execute<{
    [Name in keyof TillCount]: TillCount[Name] extends number ? string : TillCount[Name];
  }>(sql`
    select c.id, c.counted_at::text as counted_at, p.name as counted_by, c.expected_paise, c.counted_paise, c.left_paise, c.note,
      count(s.order_id) as sales, coalesce(sum(s.cash_paise), 0)::bigint as cash_paise,
      coalesce(sum(s.upi_paise), 0)::bigint as upi_paise, coalesce(sum(s.card_paise), 0)::bigint as card_paise,
      (select coalesce(sum(g.cash_paise), 0)::bigint from counter_refunds g where g.count_id = c.id) as given_back_paise,
      (select coalesce(sum(m.paise), 0)::bigint from till_cash m where m.count_id = c.id and m.undone_at is null) as moved_paise
    from (select * from till_counts where till = ${till} order by id desc limit 31) c
    join staff p on p.id = c.counted_by left join counter_sales s on s.count_id = c.id
    group by c.id, c.counted_at, p.name, c.expected_paise, c.counted_paise, c.left_paise, c.note order by c.id desc`);
  return rows.map((row) => ({
    ...row,
    expectedPaise: Number(row.expectedPaise),
    countedPaise: Number(row.countedPaise),
    leftPaise: Number(row.leftPaise),
    sales: Number(row.sales),
    cashPaise: Number(row.cashPaise),
    upiPaise: Number(row.upiPaise),
    cardPaise: Number(row.cardPaise),
    givenBackPaise: Number(row.givenBackPaise),
    movedPaise: Number(row.movedPaise),
  }));
}

/** The sales of a till since its last count. The cash is not told: it is counted first. */
export async function sumUncounted(
  db: Db,
  till: string,
): Promise<{ sales: number; upiPaise: number; cardPaise: number }> {
  const { rows } = await db.execute<{ sales: string; upiPaise: string; cardPaise: string }>(sql`
    select count(*) as sales, coalesce(sum(upi_paise), 0)::bigint as upi_paise, coalesce(sum(card_paise), 0)::bigint as card_paise
    from counter_sales where till = ${till} and count_id is null`);
  const { sales, upiPaise, cardPaise } = oneRow(rows);
  return { sales: Number(sales), upiPaise: Number(upiPaise), cardPaise: Number(cardPaise) };
}
