import type { Page } from "@playwright/test";
import { sql } from "#db/sql.ts";

import type { Db } from "#db/connect.ts";
import type { BookCard } from "#shop/catalogue/book.ts";
import { listBestSellers } from "#shop/catalogue/lists.server.ts";
import { formatPaise, percentOf } from "#shop/money/money.ts";
import { expect, test } from "#tests/support/journey.ts";
import {
  expectBadge,
  expectPaid,
  expectReady,
  fillDelivery,
  openCart,
  ordersOf,
  payButton,
  payInWidget,
  putInCart,
  summary,
  widgetOf,
} from "#tests/support/shopper.ts";
import { readWidgetOptions, rememberWidgetOptions } from "#tests/support/widget-options.ts";

/** Rated so low that it is on no chart. */
const unsung = "girl-in-white-cotton";

/** A book high on the chart, which no sale of these seconds can take off it, with copies enough. */
async function findBestSeller(db: Db): Promise<BookCard> {
  return (await listBestSellers(db, 10)).find(({ stock }) => stock.state === "in-stock")!;
}

async function applyCode(page: Page, code: string) {
  await page.getByLabel("Promotion code").fill(code);
  await page.getByRole("button", { name: "Apply" }).click();
}

async function expectSums(page: Page, sums: [term: string, amount: string][]) {
  await expect(summary(page).getByRole("term")).toHaveText(sums.map(([term]) => term));
  await expect(summary(page).getByRole("definition")).toHaveText(sums.map(([, amount]) => amount));
}

const withoutDiscount: [string, string][] = [
  ["Subtotal", "₹319.00"],
  ["Shipping", "Free"],
  ["Total", "₹319.00"],
];

test("a code that nobody knows is told in words, and the sums stay", async ({ page }) => {
  await putInCart(page, unsung);
  await openCart(page);
  await applyCode(page, "WINTER99");
  await expect(page.getByText("We do not know this code. Please check how it is spelt.")).toHaveCount(1);
  const field = page.getByLabel("Promotion code");
  await expect(field).toHaveAccessibleDescription("We do not know this code. Please check how it is spelt.");
  await expect(field).toHaveAttribute("aria-invalid", "true");
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("WINTER99");
  await expectSums(page, withoutDiscount);
});

