/** Tests of the letters about orders: parcels, cancellations, refunds, late payments and books back in stock. */
import { sql } from "#db/sql.ts";
import { beforeEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { readOrderKey } from "#shop/sales/orders/order-link.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { expireOrder, settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { requestStock, sendStockLetters } from "#shop/catalogue/stock/stock-requests.server.ts";
import { paidOrder, payAtRazorpay } from "#tests/support/sales/paid-order.ts";
import { cartOf, count, orderOf, setStock } from "#tests/support/sales/sale.ts";
import { openTestServices, publicUrl } from "#tests/support/shop/test-services.ts";
import { cancelOrder } from "#shop/sales/refunds/cancel-order.server.ts";
import { letterTypeOf } from "#shop/office/letters/registry.server.ts";
import type { WaitingLetter } from "#shop/office/letters/letter-type.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";

const testServices = await openTestServices({ shippingFeePaise: 4900 });
const { db, services, mailbox } = testServices;
await setStock(db, "godan", 100);
await setStock(db, "indica", 100);

beforeEach(async () => {
  await sendDueLetters(services);
  await mailbox.clear();
});

const parcel = { carrier: "Blue Dart", trackingNumber: "BD12345", trackingUrl: "https://track.example/BD12345" };

const load = (letter: WaitingLetter) => letterTypeOf(letter.kind).load(services, letter);

/** Sends due letters and returns the newest one about an order; every link in it must open this order and no other. */
async function newestLetter(number: string, { minLinks = 1 } = {}) {
  await sendDueLetters(services);
  const letter = mailbox.letters().findLast(({ subject }) => subject.includes(number))!;
  for (const text of [letter.text, letter.html.replaceAll("&amp;", "&")]) {
    const links = text.match(/http:\/\/shop\.test\/orders\/[^\s"'<>]+/g) ?? [];
    expect(links.length).toBeGreaterThanOrEqual(minLinks);
    for (const link of links) {
      const url = new URL(link);
      expect(url.pathname.startsWith(`/orders/${number}`)).toBe(true);
      expect(readOrderKey(services.linkKey, number, url.searchParams.get("key"))).toBe(0);
      expect(readOrderKey(services.linkKey, "EP-0000000000", url.searchParams.get("key"))).toBeNull();
    }
  }
  return letter;
}

test("the letter of a paid order says what was bought and what it came to", async () => {
  const { number } = await paidOrder(testServices, "confirmed", { godan: 2 });
  const { subject, text } = await newestLetter(number, { minLinks: 2 });
  expect(subject).toContain(number);
  expect(text).toContain(`/orders/${number}/documents/bill?key=`);
  for (const words of ["Asha Rao", "गोदान", "12 Residency Road", "Karnataka", "560025", "₹"]) {
    expect(text, words).toContain(words);
  }
});

test("the letter of a paid order says what its bookplates say, and nothing of bookplates when there are none", async () => {
  const [present, plain] = [
    await paidOrder(testServices, "present", { godan: 1, indica: 1 }),
    await paidOrder(testServices, "plain", { godan: 1 }),
  ];
  const words = JSON.stringify({ for: "Meera", from: "Asha & <Ravi>", line: "दिवाली" });
  await db.execute(sql`update orders set bookplate = ${words}::jsonb where number = ${present.number}`);
  await db.execute(sql`update orders set bookplate = null where number = ${plain.number}`);
  const { text, html } = await newestLetter(present.number);
  expect(inOneLine(text)).toContain("Bookplates: For Meera · From Asha & <Ravi> · दिवाली");
  expect(html).not.toContain("<Ravi>");
  expect((await newestLetter(plain.number)).text).not.toContain("Bookplate");
});

test("the letter of a parcel has its number and what is in it, without what was cancelled", async () => {
  const { number } = await paidOrder(testServices, "shipped", { godan: 3, indica: 1 });
  const copies = [
    { bookId: "godan", quantity: 1 },
    { bookId: "indica", quantity: 1 },
  ];
  await cancelOrder(services, { number, by: "link", copies, cause: "reader" });
  await shipOrder(services, number, parcel);
  const { text, html } = await newestLetter(number, { minLinks: 2 });
  expect(text).toContain("BD12345");
  expect(html).toContain(parcel.trackingUrl);
  const letter = await load({ kind: "order-shipped", orderNumber: number, facts: { parcel: 1 } });
  expect(letter).toMatchObject({ order: { lines: [{ title: "गोदान", quantity: 2 }] } });

  const untracked = await paidOrder(testServices, "untracked", { godan: 1 });
  await shipOrder(services, untracked.number, { ...parcel, trackingUrl: "" });
  await newestLetter(untracked.number);
});

/** The text of a letter in one line. */
const inOneLine = (text: string) => text.replace(/\s+/g, " ");
const visa = "your Visa card ending in 1007";

test("the letter of cancelled copies says which, and what goes back to which card; the last one, the rest with delivery", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "cancelled", { godan: 2, indica: 1 });
  const eachPaise = (await findOrder(db, number, "link"))!.lines.find(
    ({ bookId }) => bookId === "godan",
  )!.unitPricePaise;
  await cancelOrder(services, { number, by: "link", copies: [{ bookId: "godan", quantity: 1 }], cause: "reader" });
  const part = await newestLetter(number);
  expect(part.subject).toBe(`Part of your order ${number} is cancelled`);
  const each = formatPaise(eachPaise);
  expect(inOneLine(part.text)).toContain(`We are sending ${each} back to ${visa}.`);
  expect(inOneLine(part.text)).toMatch(new RegExp(`गोदान ${each} .*1 copy -+ Refund to you ${each}`));

  await cancelOrder(services, { number, by: "link", cause: "reader" });
  const { subject, text } = await newestLetter(number);
  expect(subject).toBe(`Your order ${number} is cancelled`);
  const rest = formatPaise(totalPaise - eachPaise);
  expect(inOneLine(text)).toMatch(new RegExp(`Shipping ₹49\\.00 -+ Refund to you ${rest}`));
});

test("the letter of an order cancelled after the bookseller gave money back takes that off, and says so", async () => {
  const { number, totalPaise } = await paidOrder(testServices, "goodwill", { godan: 1 });
  await refundOrder(services, number, 10_000, "A late parcel");
  await cancelOrder(services, { number, by: "link", cause: "reader" });
  const rest = formatPaise(totalPaise - 10_000);
  expect(inOneLine((await newestLetter(number)).text)).toMatch(
    new RegExp(`Refunded earlier −₹100\\.00 -+ Refund to you ${rest}`),
  );

  const { number: gone } = await paidOrder(testServices, "allback", { godan: 1 });
  await refundOrder(services, gone, undefined, "");
  await cancelOrder(services, { number: gone, by: "link", cause: "reader" });
  const { text } = await newestLetter(gone);
  expect(inOneLine(text)).toContain("Your payment for it was refunded earlier");
  expect(text).not.toContain("We are sending");
});

test("the letter of a refund says how much, to which card, why, what for, and leads to the credit note", async () => {
  const { number } = await paidOrder(testServices, "refunded", { godan: 2 });
  await refundOrder(services, number, 5000, "A stained cover");
  await processRefunds(services);
  const { subject, text } = await newestLetter(number, { minLinks: 2 });
  expect(subject).toBe(`Your refund of ₹50.00 for order ${number}`);
  expect(inOneLine(text)).toContain(`₹50.00 for your order ${number} was refunded to ${visa}.`);
  expect(text).toContain("A stained cover");
  const refundId = (await findOrder(db, number, "link"))!.refunds[0]!.id;
  expect(text).toContain(`/orders/${number}/documents/refund-${refundId}?key=`);

  await cancelOrder(services, { number, by: "link", copies: [{ bookId: "godan", quantity: 1 }], cause: "reader" });
  await processRefunds(services);
  const second = await newestLetter(number, { minLinks: 2 });
  expect(inOneLine(second.text)).toMatch(/WHAT IT WAS PAID FOR -+ गोदान .*, 1 copy/);
  expect(inOneLine(second.text)).toMatch(/Why: Cancelled before it was sent You had paid: .* Refunded so far: /);
});

test("a payment that came too late has a letter that says what becomes of it, and one when the money has gone", async () => {
  await setStock(db, "jejuri", 1);
  const { number, providerOrderId, totalPaise } = await orderOf(services, cartOf("soldout"), { jejuri: 1 });
  await expireOrder(services, await count(db, sql`select id as count from orders where number = ${number}`));
  await setStock(db, "jejuri", 0);
  await payAtRazorpay(testServices, providerOrderId);
  await settlePayment(services, providerOrderId, "webhook");
  const total = formatPaise(totalPaise);
  const soldOut = await newestLetter(number);
  expect(soldOut.subject).toBe(`Your order ${number} sold out; you get ${total} back`);
  expect(inOneLine(soldOut.text)).toContain(`We are sending all of this payment, ${total}, back to ${visa}.`);
  await processRefunds(services);
  const gone = await newestLetter(number);
  expect(gone.subject).toBe(`Your refund of ${total} for order ${number}`);
  expect(inOneLine(gone.text)).toContain("Why: The books were sold out when your payment came");
  expect(gone.text).not.toMatch(/documents\/|We are sending/);
});

test("a payment for an order that a newer, paid one had replaced is not said to be for books that are gone", async () => {
  const old = await orderOf(services, cartOf("twice"), { godan: 1 });
  const newer = await paidOrder(testServices, "twice", { indica: 1 });
  await payAtRazorpay(testServices, old.providerOrderId);
  await settlePayment(services, old.providerOrderId, "webhook");
  const { text } = await newestLetter(old.number);
  expect(inOneLine(text)).toContain(`you had paid your newer order ${newer.number} instead`);
  await processRefunds(services);
  expect((await newestLetter(old.number)).text).toContain(`You had paid your newer order ${newer.number}`);
});

test("the letter about a book that is back leads to the book", async () => {
  await setStock(db, "masala-lab", 1);
  await requestStock(services, "masala-lab", "waits@example.com");
  await sendStockLetters(services);
  await sendDueLetters(services);
  const letter = mailbox.letters().find(({ to }) => to === "waits@example.com");
  expect(letter?.text).toContain(`${publicUrl}/books/masala-lab`);
});

test("there is no letter about what is not there", async () => {
  const { number } = await paidOrder(testServices, "nothere", { godan: 1 });
  const withoutOrder = load({ kind: "order-confirmed", orderNumber: null, facts: {} });
  await expect(withoutOrder).rejects.toThrow("requires an order");
  expect(await load({ kind: "order-confirmed", orderNumber: "EP-0000000000", facts: {} })).toBeNull();
  expect(await load({ kind: "order-shipped", orderNumber: number, facts: { parcel: 1 } })).toBeNull();
  const gone = { kind: "order-refunded", orderNumber: number, facts: { refundId: 999_999 } } as const;
  expect(await load(gone)).toBeNull();
  const book = { kind: "back-in-stock", orderNumber: null, facts: { bookId: "no-such-book" } } as const;
  expect(await load(book)).toBeNull();
  expect(await findBreaches(db)).toEqual([]);
});
