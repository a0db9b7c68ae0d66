/** Tests that copies are reserved, released, sold and returned for one order without changing the stock of others. */

import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { orderIdOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock, readStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { receiveCopies, releaseReservations, reserveCopies, returnCopies, sellReserved } from "./stock.server.ts";

const { db, services } = await openTestServices();

test("copies that were given back are held again until the new time, once however often they are given back", async () => {
  // Other tests may have changed the stock of orders directly.
  const breachesBefore = await findBreaches(db);
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
  expect(await findBreaches(db)).toEqual(breachesBefore);
});

test("of a book that is hidden from readers no copy is held, also for an order that held some before", async () => {
  for (const bookId of ["sita", "jaya"]) await setStock(db, bookId, 5);
  const { number } = await orderOf(services, cartOf("unlisted"), { sita: 2, jaya: 1 });
  const orderId = await orderIdOf(db, number);
  await releaseReservations(db, orderId);
  await db.execute(sql`update books set is_listed = false where id = 'sita'`);
  const before = await readStock(db, "sita");
  const copies = [
    { bookId: "sita", quantity: 2 },
    { bookId: "jaya", quantity: 1 },
  ];
  const until = new Date("2030-01-01T00:00:00Z");
  const short = await inTransaction(db, async (tx) => {
    const books = await reserveCopies(tx, orderId, copies, until);
    expect(await readStock(tx, "sita")).toEqual(before);
    await releaseReservations(tx, orderId);
    return books;
  });
  expect(short).toEqual(["sita"]);
  await db.execute(sql`update books set is_listed = true where id = 'sita'`);
  expect(await reserveCopies(db, orderId, copies, until)).toEqual([]);
});

test("what one order holds, gives back, buys and returns leaves the copies of another order and of other books alone", async () => {
  for (const bookId of ["jejuri", "godan", "indica"]) await setStock(db, bookId, 5);
  const place = async (reader: string, books: Record<string, number>) =>
    orderIdOf(db, (await orderOf(services, cartOf(reader), books)).number);
  const [first, second] = [
    await place("first", { jejuri: 2, godan: 1 }),
    await place("second", { jejuri: 1, godan: 3 }),
  ];
  const shelves = async () =>
    Promise.all(["jejuri", "godan", "indica"].map(async (bookId) => Object.values(await readStock(db, bookId))));
  const before = await shelves();
  const [jejuri, godan, indica] = before as [number[], number[], number[]];
  await releaseReservations(db, first);
  const [onHand, held] = [jejuri[0]!, jejuri[1]! - 2];
  expect(await shelves()).toEqual([[onHand, held], [godan[0]!, godan[1]! - 1], indica]);
  await sellReserved(db, first); // nothing is reserved any more
  await sellReserved(db, second);
  await releaseReservations(db, second); // sold copies stay sold
  expect(await shelves()).toEqual([[onHand - 1, held - 1], [godan[0]! - 3, godan[1]! - 4], indica]);
  await returnCopies(db, second, [{ bookId: "godan", quantity: 2 }]);
  expect(await shelves()).toEqual([[onHand - 1, held - 1], [godan[0]! - 1, godan[1]! - 4], indica]);
  const { rows } = await db.execute(sql`
    select book_id, delta, cause, order_id::int from stock_moves where order_id in (${first}, ${second}) order by id`);
  expect(rows.sort((a, b) => String(a.bookId).localeCompare(String(b.bookId)))).toEqual([
    { bookId: "godan", delta: -3, cause: "sale", orderId: second },
    { bookId: "godan", delta: 2, cause: "return", orderId: second },
    { bookId: "jejuri", delta: -1, cause: "sale", orderId: second },
  ]);
});

test("copies that arrive are added to those of their book, and nothing arrives of a book that is none", async () => {
  await setStock(db, "indica", 2);
  const { onHand } = await readStock(db, "indica");
  const other = await readStock(db, "jejuri");
  expect(await receiveCopies(db, "indica", 3)).toBe(onHand + 3);
  expect(await receiveCopies(db, "no-such-book", 3)).toBeNull();
  expect([await readStock(db, "indica"), await readStock(db, "jejuri")]).toEqual([
    { onHand: onHand + 3, reserved: expect.any(Number) },
    other,
  ]);
  const { rows } = await db.execute(
    sql`select book_id, delta from stock_moves where cause = 'received' order by id desc limit 1`,
  );
  expect(rows).toEqual([{ bookId: "indica", delta: 3 }]);
  await db.execute(sql`delete from stock where book_id = 'masala-lab'`);
  await db.execute(sql`delete from stock_moves where book_id = 'masala-lab'`);
  expect(await receiveCopies(db, "masala-lab", 4)).toBe(4);
});
