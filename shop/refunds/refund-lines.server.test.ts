import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { setStock } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { prorate } from "./refund-lines.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;

test("what is given back for a line's copies, one after another, is rounded to the nearest paisa each time", () => {
  const parts = (totalPaise: number, quantity: number) =>
    Array.from({ length: quantity }, (_, before) => prorate({ totalPaise, quantity }, before, 1));
  expect(parts(100, 3)).toEqual([33, 34, 33]);
  expect(parts(101, 3)).toEqual([34, 33, 34]);
  expect(parts(1, 2)).toEqual([1, 0]);
  expect(prorate({ totalPaise: 1_000_03, quantity: 7 }, 2, 3)).toBe(428_59);
});

test("the refund of a cancelled order has the time of its cancellation, which tells both as one", async () => {
  await setStock(db, "godan", 2);
  const { number } = await paidOrder(testServices, "onemoment", { godan: 1 });
  const later = { ...services, now: () => new Date("2026-06-01T10:00:00.123Z") };
  await cancelOrder(later, { number, by: "link", cause: "reader" });
  const { rows } = await db.execute<{ moved: string; refunded: string; due: string }>(sql`
    select e.created_at as moved, r.created_at as refunded, r.due_at as due
    from orders o join order_events e on e.order_id = o.id and e.to_state = 'refund_pending'
    join refunds r on r.order_id = o.id where o.number = ${number}`);
  const at = "2026-06-01 10:00:00.123+00";
  expect(rows).toEqual([{ moved: at, refunded: at, due: at }]);
});
