/** Delivery by weight and zone over HTTP: what cart, book, shipping page, search engines and the pay button say. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { documents } from "#routing/documents.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { formatPaise } from "#shop/kernel/money/money.ts";
import { fieldsOf, plainBrowser, type PlainBrowser } from "#tests/support/browser/plain-browser.ts";
import { payOrder, pressPay, putInCart, typedDelivery } from "#tests/support/browser/plain-checkout.ts";
import { textOfPage } from "#tests/support/pages/text-of-page.ts";
import { testRates } from "#tests/support/sales/delivery-rates.ts";
import { openTerms } from "#tests/support/sales/order-on-delivery.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop({ deliveryRates: testRates, feedsDrawnCovers: true, onDelivery: openTerms });
const { db } = shop;
await setStock(db, "godan", 100);
await db.execute(sql`update books set weight_grams = 320, price_paise = 30000, mrp_paise = 35000 where id = 'godan'`);
const textAt = async (path: string) => textOfPage(await (await shop.fetch(path)).text());

/** The lines of the summary. */
function sumsOf(reader: PlainBrowser): string[] {
  const sums = reader.main.part("Order Summary").first("dl");
  const amounts = sums.all("dd");
  return sums.all("dt").map(({ text }, place) => `${text} ${amounts[place]!.text}`);
}
const toMumbai = ["Subtotal ₹300.00", "Shipping ₹60.00", "Total ₹360.00"];

/** The delivery form as a reader fills it in, with the total that the page shows. */
const deliveryFields = (reader: PlainBrowser) =>
  Object.fromEntries(fieldsOf(reader.main.byId("delivery"), { ...typedDelivery, "PIN code": "400001" }));

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

test("before a PIN code is known the cart says from and up to, and the pay button answers with the exact total", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "godan");
  await reader.open("/cart");
  expect(sumsOf(reader)).toEqual(["Subtotal ₹300.00", "Shipping ₹30.00 – ₹90.00", "Total from ₹330.00"]);
  const summary = reader.main.part("Order Summary").text;
  expect(summary).toContain("Delivery depends on your PIN code. With it you see the exact total.");
  expect(summary).toContain("Delivery from ₹30.00 across India");
  const pressed = await pressPay(reader, { ...typedDelivery, "PIN code": "400001" });
  expect(pressed).toMatchObject({
    status: 409,
    body: {
      message: "With delivery for ₹60.00 to 400001 the total is ₹360.00. Look at it, and press the button again.",
    },
  });
});

test("the sums for a typed PIN code come with its promise, and the order has the total that was shown", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "godan");
  const { totals, words } = await (await reader.fetch("/delivery?pin=400+001")).json();
  expect(totals).toMatchObject({
    shippingPaise: 60_00,
    totalPaise: 360_00,
    upTo: null,
    freeShippingShortPaise: 699_00,
  });
  expect(words).toContain("Delivery for ₹60.00 to 400001");
  await reader.open("/cart?pin=400001");
  expect(sumsOf(reader)).toEqual(toMumbai);
  const answer = await reader.fetch("/checkout", {
    method: "POST",
    body: new URLSearchParams({
      ...deliveryFields(reader),
      shownTotal: String(totals.totalPaise),
    }),
    headers: { accept: "application/json" },
  });
  const body = await answer.json();
  expect(body.options.amount).toBe(360_00);
  expect(await payOrder(shop, reader, { status: answer.status, body })).toBe("paid");
  // The reader's next cart is priced for the address of the last order.
  await putInCart(reader, "godan");
  await reader.open("/cart");
  expect(sumsOf(reader)).toEqual(toMumbai);
});

test("a total that changed since the page was loaded is shown before it is charged, also without zones", async () => {
  const reader = plainBrowser(shop);
  shop.services.settings.deliveryRates = null;
  try {
    await putInCart(reader, "godan");
    await reader.open("/cart");
    const fields = deliveryFields(reader);
    await db.execute(sql`update books set price_paise = 31000 where id = 'godan'`);
    const body = new URLSearchParams(fields);
    const answer = await reader.fetch("/checkout", { method: "POST", body, headers: { accept: "application/json" } });
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      "With free delivery to 400001 the total is ₹310.00. Look at it, and press the button again.",
    ]);
  } finally {
    shop.services.settings.deliveryRates = testRates;
    await db.execute(sql`update books set price_paise = 30000 where id = 'godan'`);
  }
});

test("without scripts the cart is shown again with the total for the typed PIN code", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "godan");
  await reader.open("/cart");
  const body = new URLSearchParams({ ...deliveryFields(reader), payBy: "delivery" });
  const answer = await reader.fetch("/checkout", { method: "POST", body });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/cart?pin=400001"]);
  await reader.open("/cart?pin=400001");
  expect(reader.main.text).toContain("The total has changed. Look at it below, and press the button again.");
  expect(sumsOf(reader)).toEqual(toMumbai);
  const again = await reader.fetch("/checkout", {
    method: "POST",
    body: new URLSearchParams({ ...deliveryFields(reader), payBy: "delivery" }),
  });
  expect(again.headers.get("location")).toMatch(/^\/orders\//);
});

test("a book says from what delivery costs, and to a PIN code exactly", async () => {
  expect(await textAt("/books/godan")).toContain("Delivery from ₹30.00 across India");
  const { words, totals } = await (await shop.fetch("/delivery?pin=793001&book=godan")).json();
  expect(words).toContain("Delivery for ₹90.00 to 793001");
  expect(totals).toBeUndefined();
});

test("search engines and Google's feed get the highest price, which no reader pays more than", async () => {
  const html = await (await shop.fetch("/books/godan")).text();
  expect(html).toContain('"shippingRate":{"@type":"MonetaryAmount","maxValue":"90.00","currency":"INR"}');
  const feed = await (await shop.fetch(documents.googleMerchant)).text();
  const item = feed.split("<item>").find((one) => one.includes("/books/godan<"));
  expect(item).toContain("<g:price>90.00 INR</g:price>");
  expect(await (await shop.fetch("/llms.txt")).text()).toContain(
    "Delivery: to addresses in India, from INR 30.00, by weight and PIN code.",
  );
});

test("the shipping page has the table, and all texts that say what delivery costs go by it", async () => {
  const page = await textAt("/shipping");
  expect(page).toContain("Delivery costs from ₹30.00, by the weight of the parcel and its PIN code.");
  expect(page).toContain("To some PIN codes it is free from ₹999.00, counted after discounts.");
  for (const { name, pricesPaise } of testRates.zones)
    for (const text of [name, ...pricesPaise.map(formatPaise)]) expect(page).toContain(text);
  expect(await textAt("/faq")).toContain("Delivery costs from ₹30.00");
  expect(await textAt("/")).not.toContain("Free delivery in India");
  shop.services.settings.deliveryRates = null;
  expect(await textAt("/shipping?pin=560001")).not.toContain("Far corners");
  shop.services.settings.deliveryRates = testRates;
});
