/** Orders that readers collect: packed, handed over with their payment, or not collected. */
import { sql } from "#db/sql.ts";
import type { SeededRandom } from "#proving-ground/faults/seeded-random.ts";
import type { TillWork } from "./work-tills.ts";

/** Packs one of the orders that are collected, and says that it is here. */
export async function makeReady({ desk, db }: TillWork, random: SeededRandom): Promise<boolean> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select number from orders where fulfilment_state = 'to_pack' and delivery_method = 'collection' order by confirmed_at limit 20`);
  if (rows.length === 0) return false;
  const page = await desk.open(`/orders/${random.pick(rows).number}`);
  const form = page?.form("orders.ready");
  if (page && form) await desk.press(page, "orders.ready", form);
  return true;
}

/** Hands one of the orders over that are ready, or ends one that was not collected. Returns whether there was any. */
export async function handOverOrder({ desk, db, tillClaims }: TillWork, random: SeededRandom): Promise<boolean> {
  const { rows } = await db.execute<{ number: string }>(sql`
    select number from orders o where fulfilment_state = 'shipped' and delivery_method = 'collection'
      and exists (select from shipments s where s.order_id = o.id and s.failed_at is null) order by id limit 20`);
  if (rows.length === 0) return false;
  const { number } = random.pick(rows);
  const page = await desk.open(`/orders/${number}`);
  if (!page) return true;
  const known = tillClaims.collections.get(number);
  const isHanded = (known?.fate ?? (random.is(0.85) ? "handed over" : "not collected")) === "handed over";
  const refunded = page.form("orders.end-refunded-parcel");
  if (refunded) {
    tillClaims.collections.set(number, known ?? { fate: isHanded ? "handed over" : "not collected", duePaise: 0 });
    const end = isHanded ? random.pick(["ask", "write-off"]) : "came-back";
    await desk.press(page, "orders.end-refunded-parcel", refunded, { end });
    return true;
  }
  const intent = isHanded ? "orders.hand-over" : "orders.refund-parcel";
  const form = page.form(intent);
  if (!form) return true;
  // The reader pays once, also if the form is sent twice.
  const duePaise = isHanded ? Number(form.fields["due"]) : 0;
  if (!known) tillClaims.collections.set(number, { fate: isHanded ? "handed over" : "not collected", duePaise });
  const ways: Record<string, string>[] = [{ paidBy: "cash" }, { paidBy: "upi", reference: "4711" }];
  const given = isHanded && duePaise > 0 ? random.pick(ways) : {};
  const press = () => desk.press(page, intent, form, given);
  await Promise.all(random.is(0.15) ? [press(), press()] : [press()]);
  return true;
}
