import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { orderIdOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { raiseAlert, withdrawAlert } from "./raise-alert.server.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 5);

async function makeOrder(name: string): Promise<number> {
  return orderIdOf(db, (await orderOf(services, cartOf(name), { godan: 1 })).number);
}

async function messagesOf(orderId: number): Promise<string[]> {
  const { rows } = await db.execute<{ message: string }>(
    sql`select message from alerts where order_id = ${orderId} order by id`,
  );
  return rows.map(({ message }) => message);
}

test("an order has one alert of a kind for each subject, seen or not", async () => {
  const [orderId, secondOrder] = [await makeOrder("first"), await makeOrder("second")];
  const payment = { kind: "payment", orderId, subject: "pay_1" } as const;
  await raiseAlert(db, { ...payment, message: "Payment pay_1 came twice." });
  await db.execute(sql`update alerts set seen_at = now()`);
  await raiseAlert(db, { ...payment, message: "Payment pay_1 cannot be taken." });
  await raiseAlert(db, { ...payment, subject: "pay_2", message: "Payment pay_2 came twice, after pay_3." });
  await raiseAlert(db, { ...payment, subject: "pay_3", message: "Payment pay_3 came twice." });
  await raiseAlert(db, { kind: "refund", orderId, message: "Refund 5 of pay_1 failed." });
  await raiseAlert(db, { kind: "refund", orderId, message: "Refund 5 of pay_1 failed." });
  await raiseAlert(db, { ...payment, orderId: secondOrder, message: "Payment pay_1 came twice." });
  expect(await messagesOf(orderId)).toEqual([
    "Payment pay_1 came twice.",
    "Payment pay_2 came twice, after pay_3.",
    "Payment pay_3 came twice.",
    "Refund 5 of pay_1 failed.",
  ]);
  expect(await messagesOf(secondOrder)).toEqual(["Payment pay_1 came twice."]);
});

test("an alert of the version before, which has no subject, is recognized by its message", async () => {
  const orderId = await makeOrder("fourth");
  await db.execute(sql`
    insert into alerts (kind, order_id, message) values
      ('payment', ${orderId}, 'Payment pay_9 came twice.'), ('documents', ${orderId}, 'Refund 9 has no credit note: a reason')`);
  await raiseAlert(db, { kind: "payment", orderId, subject: "pay_9", message: "Payment pay_9 cannot be taken." });
  await withdrawAlert(db, { kind: "documents", orderId, subject: "Refund 9 has no credit note" });
  expect(await messagesOf(orderId)).toEqual(["Payment pay_9 came twice."]);
});

test("an alert whose matter is done goes, and only that one", async () => {
  const orderId = await makeOrder("third");
  for (const subject of ["Refund 1 has no credit note", "Refund 11 has no credit note"])
    await raiseAlert(db, { kind: "documents", orderId, subject, message: `${subject}: a reason` });
  await withdrawAlert(db, { kind: "documents", orderId, subject: "Refund 1 has no credit note" });
  expect(await messagesOf(orderId)).toEqual(["Refund 11 has no credit note: a reason"]);
});
