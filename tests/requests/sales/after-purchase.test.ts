/**
 * Tests of a reader's actions on a paid order: opens it and its letters, cancels copies, returns a book, buys it again.
 */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { listReturnsOf } from "#shop/office/back-office/list-returns.server.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { acceptReturn, receiveReturn } from "#shop/sales/returns/answer-return.server.ts";
import { paymentSignature } from "#razorpay-stand-in/signature.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { refundsOf } from "#tests/support/sales/paid-order.ts";
import type { PagePart, PartName } from "#tests/support/pages/page-part.ts";
import { plainBrowser, type PlainBrowser } from "#tests/support/browser/plain-browser.ts";
import {
  buyBooks,
  payOrder,
  pressPay,
  putInCart,
  subjectsAbout,
  typedDelivery,
} from "#tests/support/browser/plain-checkout.ts";
import { signIn } from "#tests/support/sales/sign-in.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db, services } = shop;
const parcel = {
  carrier: "India Post",
  trackingNumber: "EE987654321IN",
  trackingUrl: "https://www.indiapost.gov.in/track/EE987654321IN",
};
const mailFollows = "We will send you an e-mail about it.";
const wentBack = (amount: string) => `${amount} went back to your Visa card ending in 1007 on`;

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const textsOf = (part: PagePart, tag: string) => part.all(tag).map(({ text }) => text);
const show = (reader: PlainBrowser, number: string) => reader.open(`/orders/${number}`);
const itemsOf = (reader: PlainBrowser, region: string) => textsOf(reader.main.part(region), "li");
/** The state of the order, as the first heading below the title says it. */
const stateOf = (reader: PlainBrowser) => reader.main.headings(2)[0];

/** Submits the first form with this button. */
function press(reader: PlainBrowser, button: PartName, typed: Record<string, string> = {}) {
  const form = reader.main.all("form").find((one) => one.buttons(button).length > 0)!;
  return reader.send(form, typed, button);
}

async function signedIn(name: string): Promise<PlainBrowser> {
  const reader = plainBrowser(shop);
  const account = { name, email: `${name.toLowerCase().replaceAll(" ", ".")}@example.com` };
  expect((await signIn(reader, account)).status).toBeLessThan(400);
  return reader;
}

test("a paid order has a page with everything about it, and its bill to print and to keep", async () => {
  const reader = plainBrowser(shop);
  const number = await buyBooks(shop, reader, "everything", "kanthapura", "kanthapura", "samskara");
  await show(reader, number);
  expect(stateOf(reader)).toBe("We’re packing your books");
  expect(itemsOf(reader, "Books")).toEqual([
    expect.stringMatching(/Kanthapura.*2 × ₹350\.00/),
    expect.stringMatching(/Samskara.*1 × ₹539\.00/),
  ]);
  expect(reader.main.links("Kanthapura")[0]!.href).toBe("/books/kanthapura");
  expect(textsOf(reader.main.part("Books"), "dd")).toEqual(["₹1,239.00", "Free", "₹1,239.00"]);
  const deliveryAddressOf = reader.main.part("Delivery address");
  expect(textsOf(deliveryAddressOf, "span")).toEqual([
    "Meera Nair",
    "12 Church Street",
    "Bengaluru 560001",
    "Karnataka",
  ]);
  expect(textsOf(deliveryAddressOf, "p")).toEqual(["everything@example.com"]);
  expect(reader.main.part("Payment").text).toContain("Visa card ending in 1007");
  expect(itemsOf(reader, "History")).toEqual([expect.stringMatching(/^Order placed/), expect.stringMatching(/^Paid/)]);

  await issueDocuments(services);
  await show(reader, number);
  await reader.follow(/^Bill /, reader.main.part("Documents"));
  const sheet = reader.main.part("Bill of Supply");
  for (const words of ["Meera Nair", "Kanthapura", "Samskara", "₹1,239.00"]) expect(sheet.text).toContain(words);
  const pdf = await reader.fetch(reader.main.link("Keep it as a PDF").href);
  expect([pdf.status, pdf.headers.get("content-type")]).toEqual([200, "application/pdf"]);
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
});

