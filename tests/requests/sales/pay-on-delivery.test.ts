/** Paying on delivery over HTTP: the cart's second button, the letter's link, paying online after all, and refusals. */
import { afterEach, beforeEach, expect, test } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { askPins } from "#shop/sales/carriers/pin-service.server.ts";
import { sendDueLetters } from "#shop/office/letters/send-letters.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { findOrder } from "#shop/sales/orders/find-order.server.ts";
import { payByCard } from "#razorpay-stand-in/drive.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";
import { openTerms } from "#tests/support/sales/order-on-delivery.ts";
import { delivery, setStock, stateOf } from "#tests/support/sales/sale.ts";
import { openOutsideCarriers } from "#tests/support/shop/outside-carriers.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const outside = await openOutsideCarriers();
const shop = await openTestShop();
const { db, services } = shop;
await setStock(db, "godan", 100);
beforeEach(() => {
  services.settings.onDelivery = openTerms;
});
afterEach(async () => {
  services.settings.onDelivery = null;
  expect(await findBreaches(db)).toEqual([]);
});

type Visitor = ReturnType<typeof visit>;
/** The text of a page. */
const textOf = async (response: Response | Promise<Response>) => textOfPage(await (await response).text());
const json = { accept: "application/json" };
const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const post = (visitor: Visitor, path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  visitor.fetch(path, { method: "POST", body: form(fields), headers });

let buyers = 0;
/** A visitor with a book in the cart, and delivery details with a phone number of their own. */
async function buyer() {
  const visitor = visit(shop);
  await post(visitor, "/cart/lines", { intent: "add", bookId: "godan" });
  buyers += 1;
  const details = {
    ...delivery,
    phone: `+9190000001${String(buyers).padStart(2, "0")}`,
    email: `b${buyers}@example.com`,
  };
  return { visitor, details: { ...details, payBy: "delivery" } };
}

/** Places an order on delivery; returns its number and the path of the link in its letter. */
async function placed({ visitor, details }: Awaited<ReturnType<typeof buyer>>) {
  const answer = await (await post(visitor, "/checkout", details, json)).json();
  const number = String(answer.orderPage).split("/").at(-1)!;
  await sendDueLetters(services);
  const letter = shop.mailbox.letters().findLast(({ subject }) => subject.includes(number))!;
  const link = new URL(/https?:\/\/\S+\/orders\/\S+key=[\w.-]+/.exec(letter.text)![0]);
  return { number, linked: link.pathname + link.search, letter };
}

test("the cart offers it only while the bookseller does, and only for the sums that the bookseller allows", async () => {
  const { visitor } = await buyer();
  const cart = async () => textOf(visitor.fetch("/cart"));
  expect(await cart()).toContain("Pay on delivery");
  services.settings.onDelivery = { ...openTerms, leastPaise: 10_000_00 };
  expect(await cart()).not.toContain("Pay on delivery");
  services.settings.onDelivery = null;
  expect(await cart()).not.toContain("Pay on delivery");
});

test("the order is confirmed by the link in its letter; looking at it, or having its cart, confirms nothing", async () => {
  const one = await buyer();
  const { number, linked, letter } = await placed(one);
  expect(letter.subject).toBe(`Please confirm your order ${number}`);
  const own = await textOf(one.visitor.fetch(`/orders/${number}`));
  expect(own).toContain("Please confirm your order");
  expect(own).not.toContain("Confirm the order");
  expect(await textOf(one.visitor.fetch("/cart"))).toContain("Your cart is empty");
  await post(one.visitor, `/orders/${number}`, { intent: "confirm-order" });
  const other = visit(shop);
  expect(await textOf(other.fetch(linked))).toContain("Confirm the order");
  expect(await stateOf(db, number)).toBe("to_confirm");
  const answer = await post(other, linked, { intent: "confirm-order" });
  expect(answer.status).toBe(303);
  expect(await stateOf(db, number)).toBe("to_pack");
  const page = await textOf(other.fetch(answer.headers.get("location")!));
  expect(page).toContain("Your order is confirmed");
  expect(page).toContain("when the parcel comes");
  expect(page).toContain("Pay on delivery");
});

test("the order is paid online instead, from the link of the letter, in a browser without its cart", async () => {
  const { number, linked } = await placed(await buyer());
  const reader = visit(shop);
  const pay = linked.replace("?", "/pay?");
  const payment = linked.replace("?", "/payment?");
  expect(await textOf(reader.fetch(pay))).toContain("Then you pay nothing when the parcel comes.");
  const withoutScripts = await post(reader, payment, {});
  expect([withoutScripts.status, withoutScripts.headers.get("location")]).toEqual([303, pay]);
  const opened = await (await post(reader, payment, {}, json)).json();
  expect(await (await post(reader, payment, {}, json)).json()).toMatchObject({
    options: { order_id: opened.options.order_id },
  });
  expect(await (await post(reader, payment, { order: number }, json)).json()).toEqual({
    state: "unpaid",
    orderNumber: number,
  });
  const { body } = await payByCard(shop, { orderId: opened.options.order_id });
  const proof = { order: number, ...(body as unknown as Record<string, string>) };
  expect(await (await post(reader, payment, proof, json)).json()).toEqual({ state: "paid", orderNumber: number });
  expect(await stateOf(db, number)).toBe("paid");
  expect((await findOrder(db, number, "link"))?.duePaise).toBeNull();
  const after = await reader.fetch(pay, { redirect: "manual" });
  expect(after.headers.get("location")).toBe(linked);
  expect((await post(visit(shop), payment.replace(/key=.*/, "key=forged"), {}, json)).status).toBe(404);
});

test("what paying online saves is said in the cart, in the letter, on the order and where it is paid", async () => {
  services.settings.onDelivery = { ...openTerms, onlineSaving: { paise: 20_00 } };
  const one = await buyer();
  expect(await textOf(one.visitor.fetch("/cart"))).toMatch(/Pay online and pay ₹20\.00 less: ₹[\d.,]+/);
  const { number, linked, letter } = await placed(one);
  const { totalPaise } = (await findOrder(db, number, "link"))!;
  const online = formatPaise(totalPaise - 20_00);
  expect(letter.text.replaceAll(/\s+/g, " ")).toContain(`Then you pay ${online}, and save ₹20.00.`);
  const reader = visit(shop);
  expect(await textOf(reader.fetch(linked))).toContain("Pay online instead and save ₹20.00");
  expect(await textOf(reader.fetch(linked.replace("?", "/pay?")))).toContain("₹20.00 less than on delivery");
  const opened = await (await post(reader, linked.replace("?", "/payment?"), {}, json)).json();
  expect(opened.options.amount).toBe(totalPaise - 20_00);
  await post(reader, linked, { intent: "confirm-order" });
  await sendDueLetters(services);
  const confirmed = shop.mailbox.letters().findLast(({ subject }) => subject.includes(number))!;
  expect(confirmed.text.replaceAll(/\s+/g, " ")).toContain(`Then you pay ${online}, and save ₹20.00.`);
  expect(confirmed.text).not.toContain("Open your bill");
});

test("copies that are cancelled lower what is due, and nothing is called paid or refunded", async () => {
  const one = await buyer();
  await post(one.visitor, "/cart/lines", { intent: "add", bookId: "malgudi-days" });
  const { number, linked } = await placed(one);
  const reader = visit(shop);
  await post(reader, linked, { intent: "confirm-order" });
  await post(reader, linked, { intent: "cancel-copies", bookId: "godan", quantity: "1" });
  const due = (await findOrder(db, number, "link"))!.duePaise!;
  const page = await textOf(reader.fetch(linked));
  expect(page).toMatch(/Less to pay −₹[\d.]+ To pay on delivery ₹/);
  expect(page).toContain(`To pay on delivery ${formatPaise(due)}`);
  expect(page).not.toContain("Paid after refunds");
  expect(page).not.toContain("Refunded to you");
});

test("who may not pay on delivery is told why, keeps the cart, and can pay online", async () => {
  const { visitor, details } = await buyer();
  const refuse = async (terms: Partial<typeof openTerms>) => {
    services.settings.onDelivery = { ...openTerms, ...terms };
    const answer = await post(visitor, "/checkout", details, json);
    return { status: answer.status, message: (await answer.json()).message as string };
  };
  expect(await refuse({ mostPaise: 100 })).toEqual({
    status: 409,
    message: expect.stringContaining("Please pay online."),
  });
  expect((await refuse({ pins: ["411"] })).message).toContain("this PIN code");
  expect((await refuse({ openOrders: 0 })).message).toContain("0 orders for this phone number");
  expect((await refuse({ refusals: 0 })).message).toContain("came back");
  const online = await post(visitor, "/checkout", { ...details, payBy: "" }, json);
  expect(await online.json()).toMatchObject({ ok: true, provider: "razorpay" });
});

test("a PIN code where no carrier collects cash can only pay online, and is told so as it is typed", async () => {
  const { visitor, details } = await buyer();
  const there = async (pin: string) =>
    (await (await visitor.fetch(`/delivery?pin=${pin}`)).json()).isOnDeliveryThere as boolean;
  services.carriers = outside.carriers;
  try {
    const withoutCash = "744101";
    expect(await there(withoutCash)).toBe(true);
    await askPins(services);
    expect(await there(withoutCash)).toBe(false);
    expect(await there("411038")).toBe(true);
    const order = { ...details, pin: withoutCash, stateCode: "AN" };
    const refused = await post(visitor, "/checkout", order, json);
    expect([refused.status, (await refused.json()).message]).toEqual([
      409,
      "Orders to this PIN code cannot be paid on delivery. Please pay online.",
    ]);
    expect(await (await post(visitor, "/checkout", { ...order, payBy: "" }, json)).json()).toMatchObject({ ok: true });
    const cart = await textOf(visitor.fetch("/cart"));
    expect(cart).toContain("Orders to this PIN code cannot be paid on delivery.");
    expect(cart).not.toContain("when the parcel comes");
  } finally {
    services.carriers = [];
  }
});

test("without scripts the button leads to the order; missing details and refusals lead back to the cart with a word", async () => {
  const { visitor, details } = await buyer();
  const wrong = await post(visitor, "/checkout", { ...details, pin: "1" });
  expect(wrong.headers.get("location")).toBe("/cart");
  expect(await textOf(visitor.fetch("/cart"))).toContain("Some delivery details are missing or wrong");
  services.settings.onDelivery = { ...openTerms, notPins: ["5600"] };
  await post(visitor, "/checkout", details);
  expect(await textOf(visitor.fetch("/cart"))).toContain("The order was not placed.");
  services.settings.onDelivery = openTerms;
  const answer = await post(visitor, "/checkout", details);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, expect.stringMatching(/^\/orders\/EP-/)]);
  expect(await textOf(visitor.fetch(answer.headers.get("location")!))).toContain("Your books are held for you.");
});
