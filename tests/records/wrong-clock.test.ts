/** Tests that processes of one shop whose clocks differ by up to 20 minutes agree about orders, sign-ins and feeds. */
import { randomUUID } from "node:crypto";

import { afterEach, describe, expect, test } from "vitest";

import { startImportJob } from "#desk/pages/import/actions.server.ts";
import { sql } from "#db/sql.ts";
import { addToCart, removeFromCart } from "#shop/sales/cart/cart.server.ts";
import { findRemovedLines } from "#shop/sales/cart/removed-lines.server.ts";
import { listChangedOrders, type OrderPosition } from "#shop/outlets/api/orders.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { correctAddress } from "#shop/sales/orders/correct-address.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { expireReservations } from "#shop/sales/payments/reconcile.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { isFreshSession } from "#shop/people/readers/password.server.ts";
import { findSession } from "#shop/people/readers/sessions.server.ts";
import { findAttemptState, finishSignIn, startSignIn } from "#shop/people/readers/sign-in.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { newSecret } from "#shop/kernel/security/secret.server.ts";
import type { Services } from "#shop/services.ts";
import { inviteFirstOwner } from "#shop/people/staff/invitations.server.ts";
import { runAction } from "#shop/people/staff/run-action.server.ts";
import { finishStaffSignIn, startStaffSignIn } from "#shop/people/staff/sign-in.server.ts";
import { signInAtGoogle } from "#stand-ins/google/drive.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { addPasskeyRow, addStaff, addStaffSession } from "#tests/support/desk/desk.ts";
import { addUploadJob } from "#tests/support/desk-authority/imports.ts";
import { signInReader } from "#tests/support/sales/readers.ts";
import { cartOf, count, deliveryOf, orderOf, readStock, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";

const testServices = await openTestServices();
const { db, services } = testServices;
/** Processes of one shop whose clocks are ten minutes behind, right, and ten minutes ahead. */
const shiftedBy = (minutes: number): Services => ({ ...services, now: () => new Date(Date.now() + minutes * 60_000) });
const processes = { behind: shiftedBy(-10), right: services, ahead: shiftedBy(10) };
const names = Object.keys(processes) as (keyof typeof processes)[];

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

describe.each(names)("an order of the process that is %s", (placer) => {
  test.each(names)("is paid at the one that is %s, once, with one letter", async (settler) => {
    await setStock(db, "cobalt-blue", 3);
    const { number, providerOrderId } = await orderOf(processes[placer], cartOf(`${placer}-${settler}`), {
      "cobalt-blue": 1,
    });
    // Every process has expired overdue orders, and none took the copies before the payment window's time was over.
    for (const name of names) await expireReservations(processes[name]);
    expect(await stateOf(db, number)).toBe("pending_payment");
    await payByCard(testServices, { orderId: providerOrderId });
    expect(await settlePayment(processes[settler], providerOrderId, "browser")).toMatchObject({ outcome: "paid" });
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
  const { number, providerOrderId } = await orderOf(processes.right, cartOf("too-early"), { matilda: 1 });
  await db.execute(sql`
    update orders set reserved_until = now() + interval '9 minutes' where number = ${number}`);
  await expireReservations(processes.right);
  expect(await stateOf(db, number)).toBe("pending_payment");
  await expireReservations(processes.ahead);
  expect(await stateOf(db, number)).toBe("expired");
  await payByCard(testServices, { orderId: providerOrderId });
  expect(await settlePayment(processes.right, providerOrderId, "browser")).toMatchObject({ outcome: "paid" });
  expect(await readStock(db, "matilda")).toEqual({ onHand: 1, reserved: 0 });
});

test("who signed in at one process is signed in at every other", async () => {
  for (const begun of names) {
    const { token } = await signInReader(db, `asha-${begun}`, processes[begun].now());
    for (const asked of names)
      expect(await findSession(db, token, processes[asked].now()), `${begun} ${asked}`).not.toBeNull();
  }
});

describe.each(names)("a sign-in that is begun at the process that is %s", (beginner) => {
  async function begin() {
    const [attemptId, browser] = [randomUUID(), newSecret()];
    const options = { attemptId, browser, mode: "popup", intent: "login", next: "/" } as const;
    const begun = await startSignIn(processes[beginner], options);
    if (!begun.ok) throw new Error(begun.reason);
    const { search: query } = await signInAtGoogle(begun.url);
    return {
      watch: () => Promise.all(names.map((name) => findAttemptState(processes[name], attemptId, browser))),
      finish: (at: (typeof names)[number]) =>
        finishSignIn(processes[at], { query, secret: browser, device: "Chrome", session: null, cart: null }),
      age: (seconds: number) =>
        db.execute(sql`
          update sign_in_attempts set created_at = created_at - make_interval(secs => ${seconds}) where id = ${attemptId}`),
    };
  }

  test.each(names)("is finished at the one that is %s, and all see how it goes", async (finisher) => {
    const { watch, finish } = await begin();
    expect(await watch()).toEqual(["pending", "pending", "pending"]);
    const done = await finish(finisher);
    expect(done).toMatchObject({ ok: true });
    expect(await watch()).toEqual(["ok", "ok", "ok"]);
    // The session is recent enough to clear a forgotten password.
    expect(done.ok && (await isFreshSession(db, done.session.reader.id, done.session.id))).toBe(true);
  });

  test("is over after ten minutes at each", async () => {
    const { watch, finish, age } = await begin();
    await age(9.5 * 60);
    expect(await watch()).toEqual(["pending", "pending", "pending"]);
    await age(0.5 * 60);
    expect(await watch()).toEqual(["expired", "expired", "expired"]);
    for (const name of names) expect(await finish(name)).toEqual({ ok: false, reason: "expired" });
  });
});

test("who sets out for the desk at one process is let in at every other", async () => {
  const signIn = async (
    beginner: (typeof names)[number],
    finisher: (typeof names)[number],
    invitation: string | null = null,
  ) => {
    const browser = newSecret();
    const url = await startStaffSignIn(processes[beginner], { browser, invitation, next: "/" });
    const { search: query } = await signInAtGoogle(url!);
    return finishStaffSignIn(processes[finisher], { query, browser, device: "Chrome" });
  };
  expect(await signIn("right", "right", await inviteFirstOwner(services, { actor: "shop" }))).toMatchObject({
    ok: true,
  });
  for (const beginner of names)
    for (const finisher of names)
      expect(await signIn(beginner, finisher), `${beginner} ${finisher}`).toMatchObject({ ok: true });
});

test("what was taken out of a cart at one process can be put back at every other", async () => {
  await setStock(db, "godan", 3);
  for (const taker of names) {
    const cart = cartOf(`taken-${taker}`);
    await addToCart(processes[taker], cart, "godan");
    await removeFromCart(processes[taker], cart, "godan");
    for (const asked of names)
      expect(await findRemovedLines(processes[asked], cart), `${taker} ${asked}`).toMatchObject({ place: 0 });
  }
});

test.each(names)(
  "an import that the process that is %s does is begun by no other until it was stopped",
  async (doer) => {
    const staffId = await addStaff(testServices, "bookseller");
    await addPasskeyRow(testServices, staffId);
    const token = await addStaffSession(testServices, staffId);
    const work = await addUploadJob(testServices, staffId);
    const start = async (asked: (typeof names)[number]) => {
      const form = new FormData();
      form.set("work", work);
      const outcome = await runAction(processes[asked], token, startImportJob, form);
      return outcome.kind === "done" ? outcome.answer.start === "begun" : outcome.kind;
    };
    expect(await start(doer)).toBe(true);
    for (const asked of names) expect(await start(asked), asked).toBe(false);
    for (const asked of names) {
      await db.execute(sql`update import_work set seen_at = seen_at - interval '31 seconds' where id = ${work}`);
      expect(await start(asked), asked).toBe(true);
    }
  },
);

const parcel = { carrier: "India Post", trackingNumber: "EA1IN", trackingUrl: "" };

/** Places and pays an order of two copies; returns its number. */
async function paidOrder(at: Services, cart: string): Promise<string> {
  await setStock(db, "godan", 2);
  const { number, providerOrderId } = await orderOf(at, cart, { godan: 2 });
  await payByCard(testServices, { orderId: providerOrderId });
  await settlePayment(at, providerOrderId, "browser");
  return number;
}

/** Reads the feed of changed orders from a cursor, after the feed's safety margin of 30 seconds. */
async function readOrders(after: OrderPosition) {
  await db.execute(sql`update orders set changed_at = changed_at - interval '31 seconds'`);
  const { orders, last } = await listChangedOrders(db, { after, limit: 100 });
  return { told: orders.map(({ number, state }) => `${number} ${state}`), last: last ?? after };
}

test("a program that reads the orders meets each change, whichever process made it", async () => {
  let { last } = await readOrders({ changedAt: "0", id: "0" });
  for (const name of ["ahead", "right", "behind"] as const) {
    const cart = cartOf(`read-${name}`);
    const number = await paidOrder(processes[name], cart);
    const { email: _, ...before } = deliveryOf(cart);
    const after = { ...before, name: "Asha R. Rao" };
    const copies = [{ bookId: "godan", quantity: 1 }];
    const cancelled = { number, by: { actor: "the test" }, copies, cause: "bookseller" } as const;
    const changes: [state: string, change: () => Promise<{ ok: boolean }>][] = [
      ["paid", async () => ({ ok: true })],
      ["paid", () => correctAddress(processes[name], number, { before, after })],
      ["paid", () => cancelOrder(processes[name], cancelled)],
      ["shipped", () => shipOrder(processes[name], number, parcel)],
      ["delivered", () => deliverOrder(processes[name], number)],
    ];
    for (const [state, change] of changes) {
      expect(await change()).toMatchObject({ ok: true });
      const read = await readOrders(last);
      expect(read.told, name).toEqual([`${number} ${state}`]);
      last = read.last;
    }
  }
});

test("a program that read up to a time of a clock that is ahead, at a version before, is told what changes now", async () => {
  const first = await paidOrder(processes.ahead, cartOf("before"));
  const { rows } = await db.execute<OrderPosition>(sql`
    select (extract(epoch from updated_at) * 1000000)::bigint::text as "changedAt", id::text from orders where number = ${first}`);
  const second = await paidOrder(processes.right, cartOf("now"));
  const { told, last } = await readOrders(rows[0]!);
  expect(told).toContain(`${second} paid`);
  expect((await readOrders(last)).told).toEqual([]);
});

test("an order that has not changed since there is a time of the database has its own", async () => {
  const number = await paidOrder(processes.right, cartOf("long-ago"));
  await db.execute(sql`update orders set updated_at = now() - interval '1 day' where number = ${number}`);
  await db.execute(sql`update orders set changed_at = null where number = ${number}`);
  const { orders } = await listChangedOrders(db, { after: { changedAt: "0", id: "0" }, limit: 1 });
  expect(orders).toMatchObject([{ number }]);
});

test("what changes after the database's clock was put back comes last all the same", async () => {
  const first = await paidOrder(processes.right, cartOf("before-it"));
  const second = await paidOrder(processes.right, cartOf("after-it"));
  await db.execute(sql`update orders set changed_at = now() + interval '10 minutes' where number = ${first}`);
  expect(await shipOrder(processes.right, second, parcel)).toMatchObject({ ok: true });
  const { rows } = await db.execute<{ number: string }>(
    sql`select number from orders where changed_at > now() + interval '9 minutes' order by changed_at`,
  );
  expect(rows.map(({ number }) => number)).toEqual([first, second]);
});
