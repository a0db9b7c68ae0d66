import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { Breach } from "./breach.ts";
import type { Invariant } from "./invariant.ts";

/** For an order line with the alias `l`: its copies that were neither cancelled nor put into a part of the order. */
const copiesLeft = sql`(l.quantity - l.cancelled_quantity - coalesce((select sum(x.quantity) from shipment_lines x
  where x.order_id = l.order_id and x.line_position = l.position and not x.is_again), 0))`;

const parcelInvariants: Invariant[] = [
  {
    id: "I17",
    rule: "an order was shipped exactly when everything that was not cancelled is in parcels",
    broken: sql`select o.number as what from orders o,
      lateral (select exists (select from order_events e where e.order_id = o.id and e.to_state = 'shipped') as moved,
        exists (select from shipments s where s.order_id = o.id) as parcel,
        exists (select from shipments s where s.order_id = o.id and not s.is_part) as whole,
        exists (select from order_lines l where l.order_id = o.id and ${copiesLeft} > 0) as waits) found
      where (moved and not parcel) or (whole and not moved) or (moved and waits and not whole)
        or (o.fulfilment_state = 'to_pack' and parcel and not waits)`,
  },
  {
    id: "I17",
    rule: "each parcel has a letter about it, and no letter is about a parcel that does not exist",
    broken: sql`select o.number as what from orders o join shipments s on s.order_id = o.id
      where o.erased_at is null and not exists (select from outbox b where b.order_id = o.id and (b.kind, b.subject_key) = (
        case when s.kept_until is null then 'order-shipped' else 'order-ready' end,
        case when s.kept_until is not null then s.kept_until::text when s.is_part then s.place::text else '' end))
      union all select o.number from outbox b join orders o on o.id = b.order_id
      where b.kind in ('order-shipped', 'order-ready') and not exists (select from shipments s where s.order_id = o.id)`,
  },
  {
    id: "I29",
    rule: "exactly the orders that are collected wait at the shop, whole, without a carrier, until a day",
    broken: sql`select o.number as what from shipments s join orders o on o.id = s.order_id
      where (o.delivery_method = 'collection') <> (s.kept_until is not null)
        or s.kept_until is not null and (s.is_part or s.carrier <> '')`,
  },
  {
    id: "I29",
    rule: "a parcel with the whole order is the only one except for its replacements, and lists no copies; a partial parcel lists its copies",
    broken: sql`select o.number as what from shipments s join orders o on o.id = s.order_id
      where s.is_part <> exists (select from shipment_lines x where x.order_id = s.order_id and x.place = s.place)
        or (not s.is_part and exists (select from shipments p where p.order_id = s.order_id and p.id <> s.id and p.replaces is null))
        or exists (select from shipment_lines x where x.order_id = s.order_id and x.place = s.place and x.is_again <> (s.replaces is not null))`,
  },
  {
    id: "I29",
    rule: "no copy is in two parcels, and no parcel contains cancelled copies or copies that were not ordered",
    broken: sql`select o.number as what from orders o join order_lines l on l.order_id = o.id where ${copiesLeft} < 0`,
  },
  {
    id: "I29",
    rule: "an order in several parcels was delivered exactly when every part that did not fail has arrived",
    broken: sql`select o.number as what from orders o
      join (select order_id, bool_and(delivered_at is not null) as is_there from shipments
        where is_part and failed_at is null and not is_extra group by order_id) p on p.order_id = o.id
      where not exists (select from shipments w where w.order_id = o.id and not w.is_part and w.failed_at is null)
        -- A delivery that was undone does not count.
        and case when p.is_there then o.state = 'shipped' else 'delivered' = (
          select e.to_state from order_events e where e.order_id = o.id and e.to_state = any(array['shipped', 'delivered'])
          order by e.id desc limit 1) end`,
  },
  {
    id: "I29",
    rule: "copies are sent again only if they were in a parcel that failed or arrived damaged, and at most as many",
    broken: sql`select o.number as what from shipments s join orders o on o.id = s.order_id
      join shipment_lines x on x.order_id = s.order_id and x.place = s.place
      join shipments was on was.order_id = s.order_id and was.place = s.replaces
      join order_lines l on l.order_id = s.order_id and l.position = x.line_position
      where x.quantity > case when was.is_part then coalesce((select y.quantity from shipment_lines y
          where y.order_id = was.order_id and y.place = was.place and y.line_position = x.line_position), 0)
        else l.quantity - l.cancelled_quantity end
        or (was.failed_at is null and not s.is_extra)`,
  },
];

/** Finds violations of the invariants of parcels. */
export async function findParcelBreaches(db: Db): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const { id, rule, broken } of parcelInvariants) {
    const { rows } = await db.execute<{ what: string }>(sql`select distinct what from (${broken}) found limit 20`);
    breaches.push(...rows.map((row) => ({ id, rule, what: row.what })));
  }
  return breaches;
}
