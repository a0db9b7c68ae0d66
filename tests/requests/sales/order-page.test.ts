/** The page of an order for readers and by the link of a letter: access, dates, cancelling and documents. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test } from "vitest";

import { longDay } from "#shop/kernel/dates/dates.ts";
import { issueDocuments } from "#shop/sales/documents/issue-documents.server.ts";
import { refundOrder } from "#shop/sales/refunds/refund-order.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { nameArrival } from "#shop/kernel/regions/delivery-promise.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { arrivalOfParcel } from "#shop/sales/orders/parcels/parcel-arrival.ts";
import { orderLink } from "#shop/sales/orders/order-link.server.ts";
import { processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { settlePayment } from "#shop/sales/payments/settle-payment.server.ts";
import { bytesOf, flashAfter } from "#tests/support/sales/order-visitor.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { payAtRazorpay, refundsOf } from "#tests/support/sales/paid-order.ts";
import { delivery, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db, services } = shop;
await setStock(db, "godan", 100);
await setStock(db, "indica", 100);

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

type Visitor = ReturnType<typeof visit>;
type Fields = Record<string, string>;
const form = (fields: Fields) => new URLSearchParams(fields);
const missing = "EP-0000000000";
const wholeOrder = { intent: "cancel-order" };
const parcel = { carrier: "Blue Dart", trackingNumber: "BD12345", trackingUrl: "https://track.example/BD12345" };

/** A visitor with an order, made over HTTP as a browser does. */
async function buyer(books: Record<string, number> = { godan: 1 }, { isPaid = true } = {}) {
  const visitor = visit(shop);
  for (const [bookId, quantity] of Object.entries(books)) {
    await visitor.fetch("/cart/lines", { method: "POST", body: form({ intent: "add", bookId }) });
    const set = { intent: "set-quantity", bookId, quantity: String(quantity) };
    await visitor.fetch("/cart/lines", { method: "POST", body: form(set) });
  }
  const answer = await visitor.fetch("/checkout", {
    method: "POST",
    body: form(delivery),
    headers: { accept: "application/json" },
  });
  const { orderNumber: number, options } = await answer.json();
  if (isPaid) {
    await payAtRazorpay(shop, options.order_id);
    await settlePayment(services, options.order_id, "browser");
  }
  return { visitor, number: number as string };
}

/** The path in the link that letters about this order contain. */
function linked(number: string): string {
  const { pathname, search } = new URL(orderLink("http://shop.test", services.linkKey, { number, linkVersion: 0 }));
  return pathname + search;
}

const keyOf = (number: string) => linked(number).split("key=")[1]!;
const send = (visitor: Pick<Visitor, "fetch">, path: string, fields: Fields, headers: Fields = {}) =>
  visitor.fetch(path, { method: "POST", body: form(fields), headers });

test("a reader sees the own order: the books, the address, the card, what happened", async () => {
  const { visitor, number } = await buyer({ godan: 2 });
  const response = await visitor.fetch(`/orders/${number}`);
  expect(response.headers.get("cache-control")).toContain("no-store");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  const page = await readPage(response);
  expect(page.status).toBe(200);
  expect(page.title).toContain(number);
  for (const words of [number, "Paid", "12 Residency Road", "Karnataka", "Visa card ending in 1007", "Subtotal"]) {
    expect(page.has(words), words).toBe(true);
  }
  expect(page.has("Cancel this order")).toBe(true);
});

test("the cart, the order's page and its letter promise the same days, and what has left has the days of its own leaving", async () => {
  const { visitor, number } = await buyer();
  const { arrival } = (await findOrder(db, number, "link"))!;
  const days = nameArrival(arrival!);
  await visitor.fetch("/cart/lines", { method: "POST", body: form({ intent: "add", bookId: "godan" }) });
  const cart = await readPage(await visitor.fetch("/cart"));
  expect(cart.has(`Free delivery to ${delivery.pin}, arriving ${days.replace(" – ", " to ")}.`)).toBe(true);

  const show = async () => readPage(await visitor.fetch(`/orders/${number}`));
  const placed = await show();
  expect(placed.headings.map(({ text }) => text).slice(0, 3)).toEqual([
    `Order ${number} गोदान`,
    "We’re packing your books",
    "Books",
  ]);
  expect(placed.has(`Arrives ${days}`)).toBe(true);
  await sendDueLetters(services);
  const letters = () => shop.mailbox.letters().filter(({ subject }) => subject.includes(number));
  await shipOrder(services, number, parcel);
  // Sent a week later than promised: the page shows the actual day.
  await db.execute(sql`
    update shipments set shipped_at = shipped_at + interval '7 days'
    where order_id = (select id from orders where number = ${number})`);
  const sent = await show();
  const sentOrder = (await findOrder(db, number, "link"))!;
  const { delivery: times } = services.settings.policies;
  const onItsWay = nameArrival(arrivalOfParcel(sentOrder, sentOrder.parcels[0]!, times, services.now())!);
  expect(sent.headings[1]!.text).toBe(`On its way: ${onItsWay}`);
  for (const words of ["Carried by Blue Dart, tracking BD12345", "Already with you? Return a book"])
    expect(sent.has(words), words).toBe(true);
  expect(sent.has("Review this book")).toBe(false);
  await sendDueLetters(services);
  expect(letters()).toHaveLength(2);
  expect(sent.has(days)).toBe(false);
  expect(letters().map(({ text }) => [text.includes(days), text.includes(onItsWay)])).toEqual([
    [true, false],
    [false, true],
  ]);
  await deliverOrder(services, number);
  const delivered = await show();
  expect(delivered.headings[1]!.text).toBe(`Delivered on ${longDay(services.now())}`);
  expect(delivered.has("Arrives ")).toBe(false);
  expect(delivered.has("Return a book")).toBe(true);
});

