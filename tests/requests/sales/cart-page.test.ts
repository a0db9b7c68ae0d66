/** The cart page: its lines, sums and offers. All its forms work without a script. */
import { afterEach, expect, test } from "vitest";

import { sql } from "#db/sql.ts";
import { listBestSellers } from "#shop/catalogue/books/lists.server.ts";
import { findBreaches } from "#shop/office/invariants/invariants.server.ts";
import { formatPaise, percentOf } from "#shop/kernel/money/money.ts";
import type { PagePart, PartName } from "#tests/support/pages/page-part.ts";
import { plainBrowser, type PlainBrowser } from "#tests/support/browser/plain-browser.ts";
import { changeCart, payOrder, pressPay, putInCart, typedDelivery } from "#tests/support/browser/plain-checkout.ts";
import { setStock } from "#tests/support/sales/sale.ts";
import { openTestShop } from "#tests/support/shop/test-shop.ts";

const shop = await openTestShop();
const { db } = shop;

/** A book rated so low that it is in no chart. */
const unsung = "girl-in-white-cotton";
const withoutDiscount = [
  ["Subtotal", "₹319.00"],
  ["Shipping", "Free"],
  ["Total", "₹319.00"],
];

afterEach(async () => {
  expect(await findBreaches(db)).toEqual([]);
});

const summaryOf = (reader: PlainBrowser) => reader.main.part("Order Summary");

/** The lines of the summary: label and amount. */
function sumsOf(part: PagePart): string[][] {
  const sums = part.first("dl");
  const amounts = sums.all("dd");
  return sums.all("dt").map(({ text }, place) => [text, amounts[place]!.text]);
}

function lineOf(reader: PlainBrowser, title: string): PagePart {
  return reader.main.all("li").find((line) => line.links(title).length > 0)!;
}

const isOff = (part: PagePart, button: PartName) => part.buttons(button)[0]!.attributes.disabled !== undefined;

/** Presses a button on the cart page. */
function press(reader: PlainBrowser, button: string) {
  const form = reader.main.all("form").find((one) => one.buttons(button).length > 0)!;
  return reader.send(form, {}, button);
}

function applyCode(reader: PlainBrowser, code: string) {
  const form = reader.main.all("form").find((one) => one.buttons("Apply").length > 0)!;
  return reader.send(form, { "Promotion code": code }, "Apply");
}

/** A book high in the best sellers, where the sales of these tests cannot displace it. */
async function findBestSeller() {
  const found = (await listBestSellers(db, 10)).find(({ stock }) => stock.state === "in-stock")!;
  await setStock(db, found.id, 100);
  return found;
}

test("the summary shows subtotal, free shipping, total and what is saved in rupees", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "dune", "dune", "dune");
  await reader.open("/cart");
  expect(sumsOf(summaryOf(reader))).toEqual([
    ["Subtotal", "₹1,437.00"],
    ["Shipping", "Free"],
    ["Total", "₹1,437.00"],
  ]);
  expect(summaryOf(reader).text).toContain("You save ₹360.00");
  expect(summaryOf(reader).links("10-day returns")).toHaveLength(1);
});

test("minus stops at one copy, plus at the last one on the shelf, and the sums follow", async () => {
  await setStock(db, "animal-farm", 2);
  const reader = plainBrowser(shop);
  await putInCart(reader, "animal-farm");
  await reader.open("/cart");
  const [minus, plus] = ["Decrease quantity of Animal Farm", "Increase quantity of Animal Farm"] as const;
  expect([isOff(reader.main, minus), isOff(reader.main, plus)]).toEqual([true, false]);
  await press(reader, plus);
  expect([isOff(reader.main, minus), isOff(reader.main, plus)]).toEqual([false, true]);
  expect(lineOf(reader, "Animal Farm").text).toContain("Total ₹398.00");
  expect(sumsOf(summaryOf(reader)).map(([, amount]) => amount)).toEqual(["₹398.00", "Free", "₹398.00"]);
  expect(await changeCart(reader, { intent: "set-quantity", bookId: "animal-farm", quantity: "2" })).toMatchObject({
    message: "Your cart has 2 copies of Animal Farm.",
  });
  await press(reader, minus);
  expect(isOff(reader.main, minus)).toBe(true);
  expect(lineOf(reader, "Animal Farm").text).toContain("Total ₹199.00");
});

test("a book taken out and a cleared cart are put back by their form, in their order", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, "jaya", "sita", "sita", "dune");
  await reader.open("/cart");
  await press(reader, "Remove Sita");
  // Once in the status message for screen readers, and once in place of the line.
  expect(reader.main.text.split("Sita was removed from your cart.")).toHaveLength(3);
  expect(reader.main.links("Sita")).toEqual([]);
  await press(reader, "Undo");
  expect(reader.main.all("li").flatMap((line) => line.headings())).toEqual(["Jaya", "Sita", "Dune"]);
  await press(reader, "Clear Cart");
  expect(reader.main.headings(1)).toEqual(["Your cart is empty"]);
  expect(reader.main.text).toContain("3 books were removed from your cart.");
  await press(reader, "Undo");
  expect(reader.main.all("li").flatMap((line) => line.headings())).toEqual(["Jaya", "Sita", "Dune"]);
  expect(lineOf(reader, "Sita").text).toContain("Total ₹798.00");
});

