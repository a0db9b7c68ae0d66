/** Tests of recording payments: order of reports, unknown statuses, cards and erased orders. */
import { sql } from "#db/sql.ts";
import { expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { eraseOrders } from "#shop/people/readers/erase-orders.server.ts";
import { orderIdOf } from "#tests/support/sales/paid-order.ts";
import { cartOf, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import type { ProviderOrder, ProviderPayment } from "./payment-provider.ts";
import { recordPayments } from "./record-payment.server.ts";

const { db, services } = await openTestServices();
await setStock(db, "godan", 50);

let payments = 0;

/** An order with one payment: `tell` records a report of the provider and returns the payment's row. */
async function newPayment() {
  const id = `pay_recorded${(payments += 1)}`;
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf(id), { godan: 1 });
  const base = { provider: "razorpay", amountPaise: totalPaise, currency: "INR" } as const;
  const theirs: ProviderOrder = { ...base, id: providerOrderId, paidPaise: 0, status: "attempted" };
  const captured: ProviderPayment = {
    ...base,
    id,
    orderId: providerOrderId,
    refundedPaise: 0,
    status: "captured",
    method: "card",
    isByCard: true,
    card: null,
    upiHandle: "",
    offerId: "",
    errorReason: "",
    errorDescription: "",
  };
  const tell = async (answer: Partial<ProviderPayment>, order: Partial<ProviderOrder> = {}) => {
    await inTransaction(db, async (tx) =>
      recordPayments(
        tx,
        await orderIdOf(db, number),
        { ...theirs, ...order },
        [{ ...captured, ...answer }],
        new Date(),
      ),
    );
    const { rows } = await db.execute<{ seen: string; paidBy: string }>(sql`
      select concat_ws(' ', status, refunded_paise, card_network, card_last4) as seen,
        concat_ws(' ', method, card_network, card_last4, upi_handle) as paid_by from payments where id = ${id}`);
    return rows[0]!;
  };
  return { id, number, providerOrderId, tell };
}

/** The payment's row after these reports, one after another. */
async function afterAnswers(...answers: Partial<ProviderPayment>[]) {
  const { tell } = await newPayment();
  let seen = "";
  for (const answer of answers) ({ seen } = await tell(answer));
  return seen;
}

const visa = { network: "Visa", last4: "1007" };

test("an answer that is older than what is known changes nothing", async () => {
  expect(await afterAnswers({ refundedPaise: 1000 }, { refundedPaise: 0 })).toBe("captured 1000  ");
  expect(await afterAnswers({ status: "captured" }, { status: "failed" })).toBe("captured 0  ");
});

test("a card that was told once is known, whether or not it is told again", async () => {
  expect(await afterAnswers({ card: visa }, { card: null, refundedPaise: 100 })).toBe("captured 100 Visa 1007");
});

test("a status that nobody knows is kept as it came, until a known one comes, and takes no known one's place", async () => {
  expect(await afterAnswers({ status: "on_hold" })).toBe("on_hold 0  ");
  expect(await afterAnswers({ status: "on_hold" }, { status: "captured" })).toBe("captured 0  ");
  expect(await afterAnswers({ status: "authorized" }, { status: "on_hold" })).toBe("authorized 0  ");
});

test("how it was paid is learned when it is told later", async () => {
  const { tell } = await newPayment();
  await tell({ status: "created", method: "" });
  expect(await tell({ method: "upi", upiHandle: "asha.rao@okbank" })).toMatchObject({ paidBy: "upi   as•••@okbank" });
});

test("of an erased order no card and no handle is learned, nor again of a payment whose card is forgotten", async () => {
  const told = { card: visa, upiHandle: "asha.rao@okbank" };
  const [known, unheard, kept] = [await newPayment(), await newPayment(), await newPayment()];
  await known.tell(told);
  await eraseOrders(db, sql`number in (${known.number}, ${unheard.number})`, new Date());
  for (const { tell } of [known, unheard]) {
    expect(await tell(told)).toMatchObject({ paidBy: "card   " });
    expect(await tell({ ...told, refundedPaise: 100 })).toEqual({ seen: "captured 100  ", paidBy: "card   " });
  }
  expect(await kept.tell(told)).toMatchObject({ paidBy: "card Visa 1007 as•••@okbank" });
  await db.execute(sql`
    update payments set card_network = '', card_last4 = '', upi_handle = '', forgotten_at = now() where id = ${kept.id}`);
  expect(await kept.tell(told)).toMatchObject({ paidBy: "card   " });
});

test("an order whose money was seen is asked about no more, whatever is told of it later, and no other with it", async () => {
  const [one, other] = [await newPayment(), await newPayment()];
  const statusOf = async ({ providerOrderId }: typeof one) =>
    (await db.execute(sql`select status from payment_attempts where id = ${providerOrderId}`)).rows;
  await one.tell({ status: "authorized" }, { status: "paid" });
  expect(await statusOf(one)).toEqual([{ status: "attempted" }]);
  await one.tell({ status: "refunded", refundedPaise: 100 }, { status: "paid" });
  expect(await statusOf(one)).toEqual([{ status: "paid" }]);
  await one.tell({ status: "captured" }, { status: "attempted" });
  expect(await statusOf(one)).toEqual([{ status: "paid" }]);
  expect(await statusOf(other)).toEqual([{ status: "created" }]);
  await other.tell({ status: "captured" }, { status: "paid" });
  expect(await statusOf(other)).toEqual([{ status: "paid" }]);
});
