import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { setQuantity } from "#shop/cart/cart.server.ts";
import { addReader } from "#tests/support/readers.ts";
import { delivery, fillCart, setStock } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import { listReaderOrders } from "./list-orders.server.ts";
import { placeOrder } from "./place-order.server.ts";

const { db, services } = await openTestServices();

test("an order that a newer one replaced is neither listed nor counted", async () => {
  await setStock(db, "godan", 50);
  const readerId = await addReader(db, "changes-often");
  await fillCart(db, { readerId }, { godan: 1 });
  let newest = "";
  for (let quantity = 1; quantity <= 11; quantity += 1) {
    await setQuantity(db, { readerId }, "godan", quantity);
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
