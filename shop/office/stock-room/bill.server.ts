import type { Db } from "#db/connect.ts";
import { sql } from "#db/sql.ts";
import { cameSql } from "#shop/catalogue/stock/arriving.server.ts";
import { bookOfCodeSql, type Delivery, type DeliveryLine } from "./deliveries.server.ts";
import type { Basis } from "./terms.ts";

/** What a delivery's bill says, and the terms that differ from the supplier's. */
export interface Bill {
  billNumber: string;
  billedOn: string | null;
  billedPaise: number | null;
  chargesPaise: number;
  basis: Basis;
  purchaseOrderId: number | null;
}

/** The comparison of a bill with what came. */
export interface BillCheck {
  /** The books of the bill: what came, with short and damaged copies, at their costs. */
  booksPaise: number;
  /** What the bill asks for above the books and the charges; negative if it asks for less. Null without a total. */
  differencePaise: number | null;
  /** Titles of unknown cost, which the sum leaves out. */
  unknownCosts: number;
  claim: Claim;
}

/** Copies that were billed but cannot be sold, for which the supplier owes. */
export interface Claim {
  lines: (DeliveryLine & { short: number; damaged: number; unitPaise: number | null })[];
  paise: number;
}

/** Compares the bill of a delivery with what came of it, and lists what to claim. */
export function checkBill({ lines, billedPaise, chargesPaise }: Delivery): BillCheck {
  const priced = lines.map((line) => {
    const came = line.copies + line.damaged;
    const billed = line.billed ?? came;
    return {
      ...line,
      billedCopies: billed,
      short: Math.max(0, billed - came),
      unitPaise: line.costPaise ?? line.termsCostPaise,
    };
  });
  const booksPaise = priced.reduce((sum, { billedCopies, unitPaise }) => sum + billedCopies * (unitPaise ?? 0), 0);
  const claimed = priced.filter(({ short, damaged }) => short > 0 || damaged > 0);
  return {
    booksPaise,
    differencePaise: billedPaise === null ? null : billedPaise - chargesPaise - booksPaise,
    unknownCosts: priced.filter(({ unitPaise, billedCopies }) => unitPaise === null && billedCopies > 0).length,
    claim: {
      lines: claimed,
      paise: claimed.reduce((sum, { short, damaged, unitPaise }) => sum + (short + damaged) * (unitPaise ?? 0), 0),
    },
  };
}

/** Saves the bill of a locked delivery. Returns false if another delivery of this supplier has this bill. */
export async function saveBill(
  tx: Db,
  id: number,
  { billNumber, billedOn, billedPaise, chargesPaise, basis, purchaseOrderId }: Bill,
): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    update deliveries d set bill_number = ${billNumber}, billed_on = ${billedOn}::date, billed_paise = ${billedPaise}::int,
      charges_paise = ${chargesPaise}, basis = ${basis}, purchase_order_id = ${purchaseOrderId}::bigint,
      return_days = coalesce(d.return_days, (select s.return_days from suppliers s where lower(s.name) = lower(d.supplier)))
    where d.id = ${id} and (${billNumber} = '' or not exists (
      select from deliveries o where o.id <> d.id and lower(o.supplier) = lower(d.supplier)
        and lower(o.bill_number) = lower(${billNumber})))`);
  return rowCount === 1;
}

/** An order of the delivery's supplier to which it may belong. */
export interface OrderOfDelivery {
  id: number;
  lines: { code: string; title: string; copies: number; came: number }[];
}

/**
 * The sent orders of a delivery's supplier, with what is ordered of each book and not cancelled, and what came of it in
 * all deliveries: the order of the delivery, and at most nine other open ones, oldest first.
 */
export async function listOrdersOfDelivery(db: Db, deliveryId: number): Promise<OrderOfDelivery[]> {
  const { rows } = await db.execute<OrderOfDelivery>(sql`
    select o.id::int as id, (
      select coalesce(jsonb_agg(jsonb_build_object('code', l.code, 'copies', l.copies - l.cancelled, 'came', l.came,
          'title', coalesce(w.title, (select k.record ->> 'title' from lookup_books k where k.isbn13 = l.code), l.code))
        order by l.added_at, l.code), '[]')
      from (select l.*, ${cameSql} as came from purchase_order_lines l where l.order_id = o.id) l
        left join books b on b.id = ${bookOfCodeSql(sql`l.code`)} left join works w on w.id = b.work_id) as lines
    from deliveries d join suppliers s on lower(s.name) = lower(d.supplier) join purchase_orders o on o.supplier_id = s.id
    where d.id = ${deliveryId} and o.sent_at is not null and (o.id = d.purchase_order_id or exists (
      select from purchase_order_lines l where l.order_id = o.id and l.copies - l.cancelled > ${cameSql}))
    order by o.id = d.purchase_order_id desc nulls last, o.id limit 10`);
  return rows;
}
