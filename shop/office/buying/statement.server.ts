/** The statement of a supplier: what was ordered, received, billed, returned and paid, and what is owed. */
import type { Db } from "#db/connect.ts";
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";
import { bookOfCodeSql } from "#shop/office/stock-room/deliveries.server.ts";
import { lotsSql } from "#shop/catalogue/stock/lots-sql.ts";
import type { Supplier } from "./suppliers.server.ts";

/** The sums of a supplier, in paise. */
export interface SupplierSums {
  /** Purchase orders, without cancelled copies, at their discount. */
  orderedPaise: number;
  /** Worth of what came in good state, at its cost. */
  receivedPaise: number;
  /** Bills of deliveries that are not on consignment. */
  billedPaise: number;
  /** Cost of the copies on consignment that were sold. */
  consignmentPaise: number;
  /** Short and damaged copies. */
  claimedPaise: number;
  /** Returned books: by the credit note if it has come, otherwise by their cost. */
  returnedPaise: number;
  paidPaise: number;
}

/** A bill, return or payment. */
export interface SupplierEntry {
  kind: "bill" | "return" | "payment";
  id: number;
  /** ISO day. */
  day: string;
  /** The number of the bill, credit note or payment; may be empty. */
  number: string;
  paise: number;
  /** The ISO day on which a bill is due; null for others. */
  dueOn: string | null;
}

/** What is owed to a supplier; negative if the supplier owes. */
export function owedPaise(sums: SupplierSums): number {
  const { billedPaise, consignmentPaise, claimedPaise, returnedPaise, paidPaise } = sums;
  return billedPaise + consignmentPaise - claimedPaise - returnedPaise - paidPaise;
}

/** SQL for the cost of a copy of the line `l` of the delivery `d`, by the terms if none was typed; null if unknown. */
const costSql = sql`coalesce(l.cost_paise, (
  select round(coalesce(l.mrp_paise, b.mrp_paise) * (10000 - d.discount) / 10000.0)::int
  from books b where d.discount > 0 and b.id = ${bookOfCodeSql(sql`l.code`)}))`;

/** Adds up everything that was ever done with a supplier. */
export async function sumSupplier(db: Db, { id, name }: Pick<Supplier, "id" | "name">): Promise<SupplierSums> {
  const { rows } = await db.execute<SupplierSums>(sql`
    with came as (
      select d.basis, l.copies, l.damaged, greatest(0, coalesce(l.billed, 0) - l.copies - l.damaged) as short, ${costSql} as cost
      from deliveries d join delivery_lines l on l.delivery_id = d.id where lower(d.supplier) = lower(${name}))
    select coalesce(sum(copies * cost), 0)::float8 as received_paise,
      (select coalesce(sum((l.copies - l.cancelled) * round(l.mrp_paise * (10000 - o.discount) / 10000.0)), 0)::float8
        from purchase_orders o join purchase_order_lines l on l.order_id = o.id
        where o.supplier_id = ${id} and o.sent_at is not null) as ordered_paise,
      coalesce(sum((damaged + short) * cost) filter (where basis is distinct from 'consignment'), 0)::float8 as claimed_paise,
      (select coalesce(sum(billed_paise), 0)::float8 from deliveries d
        where lower(d.supplier) = lower(${name}) and d.basis is distinct from 'consignment') as billed_paise,
      (select coalesce(sum((m.copies - m.left_copies) * m.cost_paise), 0)::float8 from (${lotsSql(sql`array(
          select ${bookOfCodeSql(sql`l.code`)} from deliveries d join delivery_lines l on l.delivery_id = d.id
          where lower(d.supplier) = lower(${name}) and d.basis = 'consignment')`)}) m
        where lower(m.supplier) = lower(${name}) and m.basis = 'consignment') as consignment_paise,
      (select coalesce(sum(coalesce(r.credited_paise, (
          select sum(x.copies * l.cost_paise) from supplier_return_lines x
            join delivery_lines l on l.delivery_id = x.delivery_id and l.code = x.code
            join deliveries d on d.id = x.delivery_id and d.basis is distinct from 'consignment'
          where x.return_id = r.id), 0)), 0)::float8
        from supplier_returns r where r.supplier_id = ${id}) as returned_paise,
      (select coalesce(sum(paise), 0)::float8 from supplier_payments where supplier_id = ${id}) as paid_paise
    from came`);
  return oneRow(rows);
}

/** The maximum number of entries in a statement. */
export const maxEntries = 60;

/** The newest bills, returns and payments of a supplier. */
export async function listSupplierEntries(
  db: Db,
  { id, name, creditDays }: Pick<Supplier, "id" | "name" | "creditDays">,
): Promise<SupplierEntry[]> {
  const { rows } = await db.execute<SupplierEntry>(sql`
    select * from (
      select 'bill' as kind, d.id::int as id, coalesce(d.billed_on, (d.opened_at at time zone 'Asia/Kolkata')::date)::text as day,
        d.bill_number as number, coalesce(d.billed_paise, 0) as paise,
        case when d.billed_paise is not null then (d.billed_on + ${creditDays}::int)::text end as due_on
      from deliveries d where lower(d.supplier) = lower(${name})
      union all
      select 'return', r.id::int, (r.made_at at time zone 'Asia/Kolkata')::date::text, r.credit_number,
        coalesce(r.credited_paise, (select sum(x.copies * l.cost_paise) from supplier_return_lines x
          join delivery_lines l on l.delivery_id = x.delivery_id and l.code = x.code where x.return_id = r.id), 0)::int, null
      from supplier_returns r where r.supplier_id = ${id}
      union all
      select 'payment', p.id::int, p.paid_on::text, p.reference, p.paise, null from supplier_payments p
      where p.supplier_id = ${id}) entries
    order by day desc, kind, id desc limit ${maxEntries}`);
  return rows;
}

/** Notes a payment to a supplier; returns its id. */
export async function notePayment(
  tx: Db,
  supplierId: number,
  { paidOn, paise, reference }: { paidOn: string; paise: number; reference: string },
  staffId: number,
): Promise<number> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    insert into supplier_payments (supplier_id, paid_on, paise, reference, noted_by)
    values (${supplierId}, ${paidOn}::date, ${paise}, ${reference}, ${staffId}) returning id::int as id`);
  return oneRow(rows).id;
}