test("the link of a letter opens the order without a cookie, and its key goes on with every link and form", async () => {
  const { number } = await buyer({ godan: 2 });
  await issueDocuments(services);
  const response = await shop.fetch(linked(number));
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  expect(response.headers.getSetCookie()).toEqual([]);
  const page = await readPage(response);
  expect(page.status).toBe(200);
  const own = page.addresses.filter((address) => address.startsWith(`/orders/${number}`));
  expect(own.length).toBeGreaterThan(2);
  for (const address of own) expect(address).toContain(`key=${keyOf(number)}`);
});

test("to everybody else an order is as good as none, to the byte", async () => {
  const { number } = await buyer();
  const other = await buyer();
  const key = keyOf(number);
  const changed = key.slice(0, -2) + (key.endsWith("A") ? "BA" : "AA");
  const queries = [
    "",
    `?key=${keyOf(other.number)}`,
    `?key=${changed}`,
    "?key=",
    `?key=${"x".repeat(5000)}`,
    `?KEY=${key}`,
  ];
  for (const asker of [visit(shop), other.visitor]) {
    for (const query of queries) {
      for (const path of ["", ".data", "/documents/EP26-27-000001", "/documents/EP26-27-000001/pdf"]) {
        const [theirs, none] = [number, missing].map((one) => `/orders/${one}${path}${query}`) as [string, string];
        const answer = await asker.fetch(theirs);
        expect(answer.status, theirs.slice(0, 80)).toBe(404);
        const expected = await bytesOf(await asker.fetch(none), missing);
        expect((await bytesOf(answer, number)) === expected, theirs.slice(0, 80)).toBe(true);
      }
    }
  }
});

test("what is no order's number is not found either", async () => {
  const { visitor, number } = await buyer();
  for (const odd of [number.toLowerCase(), `${number}0`, "EP-", "..%2f", "EP-'or'1'='1", "1", "x".repeat(3000)]) {
    expect((await visitor.fetch(`/orders/${odd}`)).status, odd.slice(0, 20)).toBe(404);
  }
});

test("the whole order is cancelled by its form, and the page says so", async () => {
  const { visitor, number } = await buyer();
  const response = await send(visitor, `/orders/${number}`, wholeOrder);
  expect([response.status, response.headers.get("location")]).toEqual([303, `/orders/${number}`]);
  expect(await stateOf(db, number)).toBe("refund_pending");
  const page = await readPage(await visitor.fetch(`/orders/${number}`));
  expect(page.has("Your order is cancelled. We will send you an e-mail about it.")).toBe(true);
  expect(page.headings[1]!.text).toBe("Your order is cancelled");
  const paid = formatPaise((await findOrder(db, number, "link"))!.totalPaise);
  const visa = "your Visa card ending in 1007";
  expect(
    page.has(`${paid} goes back to ${visa}, usually within 5 to 7 working days.Cancelled before it was sent`),
  ).toBe(true);
  expect(page.has("Cancel this order")).toBe(false);

  await processRefunds(services);
  const later = await readPage(await visitor.fetch(`/orders/${number}`));
  const day = longDay(services.now()).replaceAll(" ", "\u00a0");
  expect(later.has(`${paid} went back to ${visa} on ${day}.`)).toBe(true);
  expect(later.has("Your order is cancelled.")).toBe(false); // shown once
  expect(await flashAfter(visitor, number, wholeOrder)).toContain("There is nothing left to cancel in this order.");
  expect(await refundsOf(db, number)).toHaveLength(1);
});