test("an empty cart is found by the header's link, leads on, and shows no summary", async () => {
  const reader = plainBrowser(shop);
  await reader.open("/");
  await reader.follow(/^Cart/, reader.page.first("header"));
  expect(reader.path).toBe("/cart");
  expect(reader.main.headings(1)).toEqual(["Your cart is empty"]);
  expect(reader.main.link("Continue Shopping").href).toBe("/");
  expect(reader.main.headings()).not.toContain("Order Summary");
});

test("a cart holds fifty different books and says so of the next one", async () => {
  const reader = plainBrowser(shop);
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from books b join stock s on s.book_id = b.id
    where b.is_main and b.is_listed and s.on_hand - s.reserved > 8 order by b.id desc limit 51`);
  const ids = rows.map(({ id }) => id);
  await putInCart(reader, ...ids.slice(0, 50));
  expect(await changeCart(reader, { intent: "add", bookId: ids[50]! })).toMatchObject({
    ok: false,
    message: "Your cart has 50 different books, which is the maximum. Remove one first.",
  });
});

test("a code that is unknown, over or not open yet is refused in its own words, and the sums stay", async () => {
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, starts_at, ends_at) values
      ('PAGEOVER', 'Over', 'everything', 10, now() - interval '2 days', now() - interval '1 day'),
      ('PAGESOON', 'Soon', 'everything', 10, now() + interval '1 day', null)`);
  const reader = plainBrowser(shop);
  await putInCart(reader, unsung);
  for (const [code, words] of [
    ["WINTER99", "We do not know this code. Please check how it is spelt."],
    ["PAGEOVER", "This code is no longer valid, as its offer has ended."],
    ["PAGESOON", "This code is not valid yet."],
  ] as const) {
    await reader.open("/cart");
    await applyCode(reader, code);
    expect(reader.main.text).toContain(words);
    expect(sumsOf(summaryOf(reader))).toEqual(withoutDiscount);
    expect(await changeCart(reader, { intent: "apply-code", code })).toMatchObject({ ok: false, message: words });
  }
});

