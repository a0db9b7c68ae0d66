import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";

import { findBreaches } from "#shop/invariants/invariants.server.ts";
import { isOrderKey } from "#shop/orders/order-link.server.ts";
import { carryRefunds } from "#shop/payments/reconcile.server.ts";
import { expireOrder, settlePayment } from "#shop/payments/settle-payment.server.ts";
import { requestStock } from "#shop/stock/stock-requests.server.ts";
import { paidOrder, payAtRazorpay } from "#tests/support/paid-order.ts";
import { cartOf, count, orderOf, putOnShelf } from "#tests/support/sale.ts";
import { openTestServices, publicUrl } from "#tests/support/test-services.ts";
import { cancelOrder } from "./cancel-order.server.ts";
import { composeLetter } from "./compose-letter.server.ts";
import { refundOrder } from "./refund-order.server.ts";
import { sendDueLetters, tellWaitingReaders } from "./send-letters.server.ts";
import { shipOrder } from "./ship-order.server.ts";

const till = await openTestServices({ shippingFeePaise: 4900 });
const { db, services, mailbox } = till;
await putOnShelf(db, "godan", 100);
await putOnShelf(db, "indica", 100);

beforeEach(async () => {
  await sendDueLetters(services);
  await mailbox.clear();
});

const parcel = { carrier: "Blue Dart", trackingNumber: "BD12345", trackingUrl: "https://track.example/BD12345" };

/** The newest letter about an order, sent; every link in it must open this order and no other. */
async function newestLetter(number: string, { linksAtLeast = 1 } = {}) {
  await sendDueLetters(services);
  const letter = mailbox.letters().findLast(({ subject }) => subject.includes(number))!;
  for (const text of [letter.text, letter.html.replaceAll("&amp;", "&")]) {
    const links = text.match(/http:\/\/shop\.test\/orders\/[^\s"'<>]+/g) ?? [];
    expect(links.length).toBeGreaterThanOrEqual(linksAtLeast);
    for (const link of links) {
      const url = new URL(link);
      expect(url.pathname.startsWith(`/orders/${number}`)).toBe(true);
      expect(isOrderKey(services.orderLinkKey, number, url.searchParams.get("key"))).toBe(true);
      expect(isOrderKey(services.orderLinkKey, "EP-0000000000", url.searchParams.get("key"))).toBe(false);
    }
  }
  return letter;
}

test("the letter of a paid order says what was bought and what it came to", async () => {
  const { number } = await paidOrder(till, "confirmed", { godan: 2 });
  const { subject, text } = await newestLetter(number);
  expect(subject).toContain(number);
  for (const words of ["Asha Rao", "गोदान", "12 Residency Road", "Karnataka", "560025", "₹"]) {
    expect(text, words).toContain(words);
  }
});

test("the letter of a parcel has its number and what is in it, without what was cancelled", async () => {
  const { number } = await paidOrder(till, "shipped", { godan: 3, indica: 1 });
  const copies = [
    { bookId: "godan", quantity: 1 },
    { bookId: "indica", quantity: 1 },
  ];
  await cancelOrder(db, { number, by: "link", copies, cause: "reader" });
  await shipOrder(db, number, parcel);
  // Its one button leads to the carrier.
  const { text, html } = await newestLetter(number, { linksAtLeast: 0 });
  expect(text).toContain("BD12345");
  expect(html).toContain(parcel.trackingUrl);
  const letter = await composeLetter(services, { kind: "order-shipped", orderNumber: number, facts: {} });
  expect(letter).toMatchObject({ order: { lines: [{ title: "गोदान", quantity: 2 }] } });
  expect(letter?.kind === "order-shipped" && letter.order.lines).toHaveLength(1);

  const untracked = await paidOrder(till, "untracked", { godan: 1 });
  await shipOrder(db, untracked.number, { ...parcel, trackingUrl: "" });
  await newestLetter(untracked.number);
});

test("the letter of a cancelled order says what goes back; of cancelled copies, which", async () => {
  const { number, totalPaise } = await paidOrder(till, "cancelled", { godan: 2 });
  await cancelOrder(db, { number, by: "link", copies: [{ bookId: "godan", quantity: 1 }], cause: "reader" });
  expect((await newestLetter(number)).subject).toContain("Part of your order");
  await cancelOrder(db, { number, by: "link", cause: "reader" });
  const { subject, text } = await newestLetter(number);
  expect(subject).toContain("is cancelled");
  const refundPaise = await count(
    db,
    sql`select sum(amount_paise) as count from refunds where order_id = (select id from orders where number = ${number})`,
  );
  expect(refundPaise).toBe(totalPaise);
  expect(text).toContain("sending");
});

test("the letter of a refund says how much and why", async () => {
  const { number } = await paidOrder(till, "refunded", { godan: 1 });
  await refundOrder(db, number, 5000, "A stained cover");
  await carryRefunds(services);
  const { subject, text } = await newestLetter(number);
  expect(subject).toContain("₹50");
  expect(text).toContain("A stained cover");
});

test("the letter of a payment that came too late says that the books are gone and the money comes back", async () => {
  await putOnShelf(db, "jejuri", 1);
  const { number, razorpayOrderId } = await orderOf(services, cartOf("soldout"), { jejuri: 1 });
  await expireOrder(services, await count(db, sql`select id as count from orders where number = ${number}`));
  await putOnShelf(db, "jejuri", 0);
  await payAtRazorpay(till, razorpayOrderId);
  await settlePayment(services, razorpayOrderId, "webhook");
  const soldOut = await newestLetter(number);
  expect(soldOut.subject).toContain("sold out");
  await carryRefunds(services);
  expect((await newestLetter(number)).text).toContain("sold out when your payment came");
});

test("the letter about a book that is back leads to the book", async () => {
  await putOnShelf(db, "masala-lab", 1);
  await requestStock(db, "masala-lab", "waits@example.com");
  await tellWaitingReaders(services);
  await sendDueLetters(services);
  const letter = mailbox.letters().at(-1)!;
  expect(letter.to).toBe("waits@example.com");
  expect(letter.text).toContain(`${publicUrl}/books/masala-lab`);
});

test("there is no letter about what is not there", async () => {
  const { number } = await paidOrder(till, "nothere", { godan: 1 });
  expect(await composeLetter(services, { kind: "order-confirmed", orderNumber: null, facts: {} })).toBeNull();
  expect(
    await composeLetter(services, { kind: "order-confirmed", orderNumber: "EP-0000000000", facts: {} }),
  ).toBeNull();
  expect(await composeLetter(services, { kind: "order-shipped", orderNumber: number, facts: {} })).toBeNull();
  const gone = { kind: "order-refunded", orderNumber: number, facts: { refundId: 999_999 } } as const;
  expect(await composeLetter(services, gone)).toBeNull();
  const book = { kind: "back-in-stock", orderNumber: null, facts: { bookId: "no-such-book" } } as const;
  expect(await composeLetter(services, book)).toBeNull();
  expect(await findBreaches(db)).toEqual([]);
});
