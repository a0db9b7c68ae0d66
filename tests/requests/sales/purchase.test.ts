/**
 * Tests a purchase from the filled cart to the paid order: typed values, copies that run out, and tabs that disagree.
 */
import { afterEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { expireReservations, processRefunds } from "#shop/sales/payments/reconcile.server.ts";
import { processWebhooks } from "#shop/sales/payments/webhooks.server.ts";
import { sendStockLetters } from "#shop/catalogue/stock/stock-requests.server.ts";
import { receiveCopies } from "#shop/catalogue/stock/stock.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import type { PartName } from "#tests/support/pages/page-part.ts";
import { plainBrowser, type PlainBrowser } from "#tests/support/browser/plain-browser.ts";
import {
  buyBooks,
  changeCart,
  ordersFor,
  payOrder,
  pressPay,
  putInCart,
  subjectsAbout,
  typedDelivery,
} from "#tests/support/browser/plain-checkout.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { expireReservation } from "#tests/support/sales/stock.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";
import { deliveriesOf, receiveFromRazorpay } from "#tests/support/shop/webhooks.ts";

const shop = await openTestShop();
const { db, services } = shop;

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

/** The value of a field of the open page; for a select the chosen option. */
function valueOf(reader: PlainBrowser, label: string): string | undefined {
  const field = reader.main.all("input", "select").find((one) => one.label === label)!;
  const chosen = field.all("option").find(({ attributes }) => attributes.selected !== undefined);
  return (chosen ?? field).attributes.value;
}

function isOff(reader: PlainBrowser, button: PartName): boolean {
  return reader.main.buttons(button)[0]!.attributes.disabled !== undefined;
}

/** Waits until a public page shows the words; a stale page is served until the new one is rendered. */
async function expectOnPage(reader: PlainBrowser, path: string, words: string): Promise<void> {
  shop.pages.drop();
  await expect.poll(async () => (await reader.open(path)).first("main").text).toContain(words);
}

const soldOutInCart = "This book sold out while it was in your cart. Remove it to continue.";

test("a PIN code that does not fit the state is taken as it is, and the order goes there", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "one-part-woman");
  const opened = await pressPay(reader, { ...typedDelivery, "PIN code": "110001", State: "Kerala" });
  expect(await payOrder(shop, reader, opened)).toBe("paid");
  await reader.open(`/orders/${opened.body.orderNumber}`);
  const address = reader.main.part("Delivery address").first("address");
  expect(address.all("span").map(({ text }) => text)).toEqual([
    "Meera Nair",
    "12 Church Street",
    "Bengaluru 110001",
    "Kerala",
  ]);
});

test("what was typed for the last order is in the form the next time, paid or not, and is sent as it is", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "devdas");
  const typed = { ...typedDelivery, "Address, second line": "Opposite the bakery" };
  const opened = await pressPay(reader, { ...typed, "E-mail": "typed.once@example.com" });
  expect(opened.status).toBe(200);
  const filled = {
    ...typed,
    "E-mail": "typed.once@example.com",
    Phone: "+91 98765 43210",
    "Address, second line (optional)": "Opposite the bakery",
    State: "KA",
  };
  const { "Address, second line": _, ...expected } = filled;
  const seen = () => Object.fromEntries(Object.keys(expected).map((label) => [label, valueOf(reader, label)]));
  await reader.open("/cart");
  expect(seen()).toEqual(expected);
  const again = await pressPay(reader);
  expect(again.body.orderNumber).toBe(opened.body.orderNumber);
  expect(await payOrder(shop, reader, again)).toBe("paid");
  await putInCart(reader, "jaya");
  await reader.open("/cart");
  expect(seen()).toEqual(expected);
});