test("a code whose last use another reader is paying with takes nothing off any more, and the cart says what is paid", async () => {
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, redemption_limit)
    values ('PAGEONCE', 'One of a kind', 'everything', 10, 1)`);
  const [first, late] = [plainBrowser(shop), plainBrowser(shop)];
  for (const reader of [first, late]) {
    await putInCart(reader, unsung);
    await reader.open("/cart");
    await applyCode(reader, "PAGEONCE");
    expect(summaryOf(reader).text).toContain("−₹31.90");
  }
  expect((await pressPay(first, typedDelivery)).status).toBe(200);
  const typed = { ...typedDelivery, "E-mail": "too.late@example.com" };
  expect((await pressPay(late, typed)).body.options.amount).toBe(31_900);
  expect(summaryOf(late).text).toContain("This code has been used as often as it can be. You pay ₹319.00.");
  expect(sumsOf(summaryOf(late))).toEqual(withoutDiscount);
});

test("a code that takes nothing off says so once, with what is paid, stops no payment, and can be taken out", async () => {
  const reader = plainBrowser(shop);
  await putInCart(reader, unsung);
  await reader.open("/cart");
  await applyCode(reader, "SUMMER20");
  expect(summaryOf(reader).text).toContain("SUMMER20 waits for a best seller. You pay ₹319.00.");
  expect(reader.main.text.split("waits for a best seller")).toHaveLength(2);
  expect(sumsOf(summaryOf(reader))).toEqual(withoutDiscount);
  const typed = { ...typedDelivery, "E-mail": "idle.code@example.com" };
  expect((await pressPay(reader, typed)).body.options.amount).toBe(31_900);
  await removeCode(reader, "SUMMER20");
  expect(reader.main.all("input").map(({ label }) => label)).toContain("Promotion code");
  expect((await pressPay(reader, typed)).body.options.amount).toBe(31_900);
});

test("SUMMER20 takes a fifth off a best seller in a line of its own, and gives it back when taken out", async () => {
  const { id, pricePaise } = await findBestSeller();
  const savedPaise = percentOf(pricePaise, 20);
  const reader = plainBrowser(shop);
  await putInCart(reader, id);
  expect(await changeCart(reader, { intent: "apply-code", code: " summer20 " })).toMatchObject({
    message: "SUMMER20 is applied.",
  });
  await reader.open("/cart");
  expect(summaryOf(reader).text).toContain("SUMMER20 is applied.");
  expect(sumsOf(summaryOf(reader))).toEqual([
    ["Subtotal", formatPaise(pricePaise)],
    ["Summer Reading Sale", `−${formatPaise(savedPaise)}`],
    ["Shipping", "Free"],
    ["Total", formatPaise(pricePaise - savedPaise)],
  ]);
  expect(await changeCart(reader, { intent: "remove-code" })).toMatchObject({ message: "The code is removed." });
  await reader.open("/cart");
  expect(sumsOf(summaryOf(reader))).toEqual([
    ["Subtotal", formatPaise(pricePaise)],
    ["Shipping", "Free"],
    ["Total", formatPaise(pricePaise)],
  ]);
});

test("a bundle and a code each have their line in the cart and in the order, and the total is what is paid", async () => {
  for (const bookId of ["the-emperors-ring", "trouble-in-gangtok", "the-golden-fortress"])
    await setStock(db, bookId, 9);
  const { id, title, pricePaise } = await findBestSeller();
  const reader = plainBrowser(shop);
  await putInCart(reader, id);
  await reader.open("/special-offers");
  const bundle = reader.main.part("Three cases for Feluda");
  const form = bundle.all("form").find((one) => one.buttons(/^Add bundle to cart/).length > 0)!;
  await reader.send(form, {}, /^Add bundle to cart/);
  expect(reader.path).toBe("/cart");
  for (const book of ["The Emperor’s Ring", "Trouble in Gangtok", "The Golden Fortress", title])
    expect(reader.main.links(book), book).not.toEqual([]);
  await applyCode(reader, "SUMMER20");
  // 30% of 199, 225 and 199, each rounded on its own; copies of the bundle get no second discount.
  const bundleSavedPaise = 5970 + 6750 + 5970;
  const savedPaise = percentOf(pricePaise, 20);
  const subtotalPaise = 62_300 + pricePaise;
  const totalPaise = subtotalPaise - bundleSavedPaise - savedPaise;
  const sums = [
    ["Subtotal", formatPaise(subtotalPaise)],
    ["Three cases for Feluda", `−${formatPaise(bundleSavedPaise)}`],
    ["Summer Reading Sale", `−${formatPaise(savedPaise)}`],
    ["Shipping", "Free"],
    ["Total", formatPaise(totalPaise)],
  ];
  expect(sumsOf(summaryOf(reader))).toEqual(sums);
  const entries = reader.main.all("li");
  const last = entries.findIndex((entry) => entry.links("The Golden Fortress").length > 0);
  expect(entries[last + 1]!.text).toMatch(/^Three cases for Feluda, bought together/);
  expect(entries[last + 1]!.text).toContain(formatPaise(bundleSavedPaise));
  expect(summaryOf(reader).text).toContain("SUMMER20 is applied. The bundle’s books keep their discount");
  const opened = await pressPay(reader, typedDelivery);
  expect(opened.body.options).toMatchObject({ amount: totalPaise });
  expect(await payOrder(shop, reader, opened)).toBe("paid");
  await reader.open(`/orders/${opened.body.orderNumber}`);
  expect(sumsOf(reader.main.part("Books"))).toEqual(expect.arrayContaining(sums));
  expect(sumsOf(reader.main.part("Books"))).toHaveLength(5);
});

test("a bundle with a book taken out costs what its books cost, and a wrong code says so meanwhile", async () => {
  for (const bookId of ["sea-of-poppies", "river-of-smoke", "flood-of-fire"]) await setStock(db, bookId, 9);
  const { id } = await findBestSeller();
  const reader = plainBrowser(shop);
  await putInCart(reader, id);
  expect(await changeCart(reader, { intent: "add-bundle", bundleId: "down-the-ganges-with-the-ibis" })).toMatchObject({
    count: 4,
    message: "Down the Ganges with the Ibis is in your cart: 3 books at 30% less.",
  });
  await reader.open("/cart");
  // 30% of 479, 509 and 509.
  expect(summaryOf(reader).text).toContain("−₹449.10");
  await applyCode(reader, "WINTER99");
  expect(reader.main.text).toContain("We do not know this code. Please check how it is spelt.");
  await applyCode(reader, "SUMMER20");
  const terms = () => sumsOf(summaryOf(reader)).map(([term]) => term);
  expect(terms()).toEqual(["Subtotal", "Down the Ganges with the Ibis", "Summer Reading Sale", "Shipping", "Total"]);
  await removeCode(reader, "SUMMER20");
  expect(terms()).toEqual(["Subtotal", "Down the Ganges with the Ibis", "Shipping", "Total"]);
  await press(reader, "Remove River of Smoke");
  expect(terms()).toEqual(["Subtotal", "Shipping", "Total"]);
});

/** Opens the cart page and removes the code. */
async function removeCode(reader: PlainBrowser, code: string) {
  await reader.open("/cart");
  await press(reader, `Remove code ${code}`);
}
