import { expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { paidOrder } from "#tests/support/sales/paid-order.ts";
import { orderOf, cartOf, setStock } from "#tests/support/sales/sale.ts";
import type { ProviderId } from "#shop/sales/payments/provider-names.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { readLetterState, readPurchaseState, readWebhookStates } from "./shop-state.server.ts";

const clock = { now: new Date() };
const testServices = await openTestServices({}, { now: () => clock.now });
const { db, services } = testServices;

const minutes = (count: number) => count * 60_000;

async function letter(state: string, minutesAgo: number) {
  const at = new Date(clock.now.getTime() - minutes(minutesAgo)).toISOString();
  await db.execute(sql`
    insert into outbox (kind, to_address, facts, state, created_at, due_at, subject_key)
    values ('newsletter-welcome', 'a@b.test', '{}', ${state}, ${at}::timestamptz, ${at}::timestamptz, ${at})`);
}

test("letters that wait, for how long, and those given up", async () => {
  expect(await readLetterState(services)).toEqual({ due: 0, dueForLong: 0, oldestSeconds: 0, givenUp: 0 });
  await letter("due", 5);
  await letter("due", 45);
  await letter("sent", 90);
  await letter("dead", 200);
  expect(await readLetterState(services)).toEqual({ due: 2, dueForLong: 1, oldestSeconds: 2700, givenUp: 1 });
  // A letter that is retried later has waited since it was written.
  await db.execute(sql`update outbox set tries = 4, due_at = now() + interval '8 minutes' where state = 'due'`);
  expect(await readLetterState(services)).toMatchObject({ due: 2, dueForLong: 1, oldestSeconds: 2700 });
  await db.execute(sql`update outbox set seen_at = now() where state = 'dead'`);
  expect(await readLetterState(services)).toMatchObject({ givenUp: 0 });
});

test("payments of the last hour, and orders and refunds that wait", async () => {
  expect(await readPurchaseState(services)).toEqual({
    payments: {},
    orders: { pending_payment: 0, paid: 0 },
    refunds: { requested: 0, pending: 0, failed: 0 },
  });
  await setStock(db, "godan", 5);
  const { id, paymentId } = await paidOrder(testServices, "a payer", { godan: 1 });
  await paidOrder(testServices, "another payer", { godan: 1 });
  await orderOf(services, cartOf("who waits"), { godan: 1 });
  for (const [place, state] of ["requested", "failed", "failed"].entries())
    await db.execute(sql`
      insert into refunds (payment_id, order_id, amount_paise, reason, idempotency_key, state)
      values (${paymentId}, ${id}, 100, 'bookseller', ${`rf_of_the_test_${place}`}, ${state})`);
  expect(await readPurchaseState(services)).toEqual({
    payments: { captured: 2 },
    orders: { pending_payment: 1, paid: 2 },
    refunds: { requested: 1, pending: 0, failed: 2 },
  });
  await db.execute(sql`update payments set created_at = created_at - interval '2 hours' where id = ${paymentId}`);
  expect((await readPurchaseState(services)).payments).toEqual({ captured: 1 });
  await db.execute(sql`delete from refunds where reason = 'bookseller'`);
});

test("payments without any webhook are counted once it had the time to come", async () => {
  const states = () => readWebhookStates(services, services.paymentProviders);
  await db.execute(sql`update payments set created_at = ${clock.now.toISOString()}::timestamptz`);
  await db.execute(sql`delete from webhook_events`);
  expect(await states()).toEqual([{ provider: "razorpay", lastSeconds: null, paidWithout: 0 }]);
  clock.now = new Date(clock.now.getTime() + minutes(11));
  expect(await states()).toEqual([{ provider: "razorpay", lastSeconds: null, paidWithout: 2 }]);
  const came = async (minutesAgo: number) => {
    const at = new Date(clock.now.getTime() - minutes(minutesAgo)).toISOString();
    const key = `${minutesAgo} minutes ago`;
    await db.execute(sql`
      insert into webhook_events (event_id, body_sha256, type, body, state, received_at)
      values (${key}, ${key}, 'order.paid', '', 'done', ${at}::timestamptz)`);
  };
  await came(30);
  expect(await states()).toEqual([{ provider: "razorpay", lastSeconds: 1800, paidWithout: 2 }]);
  await came(20);
  expect(await states()).toEqual([{ provider: "razorpay", lastSeconds: 1200, paidWithout: 0 }]);
  await db.execute(sql`delete from webhook_events`);
  clock.now = new Date(clock.now.getTime() + minutes(8 * 24 * 60));
  expect(await states()).toEqual([{ provider: "razorpay", lastSeconds: null, paidWithout: 0 }]);
});

test("the webhooks of each provider are looked for by themselves", async () => {
  const [razorpay] = services.paymentProviders;
  const other = { ...razorpay, id: "other" as ProviderId };
  await db.execute(sql`
    insert into webhook_events (event_id, body_sha256, provider, type, body, state, received_at)
    values ('other', 'other', 'other', 'paid', '', 'done', ${clock.now.toISOString()}::timestamptz)`);
  await db.execute(sql`
    update payments set created_at = ${new Date(clock.now.getTime() - minutes(60)).toISOString()}::timestamptz`);
  expect(await readWebhookStates(services, [razorpay, other])).toEqual([
    { provider: "razorpay", lastSeconds: null, paidWithout: 2 },
    { provider: "other", lastSeconds: 0, paidWithout: 0 },
  ]);
});
