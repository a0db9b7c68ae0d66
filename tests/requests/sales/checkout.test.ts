/** Checkout over HTTP: the options of the payment widget, delivery details, orders, and failures. */
import { sql } from "#db/sql.ts";
import { afterEach, expect, test, vi } from "vitest";

import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { expectErrors } from "#tests/support/expect-errors.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";
import { readPage } from "#tests/support/pages/page.ts";
import { count, delivery, setStock, readStock } from "#tests/support/sales/sale.ts";
import { publicUrl } from "#tests/support/shop/test-services.ts";
import { openTestShop, visit } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
await setStock(shop.db, "godan", 100);
await setStock(shop.db, "jejuri", 2);

afterEach(async () => {
  shop.standIn.setFault("serverError", null);
  expect(await findBreaches(shop.db)).toEqual([]);
});

type Visitor = ReturnType<typeof visit>;
const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const orders = () => count(shop.db, sql`select count(*) from orders`);

async function visitorWith(bookId: string): Promise<Visitor> {
  const visitor = visit(shop);
  await visitor.fetch("/cart/lines", { method: "POST", body: form({ intent: "add", bookId }) });
  return visitor;
}

async function checkOut(visitor: Visitor, fields: Record<string, string> = delivery) {
  const response = await visitor.fetch("/checkout", {
    method: "POST",
    body: form(fields),
    headers: { accept: "application/json" },
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

test("the pay button gets everything the widget needs, as the specification lists it", async () => {
  const visitor = await visitorWith("godan");
  const { status, body, headers } = await checkOut(visitor);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("private, no-store");
  const { rows } = await shop.pool.query("select price_paise from books where id = 'godan'");
  expect(body).toEqual({
    ok: true,
    orderNumber: expect.stringMatching(/^EP-[0-9A-Z]{10}$/),
    heldUntil: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    provider: "razorpay",
    checkoutSrc: `${shop.origin}/v1/checkout.js`,
    options: {
      key: shop.keyId,
      amount: rows[0].price_paise,
      currency: "INR",
      name: "Endpaper",
      description: `Order ${body.orderNumber}`,
      image: `${publicUrl}/icons/apple-touch-icon.png`,
      order_id: expect.stringMatching(/^order_\w{14}$/),
      prefill: { name: delivery.name, email: delivery.email, contact: delivery.phone, method: "card" },
      theme: { color: "#4F46E5" },
      timeout: 900,
    },
  });
});

test("inside another app the widget is told where to send the reader, because it cannot call the page back", async () => {
  const visitor = await visitorWith("godan");
  const response = await visitor.fetch("/checkout", {
    method: "POST",
    body: form(delivery),
    headers: {
      accept: "application/json",
      "user-agent": "Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) Instagram 350.0",
    },
  });
  const { options } = await response.json();
  expect(options).toMatchObject({ callback_url: `${publicUrl}/payments/return`, redirect: true });
});

test("how an open order stands is told to its own cart alone, and costs nothing when asked at once", async () => {
  const visitor = await visitorWith("godan");
  const { body } = await checkOut(visitor);
  const ask = (as: Visitor, number: string) => as.fetch(`/checkout/status?order=${number}`);
  const answer = await ask(visitor, body.orderNumber);
  expect([answer.status, await answer.json()]).toEqual([200, { state: "unpaid", orderNumber: body.orderNumber }]);
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  for (const [as, number] of [
    [await visitorWith("godan"), body.orderNumber],
    [visit(shop), body.orderNumber],
    [visitor, "EP-0000000000"],
    [visitor, "x"],
    [visitor, ""],
  ] as const)
    expect((await ask(as, number)).status).toBe(404);
});

test("no secret of the shop is in what the browser gets", async () => {
  const visitor = await visitorWith("godan");
  const { body } = await checkOut(visitor);
  const page = await (await visitor.fetch("/cart")).text();
  for (const secret of [shop.keySecret, "request_tests_webhook_secret"]) {
    expect(JSON.stringify(body).includes(secret)).toBe(false);
    expect(page.includes(secret)).toBe(false);
  }
});

test("wrong delivery details are named field by field, and no order is made", async () => {
  const visitor = await visitorWith("godan");
  const before = await orders();
  const { status, body } = await checkOut(visitor, { ...delivery, phone: "12", pin: "0", name: "  " });
  expect(status).toBe(422);
  expect(body).toEqual({
    ok: false,
    message: "Some delivery details are missing.",
    errors: {
      phone: "Enter your 10-digit mobile number, so the courier can call.",
      pin: "Enter a 6-digit PIN code.",
      name: "Enter your name.",
    },
  });
  expect(Object.keys((await checkOut(visitor, {})).body.errors)).toHaveLength(7);
  expect(await orders()).toBe(before);
});

test("an order for a school has its name, GSTIN and purchase order, and a mistyped GSTIN makes no order", async () => {
  const visitor = await visitorWith("godan");
  const school = { businessName: "St. Anne’s School", gstin: "29 aaats1429b1zs", purchaseOrder: "PO/2026/7" };
  const before = await orders();
  const mistyped = await checkOut(visitor, { ...delivery, ...school, gstin: "29AAATS1429B1ZT" });
  expect([mistyped.status, mistyped.body.errors.gstin]).toEqual([422, expect.stringContaining("check character")]);
  expect(await orders()).toBe(before);
  const { body } = await checkOut(visitor, { ...delivery, ...school });
  const { rows } = await shop.db.execute<{ business: unknown }>(
    sql`select business from orders where number = ${body.orderNumber}`,
  );
  expect(rows[0]?.business).toEqual({
    name: "St. Anne’s School",
    gstin: "29AAATS1429B1ZS",
    purchaseOrder: "PO/2026/7",
  });
  const page = textOfPage(await (await visitor.fetch(`/orders/${body.orderNumber}`)).text());
  expect(page).toContain("Billed to St. Anne’s School, GSTIN 29AAATS1429B1ZS. Purchase order PO/2026/7.");
});

test("what the browser says of prices, states and totals is not heard", async () => {
  const visitor = await visitorWith("godan");
  const claims = {
    amount: "1",
    total: "1",
    totalPaise: "100",
    price: "0",
    discount: "100",
    currency: "USD",
    state: "paid",
  };
  const { status, body } = await checkOut(visitor, { ...delivery, ...claims, order_id: "order_1", cart_id: "1" });
  const { rows } = await shop.pool.query("select price_paise from books where id = 'godan'");
  expect(status).toBe(200);
  expect(body.options).toMatchObject({ amount: rows[0].price_paise, currency: "INR" });
});

test("an empty cart, and a visitor without one, cannot pay", async () => {
  const emptied = await visitorWith("godan");
  await emptied.fetch("/cart/lines", { method: "POST", body: form({ intent: "clear" }) });
  for (const visitor of [emptied, visit(shop)]) {
    const { status, body } = await checkOut(visitor);
    expect(status).toBe(409);
    expect(body).toEqual({ ok: false, message: "Your cart is empty." });
  }
});

test("when the last copies were sold meanwhile, the books are named", async () => {
  const visitor = await visitorWith("jejuri");
  await setStock(shop.db, "jejuri", 0);
  const { status, body } = await checkOut(visitor);
  expect(status).toBe(409);
  expect(body.message).toBe("There are not enough copies left of Jejuri. Please change your cart.");
  expect(await readStock(shop.db, "jejuri")).toEqual({ onHand: 0, reserved: 0 });
});

test("a payment window that cannot be prepared charges nothing, and the next try opens the same order", async () => {
  const visitor = await visitorWith("godan");
  expectErrors();
  const [provider] = shop.services.paymentProviders;
  const failing = vi.spyOn(provider, "describeWidget").mockRejectedValueOnce(new Error("No answer."));
  const { status, body } = await checkOut(visitor);
  failing.mockRestore();
  expect([status, body.message]).toEqual([503, "The payment service is not responding. Please try again in a minute."]);
  const before = await orders();
  expect((await checkOut(visitor)).status).toBe(200);
  expect(await orders()).toBe(before);
});

test("while Razorpay is away the reader is asked to try again", async () => {
  const visitor = await visitorWith("godan");
  shop.standIn.setFault("serverError", { times: "always" });
  expectErrors();
  const { status, body } = await checkOut(visitor);
  expect(status).toBe(503);
  expect(body.message).toBe("The payment service is not responding. Please try again in a minute.");
  shop.standIn.setFault("serverError", null);
  expect((await checkOut(visitor)).status).toBe(200);
});

test("a shop without payments takes no order, also from its owner, and without sign-in nobody is asked to sign in", async () => {
  const visitor = await visitorWith("godan");
  const before = await orders();
  const { settings } = shop.services;
  settings.missingServices = ["payments", "sign-in"];
  const { status, body } = await checkOut(visitor);
  const login = await visitor.fetch("/login");
  settings.missingServices = [];
  expect([status, body.message]).toEqual([409, expect.stringContaining("Payments are not set up yet")]);
  expect([login.status, login.headers.get("location")]).toEqual([302, "/"]);
  expect(await orders()).toBe(before);
});

test("without a script the cart says why it cannot pay, and no order is made", async () => {
  const visitor = await visitorWith("godan");
  const before = await orders();
  const response = await visitor.fetch("/checkout", { method: "POST", body: form(delivery) });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/cart"]);
  const cart = await readPage(await visitor.fetch("/cart"));
  expect(cart.has("Paying needs JavaScript")).toBe(true);
  expect(await orders()).toBe(before);
  const get = await visitor.fetch("/checkout");
  expect([get.status, get.headers.get("location")]).toEqual([302, "/cart"]);
});

test("the delivery details of the last order are in the form the next time, for their owner alone", async () => {
  const visitor = await visitorWith("godan");
  await checkOut(visitor, { ...delivery, addressLine1: "7 Canary Lane" });
  const mine = await (await visitor.fetch("/cart")).text();
  expect(mine.includes("7 Canary Lane")).toBe(true);
  const other = await visitorWith("godan");
  const theirs = await (await other.fetch("/cart")).text();
  expect(theirs.includes("7 Canary Lane")).toBe(false);
});

test("an order is shown to the cart it was made from, and to anybody else as if it were not there", async () => {
  const visitor = await visitorWith("godan");
  const { body } = await checkOut(visitor);
  const mine = await readPage(await visitor.fetch(`/orders/${body.orderNumber}`));
  expect(mine.status).toBe(200);
  expect(mine.has(body.orderNumber) && mine.has("This order is not paid yet.")).toBe(true);

  const other = await visitorWith("godan");
  const numbers = { real: body.orderNumber as string, madeUp: "EP-0000000000" };
  const seen = async (number: string, suffix: string, as: Visitor) => {
    const response = await as.fetch(`/orders/${number}${suffix}`);
    const text = (await response.text()).replaceAll(number, "").replace(/nonce-?[="][^"' ]*/g, "");
    return { status: response.status, length: text.length, isNamed: text.includes(delivery.email) };
  };
  for (const as of [other, visit(shop)]) {
    for (const suffix of ["", ".data", "/"]) {
      const real = await seen(numbers.real, suffix, as);
      expect(real, suffix).toEqual(await seen(numbers.madeUp, suffix, as));
      expect(real).toMatchObject({ status: 404, isNamed: false });
    }
    expect((await seen(`${numbers.real}`, "?x=1", as)).status).toBe(404);
  }
  expect((await visitor.fetch(`/ORDERS/${body.orderNumber}`)).headers.get("cache-control")).toBe("private, no-store");
});
