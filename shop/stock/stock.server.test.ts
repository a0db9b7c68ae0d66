import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { orderIdOf } from "#tests/support/paid-order.ts";
import { cartOf, orderOf, setStock, readStock } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { releaseReservations, reserveCopies } from "./stock.server.ts";

const { db, services } = await openTestServices();

test("copies that were given back are held again until the new time, once however often they are given back", async () => {
  await setStock(db, "jejuri", 5);
  const { number } = await orderOf(services, cartOf("again"), { jejuri: 2 });
  const orderId = await orderIdOf(db, number);
  for (let times = 0; times < 2; times += 1) await releaseReservations(db, orderId);
  expect(await readStock(db, "jejuri")).toEqual({ onHand: 5, reserved: 0 });
  const until = new Date("2030-01-01T00:00:00Z");
  expect(await reserveCopies(db, orderId, [{ bookId: "jejuri", quantity: 2 }], until)).toEqual([]);
  expect(await readStock(db, "jejuri")).toEqual({ onHand: 5, reserved: 2 });
  const { rows } = await db.execute<{ state: string; expiresAt: string }>(
    sql`select state, expires_at from reservations where order_id = ${orderId}`,
  );
  expect(rows.map((row) => [row.state, new Date(row.expiresAt)])).toEqual([["held", until]]);
  expect(await findBreaches(db)).toEqual([]);
});
