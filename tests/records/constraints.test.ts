/** Tests the main constraints of the database one by one: prices, stock, ISBNs, works, carts, orders and payments. */
import { sql, type SQL } from "#db/sql.ts";
import { expect, test } from "vitest";

import { codeOf, inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
await setStock(db, "godan", 50);

const checkViolation = "23514";
const uniqueViolation = "23505";
const foreignKeyViolation = "23503";
const raised = "P0001";

const undone = new Error("undone");

/** The SQLSTATE of the error that a statement causes; undefined if it succeeds. The statement is rolled back. */
async function refusal(statement: SQL): Promise<string | undefined> {
  try {
    await inTransaction(db, async (tx) => {
      await tx.execute(statement);
      throw undone;
    });
  } catch (error) {
    return codeOf(error);
  }
  return undefined;
}

/** A paid order with the id of its payment. */
async function paidOrder(reader: string) {
  const order = await orderOf(services, cartOf(reader), { godan: 1 });
  const paid = await payByCard(testServices, { orderId: order.providerOrderId });
  await settlePayment(services, order.providerOrderId, "browser");
  return { ...order, paymentId: paid.body.razorpay_payment_id as string };
}

test("a price is at most the MRP, and neither is nothing", async () => {
  const price = (set: SQL) => refusal(sql`update books set ${set} where id = 'godan'`);
  expect(await price(sql`price_paise = mrp_paise`)).toBeUndefined();
  expect(await price(sql`price_paise = mrp_paise + 1`)).toBe(checkViolation);
  expect(await price(sql`price_paise = 0`)).toBe(checkViolation);
  expect(await price(sql`price_paise = -1`)).toBe(checkViolation);
});

test("no more copies are held than there are, and never less than none", async () => {
  const stock = (set: SQL) => refusal(sql`update stock set ${set} where book_id = 'godan'`);
  expect(await stock(sql`reserved = on_hand`)).toBeUndefined();
  expect(await stock(sql`reserved = on_hand + 1`)).toBe(checkViolation);
  expect(await stock(sql`reserved = -1`)).toBe(checkViolation);
  expect(await stock(sql`on_hand = -1`)).toBe(checkViolation);
});

test("an ISBN belongs to one book, and has thirteen digits", async () => {
  const isbn = (value: string) => refusal(sql`update books set isbn13 = ${value} where id = 'godan'`);
  const { rows } = await db.execute<{ isbn13: string }>(
    sql`select isbn13 from books where isbn13 is not null and id <> 'godan' limit 1`,
  );
  expect(await isbn(rows[0]!.isbn13)).toBe(uniqueViolation);
  for (const value of ["9780000000", "1230000000000", "978-0-00-00000", "978000000000X"]) {
    expect(await isbn(value), value).toBe(checkViolation);
  }
});

test("a work has one main edition", async () => {
  const second = sql`update books set is_main = true where id = (
    select id from books where not is_main order by id limit 1)`;
  expect(await refusal(second)).toBe(uniqueViolation);
});

test("ids are readable slugs", async () => {
  for (const id of ["Godan", "go dan", "godan-", "-godan", "go--dan", "गोदान", ""]) {
    expect(await refusal(sql`insert into series (id, name, description) values (${id}, 'x', '')`), id).toBe(
      checkViolation,
    );
  }
});

test("a line holds 1 to 20 copies", async () => {
  for (const quantity of [0, -1, 21]) {
    const line = sql`with cart as (insert into carts (token_hash) values (sha256('x'::bytea)) returning id)
      insert into cart_lines (cart_id, book_id, quantity) select id, 'godan', ${quantity}::int from cart`;
    expect(await refusal(line), String(quantity)).toBe(checkViolation);
  }
});

test("a category is not under itself, and its books cannot lose it", async () => {
  expect(await refusal(sql`update categories set parent_id = id where id = 'fiction'`)).toBe(checkViolation);
  expect(await refusal(sql`delete from categories where id = 'fiction'`)).toBe(foreignKeyViolation);
});

test("an order's total is its sum, in rupees, and at least one of them", async () => {
  const { number } = await orderOf(services, cartOf("totals"), { godan: 1 });
  const order = (set: SQL) => refusal(sql`update orders set ${set} where number = ${number}`);
  expect(await order(sql`total_paise = total_paise + 1`)).toBe(checkViolation);
  expect(await order(sql`subtotal_paise = 99, total_paise = 99`)).toBe(checkViolation);
  expect(await order(sql`currency = 'USD'`)).toBe(checkViolation);
  expect(await order(sql`discount_paise = subtotal_paise + 1, total_paise = -1`)).toBe(checkViolation);
  expect(await order(sql`state = 'paid'`)).toBe(checkViolation);
});

test("a paid order never goes back, whoever asks", async () => {
  const { number } = await paidOrder("backwards");
  for (const state of ["pending_payment", "expired", "superseded", "cancelled"]) {
    const statement = sql`update orders set state = ${state}, paid_at = null where number = ${number}`;
    expect(await refusal(statement), state).toBe(raised);
  }
  expect(await refusal(sql`update orders set state = 'shipped' where number = ${number}`)).toBeUndefined();
});

test("an order is settled by one payment, and a payment is there once", async () => {
  const { paymentId } = await paidOrder("settled");
  const copy = (id: SQL, settles: boolean) => sql`
    insert into payments (id, attempt_id, order_id, amount_paise, currency, status, settles, evidence_sha256)
    select ${id}, attempt_id, order_id, amount_paise, currency, status, ${settles}, evidence_sha256
    from payments where id = ${paymentId}`;
  expect(await refusal(copy(sql`'pay_second'`, true))).toBe(uniqueViolation);
  expect(await refusal(copy(sql`'pay_second'`, false))).toBeUndefined();
  expect(await refusal(copy(sql`id`, false))).toBe(uniqueViolation);
});

test("a payment never changes its order", async () => {
  const mine = await paidOrder("mine");
  const yours = await orderOf(services, cartOf("yours"), { godan: 1 });
  const payment = (set: SQL) => refusal(sql`update payments set ${set} where id = ${mine.paymentId}`);
  expect(await payment(sql`order_id = (select id from orders where number = ${yours.number})`)).toBe(raised);
  expect(await payment(sql`attempt_id = ${yours.providerOrderId}`)).toBe(raised);
});

test("only captured rupees settle an order", async () => {
  const { paymentId } = await paidOrder("captured");
  const payment = (set: SQL) => refusal(sql`update payments set ${set} where id = ${paymentId}`);
  expect(await payment(sql`currency = 'USD'`)).toBe(checkViolation);
  expect(await payment(sql`status = 'authorized'`)).toBe(checkViolation);
  expect(await payment(sql`refunded_paise = amount_paise + 1`)).toBe(checkViolation);
});

test("a line of an order is sold once", async () => {
  const { number } = await paidOrder("once");
  const again = sql`insert into stock_moves (book_id, delta, cause, order_id)
    select book_id, delta, cause, order_id from stock_moves
    where order_id = (select id from orders where number = ${number})`;
  expect(await refusal(again)).toBe(uniqueViolation);
});

test("a part of an order has copies of its own order's lines, in a parcel that is there", async () => {
  const { number } = await paidOrder("parts");
  const id = sql`(select id from orders where number = ${number})`;
  const line = (place: number, position: number, quantity: number) => sql`
    with sent as (insert into shipments (order_id, is_part, carrier, tracking_number) values (${id}, true, 'C', 'T'))
    insert into shipment_lines (order_id, place, line_position, quantity) values (${id}, ${place}, ${position}, ${quantity})`;
  expect(await refusal(line(1, 0, 1))).toBeUndefined();
  expect(await refusal(line(2, 0, 1))).toBe(foreignKeyViolation);
  expect(await refusal(line(1, 1, 1))).toBe(foreignKeyViolation);
  expect(await refusal(line(1, 0, 0))).toBe(checkViolation);
  const parcels = (second: number) => sql`insert into shipments (order_id, place, carrier, tracking_number)
    values (${id}, 1, 'C', 'T'), (${id}, ${second}, 'C', 'T')`;
  expect(await refusal(parcels(2))).toBeUndefined();
  expect(await refusal(parcels(1))).toBe(uniqueViolation);
});

test("an order is confirmed by one letter, to an address of one line", async () => {
  const { number } = await paidOrder("letters");
  const letter = (address: string, kind: string) => sql`insert into outbox (kind, order_id, to_address)
    select ${kind}, id, ${address} from orders where number = ${number}`;
  expect(await refusal(letter("asha@example.com", "order-confirmed"))).toBe(uniqueViolation);
  expect(await refusal(letter("asha@example.com\nBcc: all@example.com", "order-shipped"))).toBe(checkViolation);
});

test("after all this the records agree with each other", async () => {
  expect(await findBreaches(db)).toEqual([]);
});
