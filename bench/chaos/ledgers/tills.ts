/** Compares the sales and the cash of tills, and the orders that were collected, with the shop's records. */
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { cashOf, isBack, type TillClaims } from "./till-claims.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";

/** The differences between what happened at the counter and what the shop says. */
export async function findTillBreaches(db: Db, claims: TillClaims): Promise<string[]> {
  return [
    ...claims.waiting.map(({ sale }) => `The sale ${sale.id} was never answered.`),
    ...(await compareSales(db, claims)),
    ...(await compareCash(db, claims)),
    ...(await compareCollections(db, claims)),
  ];
}

/** Each sale of a till is recorded once, with its sum. */
async function compareSales(db: Db, { sales }: TillClaims): Promise<string[]> {
  const { rows } = await db.execute<{ id: string; number: string; total: number; bills: number; back: number }>(sql`
    select s.id, o.number, o.total_paise::float8 as total,
      (select count(*)::int from documents d where d.order_id = o.id and d.kind = 'bill') as bills,
      (select coalesce(sum(r.amount_paise), 0)::float8 from refunds r where r.order_id = o.id and r.state = 'processed') as back
    from counter_sales s join orders o on o.id = s.order_id`);
  const recorded = new Map(rows.map((row) => [row.id, row]));
  return [
    ...rows.filter(({ id }) => !sales.has(id)).map(({ number }) => `No till has made the sale ${number}.`),
    ...[...sales].flatMap(([id, { sale, orderNumber, back }]) => {
      const row = recorded.get(id);
      const given = isBack(back) ? sale.totalPaise : 0;
      const isSame =
        row?.number === orderNumber && row.total === sale.totalPaise && row.bills === 1 && row.back === given;
      return isSame
        ? []
        : [
            `The sale ${orderNumber} of ${formatPaise(sale.totalPaise)}, of which ${formatPaise(given)} was given back, is recorded as ${JSON.stringify(row ?? "nothing")}.`,
          ];
    }),
  ];
}

/** All cash of a till belongs to one of its counts, or to the next. */
async function compareCash(db: Db, claims: TillClaims): Promise<string[]> {
  const { rows } = await db.execute<{ till: string; cash: number }>(sql`
    select t.code as till, (
      coalesce((select sum(c.expected_paise - c.before) from (select expected_paise,
        lag(left_paise, 1, 0::bigint) over (order by id) as before from till_counts where till = t.code) c), 0)
      + coalesce((select sum(s.cash_paise) from counter_sales s where s.till = t.code and s.count_id is null), 0)
      - coalesce((select sum(r.cash_paise) from counter_refunds r where r.till = t.code and r.count_id is null), 0))::float8 as cash
    from tills t`);
  return rows.flatMap(({ till, cash }) => {
    const truth = cashOf(claims, till);
    return cash === truth
      ? []
      : [`The till ${till} took ${formatPaise(truth)} in cash, but the shop says ${formatPaise(cash)}.`];
  });
}

/** An order was handed over exactly if its reader has it, and is paid exactly if its reader paid. */
async function compareCollections(db: Db, { collections }: TillClaims): Promise<string[]> {
  const { rows } = await db.execute<{ number: string; isDelivered: boolean; paise: number; isPaid: boolean }>(sql`
    select o.number, coalesce(o.fulfilment_state = 'delivered', false) as is_delivered, o.paid_at is not null as is_paid,
      coalesce((select sum(p.amount_paise - (select coalesce(sum(r.amount_paise), 0) from refunds r
          where r.payment_id = p.id and r.state = 'processed' and r.paid_by is null)) from payments p
        where p.order_id = o.id and p.provider = 'on-delivery' and p.status = 'captured'), 0)::float8 as paise
    from orders o where o.delivery_method = 'collection' and o.confirmed_at is not null`);
  return rows.flatMap(({ number, isDelivered, isPaid, paise }) => {
    const known = collections.get(number);
    const isHanded = known?.fate === "handed over";
    return [
      ...(isDelivered === isHanded
        ? []
        : [
            `${number} is ${isDelivered ? "" : "not "}handed over in the shop, but its reader ${isHanded ? "has it" : "has it not"}.`,
          ]),
      ...(paise === (known?.duePaise ?? 0)
        ? []
        : [
            `The reader of ${number} paid ${formatPaise(known?.duePaise ?? 0)} at the counter, but the shop says ${formatPaise(paise)}.`,
          ]),
      ...(isHanded && !isPaid ? [`${number} is handed over, and not paid.`] : []),
    ];
  });
}