test("the order letter's link opens the order and its bill in any browser, and with a wrong key nothing", async () => {
  const number = await buyBooks(shop, plainBrowser(shop), "letter.link", "clear-light-of-day");
  await issueDocuments(services);
  await sendDueLetters(services);
  expect(subjectsAbout(shop, number)).toEqual([`We’re packing Clear Light of Day, order ${number}`]);
  const { html } = shop.mailbox.letters().find(({ subject }) => subject.includes(number))!;
  expect(html).toContain("Clear Light of Day");
  const [, address] = /<a [^>]*href="([^"]+)"[^>]*>\s*See your order/.exec(html)!;
  const { pathname, search } = new URL(address!.replaceAll("&amp;", "&"));

  const elsewhere = plainBrowser(shop);
  await elsewhere.open(pathname + search);
  expect(elsewhere.main.headings(1)[0]).toContain(number);
  expect(elsewhere.main.part("Delivery address").text).toContain("Meera Nair");
  await elsewhere.follow(/^Bill /, elsewhere.main.part("Documents"));
  expect(elsewhere.main.parts("Bill of Supply")).toHaveLength(1);

  const key = new URLSearchParams(search).get("key")!;
  const otherKey = [...key].toReversed().join("");
  for (const right of [pathname + search, elsewhere.path]) {
    expect(right).toContain(key);
    const answer = await plainBrowser(shop).fetch(right.replace(key, otherKey));
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain("Meera Nair");
  }
});

test("one copy is cancelled, then the rest: each is told, refunded, credited and written of once", async () => {
  const reader = plainBrowser(shop);
  const number = await buyBooks(shop, reader, "cancels.twice", "gora", "gora", "persuasion");
  await show(reader, number);
  await press(reader, "Cancel these copies of Gora", { Gora: "1 copy" });
  const note = `1 copy of Gora is cancelled. ${mailFollows}`;
  expect(reader.main.text).toContain(note);
  expect(reader.main.part("Books").text).toContain("1 of 2 cancelled");
  await processRefunds(services);
  await issueDocuments(services);
  await show(reader, number);
  expect(reader.main.part("Your refund").text).toContain(wentBack("₹509.00"));
  const creditNotes = () => reader.main.part("Documents").links(/^Credit note /);
  expect(creditNotes()).toHaveLength(1);
  expect(reader.main.text).not.toContain(note); // shown once
  expect(stateOf(reader)).toBe("We’re packing your books");
  // Sends the letters of this step now, so that later ones do not overtake them.
  await sendDueLetters(services);

  await press(reader, "Cancel the rest");
  expect(reader.main.part("Books").text.match(/ersuasion.*Cancelled|Gora.*?Cancelled/g)).toHaveLength(2);
  expect(reader.main.text).toContain(`Your order is cancelled. ${mailFollows}`);
  expect(reader.main.text).not.toContain("Cancel this order");
  await processRefunds(services);
  await issueDocuments(services);
  await show(reader, number);
  expect(reader.main.part("Your order is cancelled").text).toContain(wentBack("₹859.00"));
  expect(creditNotes()).toHaveLength(2);
  expect(stateOf(reader)).toBe("Your order is cancelled");
  expect(textsOf(reader.main.part("Books"), "dd")).toEqual([
    "₹1,368.00",
    "Free",
    "₹1,368.00",
    "₹1,368.00",
    "−₹1,368.00",
    "₹0.00",
  ]);
  expect(itemsOf(reader, "History")).toEqual([
    expect.stringMatching(/^Order placed/),
    expect.stringMatching(/^Paid/),
    expect.stringMatching(/^1 copy of Gora cancelled ?₹509\.00 goes back to your Visa card ending in 1007/),
    expect.stringMatching(/^₹509\.00 was refunded/),
    expect.stringMatching(/^Cancelled ?\d/),
    expect.stringMatching(/^₹859\.00 was refunded/),
  ]);
  await sendDueLetters(services);
  expect(subjectsAbout(shop, number)).toEqual(
    [
      `We’re packing Gora and 2 more, order ${number}`,
      `Part of your order ${number} is cancelled`,
      `Your refund of ₹509.00 for order ${number}`,
      `Your order ${number} is cancelled`,
      `Your refund of ₹859.00 for order ${number}`,
    ].toSorted(),
  );
  await reader.open(creditNotes().at(-1)!.href);
  expect(reader.main.part("Credit Note").text).toContain("₹859.00");
});

