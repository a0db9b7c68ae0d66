/** What carriers owe the shop of the money that they collected, and the lines of their remittances to look at. */
import { oneRow } from "#db/one-row.ts";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import { carrierIds, nameCarrier } from "#shop/sales/carriers/carrier.ts";
import { amountToCollect } from "#shop/sales/orders/due-payment.server.ts";
import type { DbAndClock } from "#shop/services.ts";
import type { RemittanceOutcome } from "./record-remittance.server.ts";

/** Days after a delivery within which carriers usually pay; later money is late. */
export const usualRemittanceDays = 12;
const maxParcels = 300;
const carrierNames = Object.fromEntries(carrierIds.map((id) => [id, nameCarrier(id)]));

/** What one carrier owes. */
export interface CarrierDebt {
  carrier: string;
  parcels: number;
  owedPaise: number;
  /** Of parcels that were delivered more than `usualRemittanceDays` ago. */
  latePaise: number;
}

/** A delivered parcel whose money the carrier still has. */
export interface OwedParcel {
  carrier: string;
  trackingNumber: string;
  orderNumber: string;
  deliveredAt: string;
  duePaise: number;
  isLate: boolean;
}

/**
 * SQL: who pays for the parcel `s`: the carrier with which the shop booked it, which may have handed it on to a courier,
 * or else the carrier that the bookseller typed.
 */
const payer = sql`coalesce((select ${JSON.stringify(carrierNames)}::jsonb ->> b.carrier from parcel_bookings b
  where b.order_id = s.order_id and b.sent_place = s.place limit 1), s.carrier)`;

/** The orders whose money a carrier has, each with its last parcel. */
const owed = sql`
  select o.id, o.number, ${payer} as carrier, s.tracking_number, ${amountToCollect} as due_paise,
    coalesce((select max(e.created_at) from order_events e where e.order_id = o.id and e.to_state = 'delivered'), o.updated_at) as delivered_at
  from payments p join orders o on o.id = p.order_id
    join lateral (select order_id, place, carrier, tracking_number from shipments where order_id = o.id and failed_at is null and not is_extra
      order by place desc limit 1) s on true
  where p.status = 'due' and o.fulfilment_state = 'delivered'`;

/** The debts of all carriers, the largest first, and the parcels that are owed longest, at most 300. */
export async function listCarrierDebts({
  db,
  now,
}: DbAndClock): Promise<{ debts: CarrierDebt[]; parcels: OwedParcel[] }> {
  const late = sql`owed.delivered_at < ${now().toISOString()}::timestamptz - make_interval(days => ${usualRemittanceDays})`;
  const { rows } = await db.execute<{ found: { debts: CarrierDebt[]; parcels: OwedParcel[] } }>(sql`
    with owed as materialized (${owed})
    select json_build_object(
      'debts', (select coalesce(json_agg(d order by d."owedPaise" desc, d.carrier), '[]') from (
        select min(carrier) as carrier, count(*)::int as parcels, sum(due_paise) as "owedPaise",
          coalesce(sum(due_paise) filter (where ${late}), 0) as "latePaise" from owed group by lower(carrier)) d),
      'parcels', (select coalesce(json_agg(json_build_object('carrier', carrier, 'trackingNumber', tracking_number,
          'orderNumber', number, 'deliveredAt', delivered_at, 'duePaise', due_paise, 'isLate', late) order by delivered_at, number), '[]')
        from (select owed.*, coalesce(${late}, false) as late from owed order by delivered_at, number limit ${maxParcels}) first)) as found`);
  return oneRow(rows).found;
}

/** A line of a remittance that does not agree with the shop's records. */
export interface OddLine {
  remittanceId: number;
  position: number;
  carrier: string;
  utr: string;
  paidOn: string;
  trackingNumber: string;
  orderNumber: string;
  amountPaise: number;
  expectedPaise: number | null;
  outcome: RemittanceOutcome;
  /** The orders of its parcel. */
  orders: string[];
}

/** The lines to look at, oldest first, at most 300. A short line is not listed any more once its order is paid. */
export async function listOddLines(db: Db): Promise<OddLine[]> {
  const { rows } = await db.execute<{ found: OddLine[] }>(sql`
    select coalesce(json_agg(found), '[]') as found from (
      select r.id as "remittanceId", l.position, r.carrier, r.utr, r.paid_on as "paidOn", l.tracking_number as "trackingNumber",
        l.order_number as "orderNumber", l.amount_paise as "amountPaise", l.expected_paise as "expectedPaise", l.outcome,
        (select coalesce(json_agg(o.number order by o.id), '[]') from orders o where o.id = any(l.order_ids)) as orders
      from remittance_lines l join remittances r on r.id = l.remittance_id
      where l.outcome <> 'settled' and l.closed_at is null and not (l.outcome = 'short' and not exists (
        select from payments p where p.order_id = any(l.order_ids) and p.status in ('due', 'void')))
      order by r.paid_on, r.id, l.position limit ${maxParcels}) found`);
  return oneRow(rows).found;
}

/** Closes a line that a person has looked at. Returns whether it was open. */
export async function closeOddLine({ db, now }: DbAndClock, remittanceId: number, position: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update remittance_lines set closed_at = ${now().toISOString()}::timestamptz
    where remittance_id = ${remittanceId} and position = ${position} and outcome <> 'settled' and closed_at is null`);
  return rowCount === 1;
}

/** A recorded remittance. */
export interface ListedRemittance {
  id: number;
  carrier: string;
  utr: string;
  paidOn: string;
  amountPaise: number;
  deductedPaise: number;
  parcels: number;
}

/** The newest remittances, at most 50. */
export async function listRemittances(db: Db): Promise<ListedRemittance[]> {
  const { rows } = await db.execute<{ found: ListedRemittance[] }>(sql`
    select coalesce(json_agg(found), '[]') as found from (
      select r.id, r.carrier, r.utr, r.paid_on as "paidOn", r.amount_paise as "amountPaise", r.deducted_paise as "deductedPaise",
        (select count(*)::int from remittance_lines l where l.remittance_id = r.id) as parcels
      from remittances r order by r.paid_on desc, r.id desc limit 50) found`);
  return oneRow(rows).found;
}
