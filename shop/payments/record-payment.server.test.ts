import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { orderIdOf } from "#tests/support/paid-order.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";
import type { RazorpayOrder, RazorpayPayment } from "./razorpay.server.ts";
import { recordPayments } from "./record-payment.server.ts";

const { db, services } = await openTestServices();
await setStock(db, "godan", 10);

let payments = 0;

/** A payment of an order of its own, told in these answers one after another; what the records say of it then. */
async function afterAnswers(...answers: Partial<RazorpayPayment>[]) {
  const id = `pay_recorded${(payments += 1)}`;
  const { number, razorpayOrderId, totalPaise } = await orderOf(services, cartOf(id), { godan: 1 });
  const base = { amount: totalPaise, currency: "INR" };
  const theirs: RazorpayOrder = { ...base, id: razorpayOrderId, amount_paid: 0, receipt: number, status: "attempted" };
  for (const answer of answers) {
    const told = { ...base, id, order_id: razorpayOrderId, method: "card", status: "captured", ...answer };
    await inTransaction(db, async (tx) =>
      recordPayments(tx, await orderIdOf(db, number), theirs, [told as RazorpayPayment]),
    );
  }
  const { rows } = await db.execute<{ row: string }>(sql`
    select concat_ws(' ', status, refunded_paise, card_network, card_last4) as row from payments where id = ${id}`);
  return rows[0]!.row;
}

const visa = { network: "Visa", last4: "1007" };

test("an answer that is older than what is known changes nothing", async () => {
  expect(await afterAnswers({ amount_refunded: 1000 }, { amount_refunded: 0 })).toBe("captured 1000  ");
  expect(await afterAnswers({ status: "captured" }, { status: "failed" })).toBe("captured 0  ");
});

test("a card that was told once is known, whether or not it is told again", async () => {
  expect(await afterAnswers({ card: visa }, { card: null, amount_refunded: 100 })).toBe("captured 100 Visa 1007");
});

test("a status that nobody knows is kept as it came, until a known one comes, and takes no known one's place", async () => {
  expect(await afterAnswers({ status: "on_hold" })).toBe("on_hold 0  ");
  expect(await afterAnswers({ status: "on_hold" }, { status: "captured" })).toBe("captured 0  ");
  expect(await afterAnswers({ status: "authorized" }, { status: "on_hold" })).toBe("authorized 0  ");
});