test("a shipped order shows its parcel, and a cancel button pressed too late is answered in words", async () => {
  const reader = plainBrowser(shop);
  const number = await buyBooks(shop, reader, "too.late", "jane-eyre");
  await show(reader, number);
  expect(await shipOrder(services, number, parcel)).toEqual({ ok: true });
  await press(reader, "Cancel the whole order");
  expect(reader.main.text).toContain("This order has left the shop, so it can no longer be cancelled.");
  expect(reader.main.text).not.toContain("Cancel this order");
  expect(stateOf(reader)).toMatch(/^On its way: /);
  expect(reader.main.part(/^On its way/).text).toContain("Carried by India Post, tracking EE987654321IN");
  expect(reader.main.link("EE987654321IN").href).toBe(parcel.trackingUrl);
  await sendDueLetters(services);
  const letters = shop.mailbox.letters().filter(({ subject }) => subject.includes(number));
  expect(letters.map(({ subject }) => subject).toSorted()).toEqual(
    [`We’re packing Jane Eyre, order ${number}`, `Your order ${number} is on its way`].toSorted(),
  );
  expect(letters.find(({ subject }) => subject.endsWith("on its way"))!.text).toContain("EE987654321IN");
});

test("an order is cancelled without a script, and its money goes back", async () => {
  const reader = plainBrowser(shop);
  const number = await buyBooks(shop, reader, "no.script", "untouchable");
  await show(reader, number);
  const folded = reader.main.all("details").find(({ text }) => text.startsWith("Cancel this order"))!;
  expect(folded.buttons("Cancel the whole order")).toHaveLength(1);
  await press(reader, "Cancel the whole order");
  expect(reader.main.text).toContain(`Your order is cancelled. ${mailFollows}`);
  expect(reader.main.part("Books").text).toContain("Cancelled");
  await processRefunds(services);
  await show(reader, number);
  expect(reader.main.part("Your order is cancelled").text).toContain(wentBack("₹339.00"));
});

test("a reader finds the order in the list, sends a book back, is told of each step, and buys the order again", async () => {
  const reader = await signedIn("Returning Reader");
  const number = await buyBooks(shop, reader, "returning", "gitanjali", "gitanjali", "malgudi-days");
  await reader.open("/orders");
  expect(reader.main.all("li").find(({ text }) => text.includes(number))!.text).toMatch(/Paid Arrives \w{3} \d/);
  expect(reader.main.parts("Which orders")).toEqual([]);
  await reader.open("/orders?show=delivered");
  expect(reader.main.text).toContain("You have no orders in this list.");
  expect(textsOf(reader.main.part("Which orders"), "a")).toEqual(["All1", "Arriving1", "Delivered0"]);

  expect(await shipOrder(services, number, parcel)).toEqual({ ok: true });
  expect(await deliverOrder(services, number)).toEqual({ ok: true });
  await reader.open("/orders?show=delivered");
  await reader.follow(/and 1 more$/);
  expect(reader.main.headings(1)[0]).toContain(number);
  expect(itemsOf(reader, "History")).toEqual([
    expect.stringMatching(/^Order placed/),
    expect.stringMatching(/^Paid/),
    expect.stringMatching(/^Sent ?Carried by India Post, EE987654321IN/),
    expect.stringMatching(/^Delivered/),
  ]);

  expect(reader.main.all("summary").map(({ text }) => text)).toContain("Return a book");
  const [book] = reader.main
    .all("select")
    .find(({ label }) => label === "Which book")!
    .all("option");
  const words = "The spine is broken.";
  await press(reader, "Request a return", { "Which book": book!.text, Why: "It came damaged", "Tell us more": words });
  expect(reader.main.text).toContain("We have received your request and will answer by e-mail");
  expect(reader.main.part("Books").text).toContain("1 copy: return requested");
  const asked = (await listReturnsOf(db, "open", { after: null, limit: 50 })).returns.find(
    (one) => one.orderNumber === number,
  )!;
  expect(asked).toMatchObject({ reason: "damaged", words, quantity: 1 });
  await sendDueLetters(services);

  expect(await acceptReturn(services, asked.id, { isKept: false, answer: "" })).toMatchObject({ ok: true });
  await show(reader, number);
  const sendBack = reader.main.part("Please send back").text;
  for (const line of [`Order ${number}`, "We pay the postage"]) expect(sendBack).toContain(line);
  expect(await receiveReturn(services, asked.id, { isFit: true })).toMatchObject({ ok: true });
  await processRefunds(services);
  await show(reader, number);
  expect(reader.main.part("Your refund").text).toContain("went back to your Visa card");
  expect(reader.main.part("Books").text).toContain("1 copy: returned");
  const [refund] = await refundsOf(db, number);
  await sendDueLetters(services);
  expect(subjectsAbout(shop, number)).toEqual(
    [
      `We’re packing Gitanjali and 2 more, order ${number}`,
      `Your order ${number} is on its way`,
      `We have received your return request for order ${number}`,
      `Return ${asked.id} of order ${number}: ${asked.title}`,
      `Your return for order ${number}: please send it to us`,
      `Your refund of ${formatPaise(refund!.amount)} for order ${number}`,
    ].toSorted(),
  );
  await press(reader, "Buy again");
  expect(reader.path).toBe("/cart");
  expect(reader.cookies.get("cart-count")).toBe("3");
});

