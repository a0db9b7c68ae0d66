import { afterEach, describe, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { expireReservations } from "#shop/payments/reconcile.server.ts";
import { settlePayment } from "#shop/payments/settle-payment.server.ts";
import { findSession } from "#shop/readers/sessions.server.ts";
import type { Services } from "#shop/services.ts";
import { payByCard } from "#stand-ins/razorpay/drive.ts";
import { signInReader } from "#tests/support/readers.ts";
import { cartOf, count, orderOf, readStock, setStock, stateOf } from "#tests/support/sale.ts";
import { openTestServices } from "#tests/support/test-services.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
/** Processes of one shop whose machines do not agree about the time, by ten minutes each way. */
const shiftedBy = (minutes: number): Services => ({ ...services, now: () => new Date(Date.now() + minutes * 60_000) });
const processes = { behind: shiftedBy(-10), right: services, ahead: shiftedBy(10) };
const names = Object.keys(processes) as (keyof typeof processes)[];

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

describe.each(names)("an order of the process that is %s", (placer) => {
  test.each(names)("is paid at the one that is %s, once, with one letter", async (settler) => {
    await setStock(db, "cobalt-blue", 3);
    const { number, razorpayOrderId } = await orderOf(processes[placer], cartOf(`${placer}-${settler}`), {
      "cobalt-blue": 1,
    });
    // Every process has looked whose time is up: nobody who is within the time of the payment window has lost the copies.
    for (const name of names) await expireReservations(processes[name]);
    expect(await stateOf(db, number)).toBe("pending_payment");
    await payByCard(testServices, { orderId: razorpayOrderId });
    expect(await settlePayment(processes[settler], razorpayOrderId, "browser")).toMatchObject({ outcome: "paid" });
    for (const name of names) await expireReservations(processes[name]);
    expect(await stateOf(db, number)).toBe("paid");
    expect(await readStock(db, "cobalt-blue")).toEqual({ onHand: 2, reserved: 0 });
    expect(
      await count(
        db,
        sql`select count(*) from outbox b join orders o on o.id = b.order_id
          where o.number = ${number} and b.kind = 'order-confirmed'`,
      ),
    ).toBe(1);
  });
});

test("an order that a process ends too early, because its clock is ahead, is paid all the same while there are copies", async () => {
  await setStock(db, "matilda", 2);
  const { number, razorpayOrderId } = await orderOf(processes.right, cartOf("too-early"), { matilda: 1 });
  await db.execute(sql`
    update orders set reserved_until = now() + interval '9 minutes' where number = ${number}`);
  await expireReservations(processes.right);
  expect(await stateOf(db, number)).toBe("pending_payment");
  await expireReservations(processes.ahead);
  expect(await stateOf(db, number)).toBe("expired");
  await payByCard(testServices, { orderId: razorpayOrderId });
  expect(await settlePayment(processes.right, razorpayOrderId, "browser")).toMatchObject({ outcome: "paid" });
  expect(await readStock(db, "matilda")).toEqual({ onHand: 1, reserved: 0 });
});

test("who signed in at one process is signed in at every other", async () => {
  for (const begun of names) {
    const { token } = await signInReader(db, `asha-${begun}`, processes[begun].now());
    for (const asked of names)
      expect(await findSession(db, token, processes[asked].now()), `${begun} ${asked}`).not.toBeNull();
  }
});