test("a paid order leaves an empty cart that mentions the order, and nothing to pay again", async () => {
  const reader = plainBrowser(shop);
  const number = await buyBooks(shop, reader, "leaves.an.empty.cart", "poonachi");
  await reader.open("/cart");
  expect(reader.main.headings(1)).toEqual(["Your cart is empty"]);
  expect(reader.main.text).toContain(`Your order ${number} is paid. Thank you!`);
  expect(reader.main.buttons("Pay with Razorpay")).toEqual([]);
  await reader.follow(number);
  expect(reader.main.headings(1)[0]).toContain(number);
  expect(await ordersFor(db, "leaves.an.empty.cart@example.com")).toEqual([{ number, state: "paid", captured: 1 }]);
});

test("a payment that the browser never reports is settled by the webhook, and the cart mentions the order", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "train-to-pakistan");
  const { body } = await pressPay(reader, { ...typedDelivery, "E-mail": "closed.browser@example.com" });
  await payByCard(shop, { orderId: body.options.order_id });
  for (const { body: event, signature, eventId } of deliveriesOf(shop, body.options.order_id))
    await receiveFromRazorpay(services, event, signature, eventId);
  await processWebhooks(services);
  expect(await ordersFor(db, "closed.browser@example.com")).toEqual([
    { number: body.orderNumber, state: "paid", captured: 1 },
  ]);
  await reader.open("/cart");
  expect(reader.main.headings(1)).toEqual(["Your cart is empty"]);
  expect(reader.main.text).toContain(`Your order ${body.orderNumber} is paid. Thank you!`);
});

test("copies added while a payment is open stay in the cart: paid are those that were asked for", async () => {
  await setStock(db, "chemmeen", 12);
  const reader = plainBrowser(shop);
  await putInCart(reader, "chemmeen");
  const opened = await pressPay(reader, { ...typedDelivery, "E-mail": "more.copies@example.com" });
  for (const quantity of ["2", "3"])
    expect(await changeCart(reader, { intent: "set-quantity", bookId: "chemmeen", quantity })).toMatchObject({
      message: `Your cart has ${quantity} copies of Chemmeen.`,
    });
  expect(await payOrder(shop, reader, opened)).toBe("paid");
  const { orderNumber: number } = opened.body;
  expect(await ordersFor(db, "more.copies@example.com")).toEqual([{ number, state: "paid", captured: 1 }]);
  expect(reader.cookies.get("cart-count")).toBe("2");
  await reader.open("/cart");
  expect(reader.main.text).toContain("Total ₹638.00");
  await reader.open(`/orders/${number}`);
  expect(reader.main.part("Books").text).toContain("1 × ₹319.00");
});

test("an order that another one has replaced is paid when its payment comes, and what is new stays in the cart", async () => {
  const reader = plainBrowser(shop);
  const typed = { ...typedDelivery, "E-mail": "replaced@example.com" };
  await putInCart(reader, "midnights-children");
  const first = await pressPay(reader, typed);
  await putInCart(reader, "a-rising-man");
  expect((await pressPay(reader, typed)).status).toBe(200);
  expect(await ordersFor(db, "replaced@example.com")).toMatchObject([
    { state: "superseded" },
    { state: "pending_payment" },
  ]);
  expect(await payOrder(shop, reader, first)).toBe("paid");
  expect(await ordersFor(db, "replaced@example.com")).toMatchObject([
    { state: "paid", captured: 1 },
    { state: "pending_payment", captured: 0 },
  ]);
  expect(reader.cookies.get("cart-count")).toBe("1");
  await reader.open("/cart");
  expect(reader.main.links("A Rising Man")).not.toEqual([]);
  expect(reader.main.links("Midnight’s Children")).toEqual([]);
});

test("a cart that was changed after its order was placed is paid at its new price, as another order", async () => {
  const reader = plainBrowser(shop);
  const typed = { ...typedDelivery, "E-mail": "changed.cart@example.com" };
  await putInCart(reader, "beach-read");
  expect((await pressPay(reader, typed)).body.options.amount).toBe(49_900);
  await putInCart(reader, "beach-read");
  const second = await pressPay(reader, typed);
  expect(second.body.options.amount).toBe(99_800);
  expect(await payOrder(shop, reader, second)).toBe("paid");
  const { orderNumber: number } = second.body;
  expect(await ordersFor(db, "changed.cart@example.com")).toMatchObject([
    { state: "superseded" },
    { number, state: "paid", captured: 1 },
  ]);
  await reader.open(`/orders/${number}`);
  expect(reader.main.part("Books").text).toContain("2 × ₹499.00");
});

