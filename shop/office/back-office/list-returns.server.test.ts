import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { listReturnsOf } from "./list-returns.server.ts";
import { returnParts, type ReturnPart } from "./return-parts.ts";

const testServices = await openTestServices();
const { db } = testServices;
await setStock(db, "godan", 30);

/** Adds a return in this state, and returns its id. */
async function returned(reader: string, state: string): Promise<number> {
  const { id } = await paidOrder(testServices, reader, { godan: 1 });
  const answered = state === "asked" ? null : new Date();
  const received = state === "received" ? new Date() : null;
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into returns (order_id, line_position, quantity, reason, words, state, answered_at, received_at)
    values (${id}, 0, 1, 'damaged', '=HYPERLINK("x")', ${state}, ${answered}::timestamptz, ${received}::timestamptz)
    returning id::int as id`);
  return rows[0]!.id;
}

async function idsOf(part: ReturnPart): Promise<number[]> {
  return (await listReturnsOf(db, part, { after: null, limit: 50 })).returns.map(({ id }) => id);
}

test("each return is in the lists that it belongs to; what waits stands oldest first, what is over newest first", async () => {
  const [first, second, coming, refused, arrived, newest] = [
    await returned("first", "asked"),
    await returned("second", "asked"),
    await returned("coming", "accepted"),
    await returned("refused", "refused"),
    await returned("arrived", "received"),
    await returned("newest", "received"),
  ];
  await db.execute(sql`
    with refunded as (
      insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, state)
      select p.id, p.order_id, 12345, 'returned', 'rf_of_a_return', 'requested'
      from payments p join returns t on t.order_id = p.order_id where t.id = ${arrived} returning id)
    update returns set refund_id = (select id from refunded) where id = ${arrived}`);
  const lists = Object.fromEntries(
    await Promise.all(returnParts.map(async (part) => [part, await idsOf(part)] as const)),
  );
  expect(lists).toEqual({
    open: [first, second, coming],
    waiting: [first, second],
    coming: [coming],
    arrived: [newest, arrived],
    refunded: [arrived],
    refused: [refused],
  });
  const page = await listReturnsOf(db, "open", { after: first!, limit: 1 });
  expect(page).toMatchObject({ isCut: true, returns: [{ id: second, quantity: 1, refundedPaise: null }] });
  const older = await listReturnsOf(db, "arrived", { after: newest!, limit: 1 });
  expect(older).toMatchObject({ isCut: false, returns: [{ id: arrived, refundedPaise: 12345, state: "received" }] });
});