test("copies of a book are cancelled by their form, by the link of a letter too", async () => {
  const { number } = await buyer({ godan: 3, indica: 1 });
  const one = { intent: "cancel-copies", bookId: "godan", quantity: "2" };
  const response = await send(shop, linked(number), one);
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe(linked(number));
  const reader = visit(shop);
  const page = await readPage(await reader.fetch(linked(number)));
  expect(page.status).toBe(200);
  expect(page.has("2 of 3 cancelled")).toBe(true);
  expect(page.has("2 copies of गोदान cancelled")).toBe(true); // In the history of the order.
  await send(reader, linked(number), one);
  expect((await readPage(await reader.fetch(linked(number)))).has("There are not that many copies left")).toBe(true);
  expect(await refundsOf(db, number)).toHaveLength(1);
});

test("what has left the shop stays bought", async () => {
  const { visitor, number } = await buyer();
  await shipOrder(services, number, parcel);
  const page = await readPage(await visitor.fetch(`/orders/${number}`));
  expect(page.has("On its way") && page.has("BD12345") && !page.has("Cancel this order")).toBe(true);
  expect(page.addresses).toContain(parcel.trackingUrl);
  expect(await flashAfter(visitor, number, wholeOrder)).toContain("This order has left the shop");
  expect(await stateOf(db, number)).toBe("shipped");
});

test("nobody else cancels an order, and learns nothing by trying", async () => {
  const { number } = await buyer();
  const other = await buyer();
  for (const asker of [visit(shop), other.visitor]) {
    for (const query of ["", `?key=${keyOf(other.number)}`, "?key=x"]) {
      const answer = await send(asker, `/orders/${number}${query}`, wholeOrder);
      expect(answer.status).toBe(404);
      const none = await send(asker, `/orders/${missing}${query}`, wholeOrder);
      expect((await bytesOf(answer, number)) === (await bytesOf(none, missing))).toBe(true);
    }
  }
  expect(await stateOf(db, number)).toBe("paid");
});

test("another site cannot cancel, even with the reader's cookie or the link's key", async () => {
  const { visitor, number } = await buyer();
  for (const path of [`/orders/${number}`, linked(number), `/orders/${number}.data`]) {
    const foreign: Fields[] = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "cross-site", origin: "http://shop.test" },
    ];
    for (const headers of foreign) {
      expect((await send(visitor, path, wholeOrder, headers)).status).toBe(403);
    }
  }
  expect(await stateOf(db, number)).toBe("paid");
});

test("a form that is none of ours is refused and changes nothing", async () => {
  const { visitor, number } = await buyer({ godan: 2 });
  const copies = { intent: "cancel-copies", bookId: "godan", quantity: "1" };
  const odd: Fields[] = [
    {},
    { intent: "refund" },
    { intent: "cancel-copies" },
    { ...wholeOrder, amount: "1" },
    { ...copies, bookId: "../godan" },
    { ...copies, bookId: "" },
    ...["0", "-1", "1.5", "1e1", "0x1", "", "100", "9007199254740993", "null", " 1"].map((quantity) => ({
      ...copies,
      quantity,
    })),
    { ...copies, refundPaise: "9999999" },
  ];
  for (const fields of odd) {
    const { status } = await send(visitor, `/orders/${number}`, fields);
    expect(status, JSON.stringify(fields)).toBe(400);
  }
  for (const fields of [
    { ...copies, bookId: "indica" },
    { ...copies, quantity: "3" },
  ]) {
    expect(await flashAfter(visitor, number, fields), JSON.stringify(fields)).toContain(
      "There are not that many copies",
    );
  }
  expect(await stateOf(db, number)).toBe("paid");
  expect(await refundsOf(db, number)).toEqual([]);
});

test("a note is one of the shop's own, about this order, or none", async () => {
  const { visitor, number } = await buyer();
  const plain = await readPage(await visitor.fetch(`/orders/${number}`));
  for (const note of ["<script>alert(1)</script>", "constructor", "__proto__", "Your order is free"]) {
    visitor.cookies.set("flash", `${number}.${note}`);
    const page = await readPage(await visitor.fetch(`/orders/${number}`));
    expect(page.status).toBe(200);
    expect(page.headings, note).toEqual(plain.headings);
    expect(page.has("alert(1)") || page.has("is free"), note).toBe(false);
  }
  visitor.cookies.set("flash", `${missing}.document-soon`);
  expect((await readPage(await visitor.fetch(`/orders/${number}`))).has("not written yet")).toBe(false);
});

test("what was paid, what went back and what remains stand below the total", async () => {
  const { visitor, number } = await buyer({ godan: 3 });
  const paid = (await findOrder(db, number, "link"))!.totalPaise;
  await send(visitor, `/orders/${number}`, { intent: "cancel-copies", bookId: "godan", quantity: "1" });
  await processRefunds(services);
  await refundOrder(services, number, 5000, "A late parcel");
  const page = await readPage(await visitor.fetch(`/orders/${number}`));
  const left = formatPaise((paid / 3) * 2 - 5000);
  expect(page.has(`Paid${formatPaise(paid)}Refunded to you−${formatPaise(paid / 3)}`)).toBe(true);
  expect(page.has(`Refund on its way−₹50.00Paid after refunds${left}`)).toBe(true);
  expect(page.has("A late parcel")).toBe(true);
});