test("an order that was not paid is found in the list and paid from the cart, with one payment", async () => {
  const reader = await signedIn("Forgetful Reader");
  await putInCart(reader, "the-guide");
  const { body } = await pressPay(reader, typedDelivery);
  await reader.open("/orders?show=unpaid");
  await reader.follow("The Guide");
  expect(reader.main.text).toMatch(/This order is not paid yet\. Your books are held for you until \d\d?:\d\d [ap]m\./);
  await press(reader, "Continue to payment");
  expect(reader.path).toBe("/cart");
  const again = await pressPay(reader);
  expect([again.body.orderNumber, again.body.options.order_id]).toEqual([body.orderNumber, body.options.order_id]);
  expect(await payOrder(shop, reader, again)).toBe("paid");
});

test("an unpaid order is cancelled by its form, without a script", async () => {
  const reader = await signedIn("Plain Reader");
  await putInCart(reader, "persuasion");
  const { orderNumber: number } = (await pressPay(reader, typedDelivery)).body;
  await reader.open("/orders");
  await reader.follow("Persuasion");
  expect(reader.main.headings(1)[0]).toContain(number);
  await press(reader, "Continue to payment");
  expect(reader.path).toBe("/cart");
  await show(reader, number);
  await press(reader, "or cancel this order");
  expect(reader.main.part("Your order is cancelled").text).toContain("No money was taken for it.");
  expect(reader.main.buttons("Buy again")).toHaveLength(1);
});

test("whoever comes back from Razorpay sees the order, and without the cart's cookie that the payment has arrived, without names", async () => {
  const buyer = plainBrowser(shop);
  const number = await buyBooks(shop, buyer, "returns.elsewhere", "godan");
  const { rows } = await db.execute<Record<"orderId" | "paymentId" | "name" | "email" | "city", string>>(sql`
    select a.id as order_id, p.id as payment_id, o.name, o.email, o.city from orders o
      join payment_attempts a on a.order_id = o.id join payments p on p.order_id = o.id where o.number = ${number}`);
  const { orderId, paymentId, ...personal } = rows[0]!;
  const proof = {
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: paymentSignature(orderId, paymentId, shop.keySecret),
  };
  const address = `/payments/return?${new URLSearchParams(proof)}`;
  await buyer.open(address);
  expect(buyer.main.first("h1").text).toContain(number);

  const other = await shop.fetch(address);
  expect(["cache-control", "referrer-policy"].map((name) => other.headers.get(name))).toEqual([
    "private, no-store",
    "no-referrer",
  ]);
  const page = await readPage(other);
  expect(page.headings[0]!.text).toBe("Your payment has arrived");
  expect(page.has(number) && page.has("The bill is on its way by e-mail.")).toBe(true);
  const stranger = plainBrowser(shop);
  await stranger.open(address);
  for (const text of Object.values(personal)) expect(stranger.main.text).not.toContain(text);
});
