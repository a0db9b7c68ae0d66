import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { setQuantity } from "#shop/sales/cart/cart.server.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { addReader } from "#tests/support/sales/readers.ts";
import { delivery, fillCart, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { listBoughtBooks, listReaderOrders } from "./list-orders.server.ts";
import { placeOrder } from "./placing/place-order.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;

test("an order that a newer one replaced is neither listed nor counted", async () => {
  await setStock(db, "godan", 50);
  const readerId = await addReader(db, "changes-often");
  await fillCart(db, { readerId }, { godan: 1 });
  let newest = "";
  for (let quantity = 1; quantity <= 11; quantity += 1) {
    await setQuantity(services, { readerId }, "godan", quantity);
    const placed = await placeOrder(services, { readerId }, delivery);
    if (!placed.ok) throw new Error(placed.reason);
    newest = placed.order.number;
  }
  const { rows } = await db.execute(sql`
    select state, count(*)::int as count from orders where reader_id = ${readerId} group by state order by state`);
  expect(rows).toEqual([
    { state: "pending_payment", count: 1 },
    { state: "superseded", count: 10 },
  ]);
  const list = await listReaderOrders(db, readerId, { filter: "all", page: 1 });
  expect(list.orders.map(({ number }) => number)).toEqual([newest]);
  expect(list).toMatchObject({ pages: 1, counts: { all: 1, unpaid: 1, ended: 0 } });
});

test("an order of the list shows its first four books, and counts them all; another reader's orders count for nothing", async () => {
  const books = ["jejuri", "indica", "godan", "kanthapura", "chai-chai"];
  for (const bookId of books) await setStock(db, bookId, 50);
  const [readerId, otherId] = [await addReader(db, "buys-five"), await addReader(db, "buys-beside")];
  const place = async (owner: number, wanted: Record<string, number>) => {
    await fillCart(db, { readerId: owner }, wanted);
    const placed = await placeOrder(services, { readerId: owner }, delivery);
    if (!placed.ok) throw new Error(placed.reason);
    return placed.order;
  };
  await place(otherId, { godan: 3 });
  const { number, totalPaise } = await place(readerId, { ...Object.fromEntries(books.map((id) => [id, 1])), godan: 2 });
  const { rows } = await db.execute<{ id: string; coverKey: string }>(
    sql`select id, cover_key from books where id = any(${books.slice(0, 4)}::text[])`,
  );
  const keys = new Map(rows.map(({ id, coverKey }) => [id, coverKey]));
  const list = await listReaderOrders(db, readerId, { filter: "all", page: 1 });
  expect(list).toMatchObject({
    page: 1,
    pages: 1,
    counts: { all: 1, "on-the-way": 0, delivered: 0, ended: 0, unpaid: 1 },
    orders: [{ number, state: "pending_payment", totalPaise, copies: 6, bookCount: 5 }],
  });
  expect(list.orders[0]!.books.map(({ bookId, coverKey }) => [bookId, coverKey])).toEqual(
    books.slice(0, 4).map((id) => [id, keys.get(id)]),
  );
});

test("the books that a reader has paid for are listed once each, newest first; unpaid ones are not", async () => {
  for (const bookId of ["jejuri", "indica", "godan", "kanthapura"]) await setStock(db, bookId, 50);
  const readerId = await addReader(db, "has-a-shelf");
  const give = (orderId: number) => db.execute(sql`update orders set reader_id = ${readerId} where id = ${orderId}`);
  await give((await paidOrder(testServices, "shelf-one", { jejuri: 1, kanthapura: 1 })).id);
  await give((await paidOrder(testServices, "shelf-two", { indica: 2, jejuri: 1 })).id);
  await fillCart(db, { readerId }, { godan: 1 });
  await placeOrder(services, { readerId }, delivery);
  const ids = async (limit: number) => (await listBoughtBooks(db, readerId, limit)).map(({ bookId }) => bookId);
  expect((await ids(5)).slice(0, 2).sort()).toEqual(["indica", "jejuri"]);
  expect((await ids(5)).slice(2)).toEqual(["kanthapura"]);
  expect(await ids(2)).toHaveLength(2);
});