test("a letter's link to a document leads to the order's page until the document is issued", async () => {
  const { visitor, number } = await buyer({ godan: 2 });
  for (const path of ["", "/pdf"]) {
    const early = await visitor.fetch(`/orders/${number}/documents/bill${path}`);
    expect([early.status, early.headers.get("location")]).toEqual([303, `/orders/${number}`]);
  }
  expect((await readPage(await visitor.fetch(`/orders/${number}`))).has("This document is not ready yet.")).toBe(true);
  expect((await shop.fetch(`/orders/${number}/documents/bill`)).status).toBe(404);
  await issueDocuments(services);
  const bill = await shop.fetch(`/orders/${number}/documents/bill?key=${keyOf(number)}`);
  expect((await readPage(bill)).has("Bill of Supply")).toBe(true);
  const forRouter = await shop.fetch(`/orders/${number}/documents/bill.data?key=${keyOf(number)}`);
  expect(await forRouter.text()).toContain(`"/orders/${number}/documents/bill/pdf?key=`);
  for (const none of ["refund-0", "refund-x", "bills", "constructor"])
    expect((await visitor.fetch(`/orders/${number}/documents/${none}`)).status, none).toBe(404);
});

test("a letter from before, when documents had another path, leads to the document", async () => {
  for (const path of ["bill", "bill/pdf"]) {
    const { status, headers } = await shop.fetch(`/orders/EP-0123456789/papers/${path}?key=abc`);
    expect([status, headers.get("location")]).toEqual([301, `/orders/EP-0123456789/documents/${path}?key=abc`]);
  }
});

test("an order that waits for its payment is shown, and has nothing to cancel by form", async () => {
  const { visitor, number } = await buyer({ godan: 1 }, { isPaid: false });
  const page = await readPage(await visitor.fetch(`/orders/${number}`));
  expect(page.has("This order is not paid yet.") && !page.has("Cancel this order")).toBe(true);
});

test("a bill and its credit note are pages and PDFs for the reader, and nobody else", async () => {
  const { visitor, number } = await buyer({ godan: 2 });
  const other = await buyer();
  await send(visitor, `/orders/${number}`, { intent: "cancel-copies", bookId: "godan", quantity: "1" });
  await processRefunds(services);
  await issueDocuments(services);
  const { rows } = await db.execute<{ number: string }>(sql`
    select d.number from documents d join orders o on o.id = d.order_id where o.number = ${number} order by d.id`);
  expect(rows).toHaveLength(2);
  const page = await readPage(await visitor.fetch(`/orders/${number}`));
  for (const { number: document } of rows) {
    const path = `/orders/${number}/documents/${document.replace("/", "-")}`;
    expect(page.addresses).toContain(path);
    expect(page.addresses).toContain(`${path}/pdf`);
    for (const [asker, query] of [
      [visitor, ""],
      [shop, `?key=${keyOf(number)}`],
    ] as const) {
      const sheet = await asker.fetch(path + query);
      expect(sheet.headers.get("referrer-policy")).toBe("no-referrer");
      expect(sheet.headers.get("cache-control")).toContain("no-store");
      const read = await readPage(sheet);
      expect(read.status).toBe(200);
      expect(read.has(document) && read.has("Asha Rao") && read.has(number)).toBe(true);
      expect(read.addresses).toContain(`${path}/pdf${query}`);

      const pdf = await asker.fetch(`${path}/pdf${query}`);
      expect(pdf.status).toBe(200);
      expect(pdf.headers.get("content-type")).toBe("application/pdf");
      expect(pdf.headers.get("content-disposition")).toBe(`inline; filename="${document.replace("/", "-")}.pdf"`);
      expect(pdf.headers.get("referrer-policy")).toBe("no-referrer");
      expect(pdf.headers.get("cache-control")).toContain("no-store");
      const bytes = Buffer.from(await pdf.arrayBuffer());
      expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    }
    const elsewhere = path.replace(number, other.number);
    for (const [asker, wrong] of [
      [shop, path],
      [other.visitor, path],
      [other.visitor, elsewhere],
      [shop, `${path}?key=${keyOf(other.number)}`],
      [shop, `${elsewhere}?key=${keyOf(other.number)}`],
      [visitor, `${path}0`],
    ] as const) {
      const [address, query = ""] = wrong.split("?");
      expect((await asker.fetch(wrong)).status, wrong).toBe(404);
      expect((await asker.fetch(`${address}/pdf?${query}`)).status, `${wrong} pdf`).toBe(404);
    }
  }
});
