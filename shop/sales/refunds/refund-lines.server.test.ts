/** Tests the amounts of refunds: their rounding per copy, and which states of refunds each sum includes. */

import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { inTransaction } from "#db/transaction.ts";
import { findOrderRecord } from "#shop/office/back-office/orders/order-record.server.ts";
import { listMoneyConcerns } from "#shop/office/back-office/money-concerns.server.ts";
import { exportRecords } from "#shop/catalogue/export/export.server.ts";
import { raiseAlert } from "#shop/kernel/alerts/raise-alert.server.ts";
import { checkRefundLimit } from "#shop/sales/payments/refund-limit.server.ts";
import { checkRefund } from "#shop/sales/payments/refunds.server.ts";
import { openOrders } from "#shop/people/readers/delete-account.server.ts";
import { addStaff } from "#tests/support/desk/desk.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { givenOnLineSql, prorate } from "./refund-lines.server.ts";

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

test("of refunds that wait, that are at Razorpay, that went, that failed and that were paid otherwise, each sum counts its own", async () => {
  await setStock(db, "godan", 9);
  const { number, id, paymentId } = await paidOrder(testServices, "sums", { godan: 4, indica: 1 });
  const staffId = await addStaff(testServices, "bookseller");
  const { rows } = await db.execute<{ position: number; line: string; paid: string; copy: string }>(sql`
    select l.position, l.total_paise as line, p.amount_paise as paid, l.total_paise / l.quantity as copy
    from order_lines l join payments p on p.order_id = l.order_id where l.order_id = ${id} and l.book_id = 'godan'`);
  const { position, line, paid, copy } = rows[0]!;
  // Powers of two, so that each total shows which refunds it includes. Another line and the whole order have refunds
  // too.
  const sums = { requested: 100, pending: 200, processed: 400, failed: 800, closed: 1_600 };
  const add = (state: string, paise: number, linePosition: number | null) =>
    db.execute(sql`
      insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, state, given_by, line_position,
        paid_by, paid_on, closed_by, due_at)
      values (${paymentId}, ${id}, ${paise}, 'bookseller', ${`rf_sums_${paise}`}, ${state === "closed" ? "processed" : state},
        ${staffId}, ${linePosition}, ${state === "closed" ? "upi" : null}, ${state === "closed" ? "2026-06-01" : null},
        ${state === "closed" ? staffId : null}, 'infinity')`);
  for (const [state, paise] of Object.entries(sums)) await add(state, paise, position);
  await add("processed", 3_200, 1 - position);
  await add("processed", 6_400, null);

  const others = 3_200 + 6_400;
  const givenPaise = 100 + 200 + 400 + 1_600;
  const leftPaise = Number(paid) - givenPaise - others;
  const { rows: given } = await db.execute(sql`
    select ${givenOnLineSql}::int as paise from order_lines l where l.order_id = ${id} and l.book_id = 'godan'`);
  expect(given).toEqual([{ paise: givenPaise }]);
  // The maximum refund: of the payment, of a book, and by a staff member with limits.
  const check = (amountPaise: number) => inTransaction(db, (tx) => checkRefund(tx, { paymentId, amountPaise }));
  expect(await check(leftPaise + 1)).toEqual({ ok: false, reason: "too-much", leftPaise });
  expect(await check(leftPaise)).toMatchObject({ ok: true });
  expect(await refundOrder(services, number, Number(line), "", undefined, { bookId: "godan" })).toEqual({
    ok: false,
    reason: "too-much-of-book",
    leftPaise: Number(line) - givenPaise,
  });
  const at = services.now();
  const hold = (ofOrderPaise: number, ofDayPaise: number) =>
    inTransaction(db, (tx) =>
      checkRefundLimit(
        tx,
        { staffId, ofOrderPaise, ofDayPaise },
        { orderId: String(id), paymentId, amountPaise: 500, at },
      ),
    );
  const limit = givenPaise + others + 500;
  await hold(limit, limit);
  await expect(hold(limit - 1, limit)).rejects.toMatchObject({ of: "order" });
  await expect(hold(limit, limit - 1)).rejects.toMatchObject({ of: "day" });
  // The export for the accountant counts completed refunds; an alert also shows the requested ones.
  const stream = new PassThrough();
  const written = text(stream);
  await exportRecords(services, "orders", "csv", stream);
  stream.end();
  const [heads = [], ...lines] = (await written).split("\r\n").map((cells) => cells.split(","));
  const exported = lines.filter((cells) => cells.includes(number)).map((cells) => cells[heads.indexOf("refunded")]);
  expect(exported).toEqual([`${(400 + 1_600 + others) / 100}`, `${(400 + 1_600 + others) / 100}`]);
  await raiseAlert(db, { kind: "payment", orderId: id, subject: paymentId, message: "A payment is odd." });
  const concerns = (await listMoneyConcerns(services)).filter(({ order }) => order === number);
  expect(concerns.find(({ what }) => what === "payment")?.payment).toEqual({
    paidPaise: Number(paid),
    askedPaise: givenPaise + others,
    gonePaise: 400 + 1_600 + others,
  });
  // Later refunds cover the failed one; only an uncovered rest would be a concern.
  expect(concerns.filter(({ what }) => what === "refund")).toEqual([]);
  // The version of the order's page changes with every refund except the failed one.
  expect((await findOrderRecord(db, number))!.version.split(" ").at(-1)).toBe(String(givenPaise + others));
  // A cancelled copy refunds its price, or the rest of the line if price reductions left less.
  const cancel = (quantity: number) =>
    cancelOrder(services, { number, by: "link", copies: [{ bookId: "godan", quantity }], cause: "reader" });
  expect(await cancel(3)).toMatchObject({ refundPaise: 3 * Number(copy) });
  expect(await cancel(1)).toMatchObject({ refundPaise: Number(copy) - givenPaise });
  // An open refund prevents the deletion of the account.
  const { rows: readers } = await db.execute<{ id: number }>(sql`
    insert into readers (issuer, sub, name, email) values ('x', 'sums', 'Sums', 'sums@example.org')
    returning id::int as id`);
  const readerId = readers[0]!.id;
  for (const state of ["shipped", "delivered"])
    await db.execute(sql`update orders set reader_id = ${readerId}, state = ${state} where id = ${id}`);
  for (const [state, isOpen] of [
    ["requested", true],
    ["pending", true],
    ["processed", false],
    ["failed", false],
  ] as const) {
    await db.execute(sql`
      update refunds set state = case idempotency_key when 'rf_sums_100' then ${state} else 'failed' end
      where order_id = ${id}`);
    expect((await openOrders(db, readerId, at)).length > 0, state).toBe(isOpen);
  }
  // The stand-in of Razorpay does not know these refunds.
  await db.execute(sql`delete from refunds where idempotency_key like 'rf_sums_%'`);
});
