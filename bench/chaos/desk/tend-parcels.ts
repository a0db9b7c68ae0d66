/** What the bookseller does about parcels on their way: those that arrived, came back or were lost. */
import { sql } from "#db/sql.ts";

import type { CarriedParcel, Fate } from "#bench/chaos/ledgers/parcel-claims.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import type { DeskWork } from "./pack-parcels.ts";

const fates: Record<Fate, number> = { delivered: 74, "came back": 15, lost: 5, "on its way": 6 };

/** Ends a parcel that was sent by hand: delivered, came back or lost. No carrier reports it. */
export function endParcelByHand({ parcelClaims }: DeskWork, random: SeededRandom): void {
  const under = [...parcelClaims.parcels.values()].filter((one) => one.fate === "on its way" && isByHand(one));
  if (under.length > 0) random.pick(under.slice(0, 20)).fate = random.weigh(fates);
}

/** Whether no stand-in carries it. */
function isByHand({ carrier }: CarriedParcel): boolean {
  return ["India Post", "Blue Dart", "Own delivery"].includes(carrier);
}

/** Deals with one of the parcels whose end the bookseller knows. Returns whether there was any. */
export async function tendParcel(work: DeskWork, random: SeededRandom): Promise<boolean> {
  const waiting = await listUntended(work);
  if (waiting.length === 0) return false;
  await tend(work, random.pick(waiting), random);
  return true;
}

/** The parcels that arrived, came back or were lost, and that the shop has on their way. */
async function listUntended({ db, parcelClaims }: DeskWork): Promise<CarriedParcel[]> {
  const { rows } = await db.execute<{ number: string; isTracked: boolean }>(sql`
    select o.number, exists (select from parcel_bookings b where b.order_id = o.id and b.sent_place is not null) as is_tracked
    from orders o where o.fulfilment_state = 'shipped' and exists (select from shipments s where s.order_id = o.id and s.failed_at is null)`);
  return rows.flatMap(({ number, isTracked }) => {
    const parcel = parcelClaims.parcels.get(number);
    // The carrier reports the arrival of a booked parcel.
    const isOver = parcel?.fate === "came back" || parcel?.fate === "lost";
    return parcel && (isOver || (parcel.fate === "delivered" && !isTracked)) ? [parcel] : [];
  });
}

async function tend({ desk }: DeskWork, parcel: CarriedParcel, random: SeededRandom): Promise<void> {
  const page = await desk.open(`/orders/${parcel.orderNumber}`);
  if (!page) return;
  // The order was refunded in full while its parcel was on its way, such as on Razorpay's dashboard.
  const refunded = page.form("orders.end-refunded-parcel");
  if (refunded) {
    const arrived = random.pick(["ask", "write-off"]);
    const end = parcel.fate === "came back" ? "came-back" : parcel.fate === "lost" ? "lost" : arrived;
    const unfit = parcel.fate === "came back" && !parcel.isFit && { unfit: "yes" };
    await desk.press(page, "orders.end-refunded-parcel", refunded, { end, ...unfit });
    return;
  }
  if (parcel.fate === "delivered") {
    const form = page.form("orders.deliver");
    if (form) await desk.press(page, "orders.deliver", form);
    if (random.is(0.1)) await takeBack(desk, page.path);
    return;
  }
  const form = page.form("orders.refund-parcel");
  if (!form) return;
  const isLost = parcel.fate === "lost";
  await desk.press(page, "orders.refund-parcel", form, {
    trouble: isLost ? "lost" : "came-back",
    ...(!isLost && !parcel.isFit && { unfit: "yes" }),
  });
}

/** It was the wrong order: the next look marks it as delivered again. */
async function takeBack(desk: DeskWork["desk"], path: string): Promise<void> {
  const page = await desk.open(path);
  const form = page?.form("orders.take-back-arrival");
  if (page && form) await desk.press(page, "orders.take-back-arrival", form);
}

/** Confirms an order on delivery after a call to its reader. */
export async function confirmByPhone({ desk, db }: DeskWork, random: SeededRandom): Promise<void> {
  const { rows } = await db.execute<{ number: string }>(
    sql`select number from orders where state = 'to_confirm' and created_at < now() - interval '5 seconds' limit 20`,
  );
  if (rows.length === 0) return;
  const page = await desk.open(`/orders/${random.pick(rows).number}`);
  const form = page?.form("orders.confirm");
  if (page && form) await desk.press(page, "orders.confirm", form);
}

/** Counts the delivered parcels that the shop still has on their way, and whose carrier reports that. */
export async function countUnknownEnds({ db, parcelClaims }: DeskWork): Promise<number> {
  const delivered = [...parcelClaims.parcels.values()].filter((one) => one.fate === "delivered" && !isByHand(one));
  const { rows } = await db.execute(sql`
    select from orders o where fulfilment_state = 'shipped' and number = any(${delivered.map((one) => one.orderNumber)}::text[])`);
  return rows.length;
}