test("the last copy is held for the reader who pays; the other is told before paying, and in the cart", async () => {
  await setStock(db, "games-at-twilight", 1);
  const [reader, late] = [plainBrowser(shop), plainBrowser(shop)];
  for (const one of [reader, late]) await putInCart(one, "games-at-twilight");
  const opened = await pressPay(reader, typedDelivery);
  const refused = await pressPay(late, { ...typedDelivery, "E-mail": "comes.second@example.com" });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    "There are not enough copies left of Games at Twilight. Please change your cart.",
  ]);
  expect(await ordersFor(db, "comes.second@example.com")).toEqual([]);
  expect(await payOrder(shop, reader, opened)).toBe("paid");
  await late.open("/cart");
  expect(late.main.text).toContain(soldOutInCart);
  expect(isOff(late, "Pay with Razorpay")).toBe(true);
});

test("a reader asks for a letter about a book that sold out, and gets it when the book is back", async () => {
  await setStock(db, "crowfall", 0);
  const reader = plainBrowser(shop);
  const ask = (email: string) => {
    const form = reader.main.all("form").find((one) => one.buttons("Tell me when it is back").length > 0)!;
    return reader.send(form, { "Your e-mail address": email }, "Tell me when it is back");
  };
  await reader.open("/books/crowfall");
  expect(reader.main.text).toContain("Sold out");
  await ask("second@nowhere");
  expect(reader.main.headings(1)).toEqual(["That is not an e-mail address"]);
  const field = reader.main.all("input").find(({ label }) => label === "Your e-mail address")!;
  const described = field.attributes["aria-describedby"]!.split(" ").map((id) => reader.main.byId(id).text);
  expect(described.join(" ")).toContain("such as name@example.com");
  await ask("second@example.com");
  expect(reader.main.headings(1)).toEqual(["We will write to you"]);
  expect(reader.main.text).toContain("One e-mail, when Crowfall is back on the shelf.");

  await receiveCopies(db, "crowfall", 2);
  await sendStockLetters(services);
  await sendDueLetters(services);
  expect(subjectsAbout(shop, "Crowfall")).toEqual(["Back in stock: Crowfall"]);
  await reader.follow("Back to the book");
  expect(reader.path).toBe("/books/crowfall");
  await expectOnPage(reader, reader.path, "Add to Cart: Crowfall");
});

test("a held copy goes to another reader when its time is over; a payment that comes later is sent back, and a letter says so", async () => {
  await setStock(db, "the-stepchild", 1);
  const [reader, other] = [plainBrowser(shop), plainBrowser(shop)];
  await putInCart(reader, "the-stepchild");
  const held = await pressPay(reader, { ...typedDelivery, "E-mail": "held@example.com" });
  const { orderNumber: number } = held.body;
  await other.open("/books/the-stepchild");
  expect(other.main.text).toContain("Sold out");

  await expireReservation(db, number);
  await expireReservations(services);
  expect(await ordersFor(db, "held@example.com")).toEqual([{ number, state: "expired", captured: 0 }]);
  await expectOnPage(other, "/books/the-stepchild", "Only 1 left");
  await buyBooks(shop, other, "held.by.another", "the-stepchild");
  await reader.open("/cart");
  expect(reader.main.text).toContain(soldOutInCart);
  expect(isOff(reader, "Pay with Razorpay")).toBe(true);

  expect(await payOrder(shop, reader, held)).toBe("review");
  await processRefunds(services);
  await reader.open(`/orders/${number}`);
  expect(reader.main.text).toContain("₹405.00 went back to your Visa card ending in 1007 on");
  await sendDueLetters(services);
  expect(subjectsAbout(shop, number)).toEqual([
    `Your order ${number} sold out; you get ₹405.00 back`,
    `Your refund of ₹405.00 for order ${number}`,
  ]);
});