test("a code that is over or not yet open is refused, each in its own words", async ({ page, db }) => {
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, starts_at, ends_at) values
      ('JOURNEYOVER', 'Over', 'everything', 10, now() - interval '2 days', now() - interval '1 day'),
      ('JOURNEYSOON', 'Soon', 'everything', 10, now() + interval '1 day', null)
    on conflict do nothing`);
  await putInCart(page, unsung);
  await openCart(page);
  await applyCode(page, "JOURNEYOVER");
  await expect(page.getByText("This code is no longer valid, as its offer has ended.")).toBeVisible();
  await applyCode(page, "JOURNEYSOON");
  await expect(page.getByText("This code is not valid yet.")).toBeVisible();
  await expectSums(page, withoutDiscount);
});

test("a code whose last use another reader is paying with is refused before paying, and goes on without it", async ({
  page,
  db,
  openContext,
  expectTrouble,
}) => {
  expectTrouble(/status of 409/);
  await db.execute(sql`
    insert into promotions (code, name, applies_to, percent_off, redemption_limit)
    values ('JOURNEYONCE', 'One of a kind', 'everything', 10, 1) on conflict do nothing`);
  const late = await (await openContext()).newPage();
  for (const reader of [late, page]) {
    await putInCart(reader, unsung);
    await openCart(reader);
    await applyCode(reader, "JOURNEYONCE");
    await expect(summary(reader).getByText("−₹31.90")).toBeVisible();
    await fillDelivery(reader);
  }
  await payButton(page).click();
  await widgetOf(page);
  await payButton(late).click();
  await expect(summary(late).getByRole("alert")).toContainText("This code has been used as often as it can be.");
  expect(await ordersOf(db, late)).toEqual([]);
  await late.getByRole("button", { name: "Remove code JOURNEYONCE" }).click();
  await expectSums(late, withoutDiscount);
  await payButton(late).click();
  await widgetOf(late);
});

test("a code that takes nothing off says so, stops the payment in words, and can be taken out", async ({
  page,
  db,
  expectTrouble,
}) => {
  expectTrouble(/status of 409/);
  await putInCart(page, unsung);
  await openCart(page);
  await applyCode(page, "SUMMER20");
  const idle = "gives no discount yet: none of these books is a best seller.";
  await expect(summary(page).getByText(`This code ${idle}`)).toBeVisible();
  // It is said once.
  expect(await page.getByText("gives no discount").count()).toBe(1);
  await expectSums(page, withoutDiscount);

  await fillDelivery(page);
  await payButton(page).click();
  await expect(summary(page).getByRole("alert")).toContainText(
    "This code gives no discount yet: none of these books is a best seller. Remove it from your cart to continue; nothing was charged.",
  );
  expect(await ordersOf(db, page)).toEqual([]);
  await page.getByRole("button", { name: "Remove code SUMMER20" }).click();
  await expect(page.getByLabel("Promotion code")).toBeVisible();
  await payButton(page).click();
  await widgetOf(page);
});

test("SUMMER20 takes a fifth off a best seller in a line of its own, and gives it back when taken out", async ({
  page,
  db,
}) => {
  const { id, pricePaise } = await findBestSeller(db);
  const savedPaise = percentOf(pricePaise, 20);
  await putInCart(page, id);
  await openCart(page);
  await applyCode(page, " summer20 ");
  await expect(page.getByText("SUMMER20 is applied.")).toBeVisible();
  await expectSums(page, [
    ["Subtotal", formatPaise(pricePaise)],
    ["Summer Reading Sale", `−${formatPaise(savedPaise)}`],
    ["Shipping", "Free"],
    ["Total", formatPaise(pricePaise - savedPaise)],
  ]);
  await page.reload();
  await expectReady(page);
  await expect(summary(page).getByText("Summer Reading Sale")).toBeVisible();

  await page.getByRole("button", { name: "Remove code SUMMER20" }).click();
  await expect(page.getByText("The code is removed.")).toBeVisible();
  await expectSums(page, [
    ["Subtotal", formatPaise(pricePaise)],
    ["Shipping", "Free"],
    ["Total", formatPaise(pricePaise)],
  ]);
});

test("a code is put in and taken out with the keyboard, and the focus stays near", async ({ page, db }) => {
  const { id } = await findBestSeller(db);
  await putInCart(page, id);
  await openCart(page);
  await page.getByLabel("Promotion code").focus();
  await page.keyboard.type("nosuchcode");
  await page.keyboard.press("Enter");
  await expect(page.getByText("We do not know this code.")).toBeVisible();
  await expect(page.getByLabel("Promotion code")).toBeFocused();

  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("summer20");
  // While the cart is read anew the button is off, and Enter does nothing.
  await expect(page.getByRole("button", { name: "Apply" })).toBeEnabled();
  await page.keyboard.press("Enter");
  const remove = page.getByRole("button", { name: "Remove code SUMMER20" });
  await expect(remove).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(remove).toHaveCount(0);
  await expect(page.getByLabel("Promotion code")).toBeFocused();
});

test("a bundle goes into the cart with one button; beside a code each discount has its line, and the total is what is paid", async ({
  page,
  db,
}) => {
  await rememberWidgetOptions(page);
  await page.goto("/special-offers");
  await expectReady(page);
  const bundle = page.getByRole("article", { name: "Three cases for Feluda" });
  await bundle.getByRole("button", { name: "Add bundle to cart" }).click();
  await expect(page.getByText("Three cases for Feluda is in your cart: 3 books at 30% less.")).toBeVisible();
  await expectBadge(page, 3);
  const { id, title, pricePaise } = await findBestSeller(db);
  await putInCart(page, id);
  await openCart(page);
  for (const book of ["The Emperor’s Ring", "Trouble in Gangtok", "The Golden Fortress", title])
    await expect(page.getByRole("main").getByRole("link", { name: book })).toBeVisible();
  await applyCode(page, "SUMMER20");
  // 30% of 199, 225 and 199, each rounded by itself; a copy of the bundle gets no second discount.
  const bundleSavedPaise = 5970 + 6750 + 5970;
  const savedPaise = percentOf(pricePaise, 20);
  const subtotalPaise = 62_300 + pricePaise;
  const totalPaise = subtotalPaise - bundleSavedPaise - savedPaise;
  const sums: [string, string][] = [
    ["Subtotal", formatPaise(subtotalPaise)],
    ["Three cases for Feluda", `−${formatPaise(bundleSavedPaise)}`],
    ["Summer Reading Sale", `−${formatPaise(savedPaise)}`],
    ["Shipping", "Free"],
    ["Total", formatPaise(totalPaise)],
  ];
  await expectSums(page, sums);

  await fillDelivery(page);
  await payButton(page).click();
  const widget = await widgetOf(page);
  expect(await readWidgetOptions(page)).toMatchObject({ amount: totalPaise });
  await payInWidget(widget);
  await page.goto(`/orders/${await expectPaid(page)}`);
  const books = page.getByRole("region", { name: "Books" });
  await expect(books.getByRole("term")).toHaveCount(5);
  for (const [term, amount] of sums)
    await expect(books.getByText(term, { exact: true }).locator("xpath=following-sibling::dd[1]")).toHaveText(amount);
});

test("a bundle with a book taken out costs what its books cost", async ({ page }) => {
  await page.goto("/special-offers");
  await expectReady(page);
  const bundle = page.getByRole("article", { name: "Under the blanket" });
  await bundle.getByRole("button", { name: "Add bundle to cart" }).click();
  await expect(page.getByText("Under the blanket is in your cart: 3 books at 30% less.")).toBeVisible();
  await openCart(page);
  await expect(summary(page).getByText("Under the blanket")).toBeVisible();
  await page.getByRole("button", { name: "Remove Matilda" }).click();
  await expect(page.getByRole("listitem").getByText("Matilda was removed from your cart.")).toBeVisible();
  await expect(summary(page).getByRole("term")).toHaveText(["Subtotal", "Shipping", "Total"]);
});

test("a bundle and a code work without JavaScript, and a wrong code is told", async ({ openContext, db }) => {
  const { id } = await findBestSeller(db);
  const page = await (await openContext({ javaScriptEnabled: false })).newPage();
  await putInCart(page, id);
  await page.goto("/special-offers");
  const bundle = page.getByRole("article", { name: "Down the Ganges with the Ibis" });
  await bundle.getByRole("button", { name: "Add bundle to cart" }).click();
  await expect(page).toHaveURL("/cart");
  for (const book of ["Sea of Poppies", "River of Smoke", "Flood of Fire"])
    await expect(page.getByRole("main").getByRole("link", { name: book })).toBeVisible();
  // 30% of 479, 509 and 509.
  await expect(summary(page).getByText("−₹449.10")).toBeVisible();

  await applyCode(page, "WINTER99");
  await expect(page.getByText("We do not know this code. Please check how it is spelt.")).toBeVisible();
  await applyCode(page, "SUMMER20");
  await expect(summary(page).getByRole("term")).toHaveText([
    "Subtotal",
    "Down the Ganges with the Ibis",
    "Summer Reading Sale",
    "Shipping",
    "Total",
  ]);
  await page.getByRole("button", { name: "Remove code SUMMER20" }).click();
  await expect(summary(page).getByRole("term")).toHaveCount(4);
});
