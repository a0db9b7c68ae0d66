/** Tests of the letters that ask readers for reviews: consent, timing and books without a review. */
import { sql } from "#db/sql.ts";
import { afterEach, beforeEach, expect, test } from "vitest";

import { inTransaction } from "#db/transaction.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { placeOrder } from "#shop/sales/orders/placing/place-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { recordConsent } from "#shop/people/readers/consents.server.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { addBuyer, deliverParcel } from "#tests/support/sales/book-buyer.ts";
import { payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { delivery, fillCart, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices } from "#tests/support/shop/test-services.ts";
import { withdrawReview, writeReview } from "./own-review.server.ts";
import { askForReviews } from "./review-letters.server.ts";

const testServices = await openTestServices();
const { services, db } = testServices;
const words = { rating: 2, title: "", body: "Slow.", name: "Asha R." };
for (const bookId of ["godan", "kanthapura"]) await setStock(db, bookId, 40);

/** Removes the consents of other tests. */
beforeEach(() => db.execute(sql`delete from consents`));

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const buyer = (name: string, books: Record<string, number>) => addBuyer(testServices, name, books);
const write = (readerId: number, bookId: string) => writeReview(services, { readerId, bookId, words });

test("who said yes is asked once, three weeks after the parcel, about what they have not reviewed", async () => {
  const yes = await buyer("yes", { godan: 1, kanthapura: 1 });
  const no = await buyer("no", { godan: 1 });
  const later = await buyer("later", { godan: 1 });
  await recordConsent(db, yes.readerId, "review-letters", true);
  for (const { number } of [yes, no, later]) await deliverParcel(services, number);
  await fillCart(db, { readerId: yes.readerId }, { kanthapura: 1 });
  const second = await placeOrder(services, { readerId: yes.readerId }, { ...delivery, email: "yes@example.com" });
  if (!second.ok) throw new Error(second.reason);
  await payAtRazorpay(testServices, second.order.providerOrderId);
  await settlePayment(services, second.order.providerOrderId, "browser");
  await deliverParcel(services, second.order.number);
  await recordConsent(db, later.readerId, "review-letters", true);
  await write(yes.readerId, "godan");
  const at = (days: number) => ({ db, now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000) });
  expect(await askForReviews(at(20))).toBe(0);
  expect(await askForReviews(at(91))).toBe(0);
  // An account whose deletion is in progress gets no letter.
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select from readers where id = ${yes.readerId} for update`);
    expect(await askForReviews(at(22))).toBe(0);
  });
  expect(await askForReviews(at(22))).toBe(1);
  // The reader's other order, a week later, causes no second letter.
  await db.execute(sql`update outbox set created_at = now() + interval '22 days' where kind = 'review-ask'`);
  expect(await askForReviews(at(23))).toBe(0);
  await sendDueLetters(services);
  const [asked, ...more] = testServices.mailbox
    .letters()
    .filter(({ subject }) => subject.startsWith("What did you think"));
  expect([asked!.subject, more]).toEqual(["What did you think of Kanthapura?", []]);
  expect(await askForReviews(at(28.9))).toBe(0);
  expect(await askForReviews(at(29.1))).toBe(1);
  expect(await askForReviews(at(90))).toBe(0);
});

test("nobody is asked who took the yes back, has no address, or has nothing left to write about", async () => {
  const names = ["yes-then-no", "no-address", "all-back", "all-written", "waits"];
  const readers = new Map<string, number>();
  for (const name of names) {
    const { readerId, number } = await buyer(name, { kanthapura: 1 });
    readers.set(name, readerId);
    await recordConsent(db, readerId, "review-letters", true);
    if (name !== "waits") await deliverParcel(services, number);
    else await shipOrder(services, number, { carrier: "India Post", trackingNumber: "EE1", trackingUrl: "" });
    if (name === "all-back") {
      await refundOrder(services, number, undefined, "");
      await processRefunds(services);
    }
  }
  await recordConsent(db, readers.get("yes-then-no")!, "review-letters", false);
  await db.execute(sql`update readers set email = null where id = ${readers.get("no-address")!}`);
  const before = { db, now: () => new Date(Date.now() + 22 * 24 * 60 * 60 * 1000) };
  await write(readers.get("all-written")!, "kanthapura");
  expect(await askForReviews(before)).toBe(0);
  // A review by another reader does not count.
  expect(await write(readers.get("waits")!, "kanthapura")).toMatchObject({ ok: true });
  await withdrawReview(db, readers.get("all-written")!, "kanthapura");
  await recordConsent(db, readers.get("yes-then-no")!, "review-letters", true);
  expect(await askForReviews(before)).toBe(1);
});

test("three weeks are counted from the parcel's arrival, and a yes counts when it was said before", async () => {
  const { readerId, number } = await buyer("long-way", { godan: 1 });
  await deliverParcel(services, number);
  await recordConsent(db, readerId, "review-letters", true);
  const at = (days: number) => ({ db, now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000) });
  expect(await askForReviews(at(30))).toBe(0);
  await db.execute(sql`update consents set created_at = created_at - interval '10 days' where reader_id = ${readerId}`);
  await db.execute(sql`
    update order_events set created_at = created_at - interval '5 days'
    where to_state <> 'delivered' and order_id = (select id from orders where number = ${number})`);
  for (const days of [20.9, 90.1]) expect(await askForReviews(at(days)), String(days)).toBe(0);
  for (const days of [21.1, 89.9]) {
    expect(await askForReviews(at(days)), String(days)).toBe(1);
    await db.execute(sql`delete from outbox where kind = 'review-ask'`);
  }
});

test("of an order whose first book was cancelled only the book that came is asked about", async () => {
  const { readerId, number } = await buyer("kept-one", { godan: 1, kanthapura: 1 });
  await recordConsent(db, readerId, "review-letters", true);
  const copies = [{ bookId: "godan", quantity: 1 }];
  expect(await cancelOrder(services, { number, by: "link", copies, cause: "reader" })).toMatchObject({ ok: true });
  await deliverParcel(services, number);
  expect(await askForReviews({ db, now: () => new Date(Date.now() + 22 * 24 * 60 * 60 * 1000) })).toBe(1);
  await sendDueLetters(services);
  const asked = testServices.mailbox
    .letters()
    .find(({ to, subject }) => to === "kept-one@example.com" && subject === "What did you think of Kanthapura?");
  expect(asked?.text).toContain("Kanthapura");
  expect(asked?.text).not.toContain("गोदान");
});
