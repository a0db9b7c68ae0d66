import { afterEach, describe, expect, test } from "vitest";

import { startWork } from "#desk/pages/import/actions.server.ts";
import { sql } from "#db/sql.ts";
import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { expireReservations } from "#shop/payments/reconcile.server.ts";
import { settlePayment } from "#shop/payments/settle-payment.server.ts";
import { findSession } from "#shop/readers/sessions.server.ts";
import type { Services } from "#shop/services.ts";
import { runAction } from "#shop/staff/run-action.server.ts";
import { payByCard } from "#stand-ins/razorpay/drive.ts";
import { addPasskeyRow, addStaff, addStaffSession } from "#tests/support/desk.ts";
import { broughtWork } from "#tests/support/desk-authority/imports.ts";
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

test.each(names)(
  "an import that the process that is %s does is begun by no other until it was stopped",
  async (doer) => {
    const staffId = await addStaff(testServices, "bookseller");
    await addPasskeyRow(testServices, staffId);
    const token = await addStaffSession(testServices, staffId);
    const work = await broughtWork(testServices, staffId);
    const start = async (asked: (typeof names)[number]) => {
      const form = new FormData();
      form.set("work", work);
      const outcome = await runAction(processes[asked], token, startWork, form);
      return outcome.kind === "done" ? outcome.answer.isBegun : outcome.kind;
    };
    expect(await start(doer)).toBe(true);
    for (const asked of names) expect(await start(asked), asked).toBe(false);
    for (const asked of names) {
      await db.execute(sql`update import_work set seen_at = seen_at - interval '31 seconds' where id = ${work}`);
      expect(await start(asked), asked).toBe(true);
    }
  },
);
