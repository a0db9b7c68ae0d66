import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { applyPromotion } from "#shop/sales/cart/cart.server.ts";
import { orderIdOf, paidOrder } from "#tests/support/sales/paid-order.ts";
import { addStaff } from "#tests/support/desk/staff-rows.ts";
import { cartOf, fillCart, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { listOfferOrders, readOfferDays, readOfferResults, readOfferSums } from "./offer-results.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
const offer = { kind: "promotion", source: "KEPT" } as const;
const march = { first: "2026-03-01", last: "2026-03-31" };

/** The expected days, computed from the orders themselves. */
async function counted() {
  const { rows } = await db.execute<{
    day: string;
    orders: number;
    discountPaise: number;
    takingsPaise: number;
    refundedPaise: number;
  }>(sql`
    select to_char(o.confirmed_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, count(*)::int as orders,
      sum(d.off)::float8 as discount_paise, sum(o.total_paise)::float8 as takings_paise,
      coalesce(sum((select sum(r.amount_paise) from refunds r where r.order_id = o.id
        and (r.state <> 'failed' or r.paid_by is not null))), 0)::float8 as refunded_paise
    from (select order_id, sum(amount_paise) as off from order_discounts where source = 'KEPT' group by order_id) d
      join orders o on o.id = d.order_id where o.confirmed_at is not null group by 1 order by 1 desc`);
  return rows;
}

test("what an offer brought is kept by day, as its orders say it, and wherever their payment is noted", async () => {
  await setStock(db, "godan", 50);
  await setStock(db, "kari", 50);
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, starts_at) values ('KEPT', 'Kept', 'everything', 10, '2020-01-01')`);
  const numbers: string[] = [];
  for (const reader of ["one", "two", "three"]) {
    await fillCart(db, cartOf(reader), { godan: 1, kari: 2 });
    expect(await applyPromotion(services, cartOf(reader), "KEPT")).toMatchObject({ ok: true });
    numbers.push((await paidOrder(testServices, reader, { godan: 1, kari: 2 })).number);
  }
  const today = (await counted())[0]!.day;
  expect(await readOfferDays(db, offer, { first: today, last: today })).toEqual(await counted());
  expect(await readOfferResults(db, offer)).toMatchObject({ orders: 3 });

  const moments = ["2026-03-01T18:29:59Z", "2026-03-01T18:30:00Z", "2026-04-02T10:00:00Z"];
  for (const [place, at] of moments.entries())
    await db.execute(sql`
      update orders set confirmed_at = ${at}::timestamptz, created_at = ${at}::timestamptz - interval '1 minute'
      where number = ${numbers[place]!}`);
  const all = await counted();
  expect(all.map(({ day, orders }) => [day, orders])).toEqual([
    ["2026-04-02", 1],
    ["2026-03-02", 1],
    ["2026-03-01", 1],
  ]);
  expect(await readOfferDays(db, offer, march)).toEqual(all.slice(1));
  expect(await readOfferDays(db, offer, { first: today, last: today })).toEqual([]);
  expect((await readOfferSums(db, march)).find(({ source }) => source === "KEPT")).toMatchObject({ orders: 2 });
  expect((await listOfferOrders(db, offer, march)).map(({ number }) => number)).toEqual([numbers[1], numbers[0]]);
  expect(await listOfferOrders(db, offer, { first: "2026-05-01", last: "2026-05-02" })).toEqual([]);
});

test("what went back is kept with the day of its order, and follows what becomes of a refund", async () => {
  const [number] = (await listOfferOrders(db, offer, march)).map((order) => order.number);
  const id = await orderIdOf(db, number!);
  const kept = async () => (await readOfferDays(db, offer, march)).map(({ refundedPaise }) => refundedPaise);
  const refund = (amount: number, state: string) =>
    db.execute(sql`
      insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, state)
      select id, order_id, ${amount}, 'bookseller', ${`rf_offers_${amount}`}, ${state} from payments where order_id = ${id}`);
  await refund(5_000, "requested");
  await refund(700, "failed");
  expect(await kept()).toEqual([5_000, 0]);
  expect((await listOfferOrders(db, offer, march))[0]).toMatchObject({ number, refundedPaise: 5_000 });
  await db.execute(sql`update refunds set state = 'failed' where idempotency_key = 'rf_offers_5000'`);
  expect(await kept()).toEqual([0, 0]);
  const staffId = await addStaff(testServices, "owner");
  await db.execute(sql`
    update refunds set paid_by = 'cash', paid_on = '2026-03-09', closed_by = ${staffId} where idempotency_key = 'rf_offers_700'`);
  expect(await kept()).toEqual([700, 0]);
  expect((await readOfferDays(db, offer, march))[0]).toEqual((await counted())[1]);
  await db.execute(sql`update orders set confirmed_at = '2026-03-01T10:00:00Z' where id = ${id}`);
  expect(await readOfferDays(db, offer, march)).toEqual((await counted()).slice(1));
  expect((await readOfferSums(db, march)).find(({ source }) => source === "KEPT")).toMatchObject({
    refundedPaise: 700,
  });
});
