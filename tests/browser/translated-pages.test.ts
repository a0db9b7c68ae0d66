/** Pages still work after the browser's translator has rewritten their text. */
import type { Page } from "@playwright/test";

import { deskHref } from "#desk/desk-routes.ts";
import { openDelivery } from "#shop/office/stock-room/deliveries.server.ts";
import { deliverOrder } from "#shop/sales/orders/parcels/deliver-order.server.ts";
import { shipOrder } from "#shop/sales/orders/parcels/ship-order.server.ts";
import { counting } from "#tests/support/desk-authority/stock.ts";
import { openDeskPage, type DeskShop } from "#tests/support/places/desk-places.ts";
import { expect } from "#tests/support/browser/journey.ts";
import { test } from "#tests/support/shop/one-page.ts";
import { placePaid } from "#tests/support/places/order-places.ts";
import { expectBadge, expectReady, openCart, payButton, putInCart, summary } from "#tests/support/sales/shopper.ts";
import { signInBrowser } from "#tests/support/sales/signed-in.ts";
import { translatePage } from "#tests/support/browser/translate-page.ts";
import { wishPlaces } from "#tests/support/sales/wisher.ts";
import { withClock } from "#tests/support/shop/with-clock.ts";

test.use({ viewport: { width: 1280, height: 900 } });

const press = (page: Page, name: string | RegExp) =>
  page.getByRole("main").getByRole("button", { name }).first().click();

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expectReady(page);
  await translatePage(page);
}

/** The actions of readers by page; text that the page rewrites after them must be right. */
const presses: Record<string, (page: Page) => Promise<unknown>> = {
  "a book": async (page) => {
    await open(page, "/books/malgudi-days");
    await press(page, /^Add to Cart/);
    await expect(page.getByRole("link", { name: "In your cart, 1" })).toBeVisible();
    await press(page, /^Add one more/);
    await expect(page.getByRole("link", { name: "In your cart, 2" })).toBeVisible();
    await expectBadge(page, 2);
    await press(page, /^Add to wishlist/);
    await expect(page.getByRole("button", { name: /^Remove from wishlist/ }).first()).toBeVisible();
    await page.getByLabel("Delivery to PIN code").fill("560001");
    await press(page, "Check");
    await expect(page.getByText("to 560001, arriving")).toBeVisible();
    await page.getByLabel("Delivery to PIN code").fill("737101");
    await press(page, "Check");
    await expect(page.getByText("to 737101, arriving")).toBeVisible();
    await expect(page.getByRole("main").getByText("560001")).toHaveCount(0);
  },
  home: async (page) => {
    await open(page, "/");
    await press(page, "Apply to my cart");
    await expect(page.locator(".cart-toast")).toContainText("SUMMER20");
    await press(page, /^Add to Cart/);
    await expectBadge(page, 1);
    await expect(
      page
        .getByRole("main")
        .getByRole("link", { name: /^In your cart/ })
        .first(),
    ).toBeVisible();
    await page.getByLabel("Your e-mail address").first().fill("translated@example.com");
    await press(page, "Subscribe");
    await expect(page.getByText(/^Thank you/).first()).toBeVisible();
  },
  "a shelf": async (page) => {
    await open(page, "/categories/fiction");
    for (const name of [/^Hardback/, /^Hindi/]) await page.getByRole("main").getByLabel(name).first().check();
    await expect(page).toHaveURL(/language=hi/);
    await page
      .getByRole("main")
      .getByRole("link", { name: /^(Clear|Remove)/ })
      .first()
      .click();
    await page.getByRole("main").getByRole("heading", { level: 2 }).getByRole("link").first().click();
    await expect(page.getByRole("button", { name: /^Add to Cart/ }).first()).toBeVisible();
  },
  "a search": async (page) => {
    await open(page, "/search?q=the");
    await page.getByRole("banner").getByRole("combobox").fill("tag");
    await expect(page.getByRole("option").first()).toBeVisible();
    await page.getByRole("banner").getByRole("combobox").fill("gan");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/q=gan/);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("gan");
  },
  "the sign-in": async (page) => {
    await open(page, "/login");
    await expect(page.getByRole("button", { name: "Login with Google" })).toBeVisible();
    await page
      .getByRole("main")
      .getByRole("link", { name: /account/ })
      .click();
    await expect(page.getByRole("button", { name: "Register with Google" })).toBeVisible();
  },
  "the message to the shop": async (page) => {
    await open(page, "/contact");
    await press(page, "Send Message");
    await page.getByLabel("Name", { exact: true }).fill("Meera");
    await press(page, "Send Message");
    await expect(page.locator("main [aria-invalid]")).toHaveCount(3);
  },
};

for (const [name, go] of Object.entries(presses))
  test(`a translated page works: ${name}`, async ({ page, expectTrouble }) => {
    expectTrouble(/status of 422/);
    await go(page);
    await expectNoErrorPage(page);
  });

async function expectNoErrorPage(page: Page): Promise<void> {
  await expect(page.getByText("Something went wrong")).toHaveCount(0);
}

test("a page that was translated before its scripts came works as well", async ({ page }) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/framework-*.js", async (route) => {
    await promise;
    await route.fallback();
  });
  await page.goto("/books/malgudi-days", { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await translatePage(page);
  resolve();
  await expectReady(page);
  await press(page, /^Add to Cart/);
  await expect(page.getByRole("link", { name: "In your cart, 1" })).toBeVisible();
  await expectNoErrorPage(page);
});

test("a translated cart shows the sums of now after each press", async ({ page, expectTrouble }) => {
  expectTrouble(/status of 422/);
  await putInCart(page, "godan");
  await openCart(page);
  await translatePage(page);
  await page.getByRole("button", { name: "Increase quantity of गोदान" }).click();
  await expect(page.getByLabel("Quantity of गोदान").getByRole("status")).toHaveText("2");
  await page.getByLabel("Promotion code").fill("SUMMER20");
  await press(page, "Apply");
  await expect(page.getByText("SUMMER20 is applied.")).toBeVisible();
  await page.getByRole("button", { name: "Increase quantity of गोदान" }).click();
  await expect(page.getByLabel("Quantity of गोदान").getByRole("status")).toHaveText("3");
  const shown = await Promise.all(
    [page.getByRole("listitem").filter({ hasText: "गोदान" }).first(), summary(page)].map((part) => part.innerText()),
  );
  await page.reload();
  await expectReady(page);
  const loaded = await Promise.all(
    [page.getByRole("listitem").filter({ hasText: "गोदान" }).first(), summary(page)].map((part) => part.innerText()),
  );
  expect(shown.map(squeeze)).toEqual(loaded.map(squeeze));

  await translatePage(page);
  await payButton(page).click();
  await expect(page.getByText("Please check these fields:")).toBeVisible();
  await page.getByRole("button", { name: "Remove code SUMMER20" }).click();
  await expect(page.getByLabel("Promotion code")).toBeVisible();
  await page.getByRole("button", { name: "Remove गोदान" }).click();
  await expect(page.getByText("गोदान was removed from your cart.").first()).toBeVisible();
  await press(page, "Undo");
  await expect(summary(page)).toBeVisible();
  await expectNoErrorPage(page);
});

const squeeze = (text: string) => text.replaceAll(/\s+/g, " ");

test("translated pages of an account and its orders work", async ({ page, db, expectTrouble }) => {
  expectTrouble(/status of 422/);
  await signInBrowser(page, "Translated Reader");
  const number = await placePaid(page, "the-guide", "godan");
  await open(page, `/orders/${number}`);
  await page.getByText("Cancel this order").click();
  await press(page, "Cancel the whole order");
  await expect(page.getByText("Cancelled").first()).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "All your orders" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Order History" })).toBeVisible();
  await expect(page.getByRole("main").getByText(number)).toBeVisible();

  await page.getByRole("link", { name: "Saved Addresses" }).click();
  await page.getByRole("link", { name: "Add an address" }).first().click();
  await press(page, "Save address");
  await expect(page.locator("main [aria-invalid]")).not.toHaveCount(0);
  await page.getByLabel("PIN code").fill("560001");
  await expect(page.getByLabel("State")).toHaveValue("KA");
  await expect(page.getByText("Choose your state.")).toHaveCount(0);

  const sent = await placePaid(page, "gitanjali");
  const parcel = { carrier: "India Post", trackingNumber: "EE987654322IN", trackingUrl: "" };
  await shipOrder(withClock(db), sent, parcel);
  await deliverOrder(withClock(db), sent);
  await open(page, `/orders/${sent}`);
  await page.getByText("Return a book", { exact: true }).click();
  await page.getByLabel("Why").selectOption("It came damaged");
  await press(page, "Request a return");
  await expect(page.getByText("We have received your request")).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "All your orders" }).click();
  await page.getByRole("link", { name: /^Cancelled/ }).click();
  await expect(page.getByRole("main").getByText(number)).toBeVisible();
  await expect(page.getByRole("main").getByText(sent)).toHaveCount(0);

  await open(page, "/books/gitanjali/review");
  await press(page, "Publish your review");
  await expect(page.getByText("Choose how many stars you give.")).toBeVisible();
  await page.getByRole("radio", { name: "4 stars" }).check({ force: true });
  await page.getByLabel("What did you think of the book?").fill("A book to come back to.");
  await press(page, "Publish your review");
  await expect(page.getByText("Thank you. Your review is on the book’s page.")).toBeVisible();
  await expectNoErrorPage(page);
});

test("a translated wishlist works for its reader and a friend", async ({ page }) => {
  await wishPlaces["a reader's wishlist"]!(page);
  const link = await page.getByLabel("The link").inputValue();
  await translatePage(page);
  await press(page, /^Move to cart/);
  await expectBadge(page, 1);
  await page.context().clearCookies();
  await open(page, link);
  await press(page, /^I’ll get this/);
  await expect(page.getByText("You are getting this", { exact: true })).toBeVisible();
  await expectNoErrorPage(page);
});

/** The actions of staff by page. */
const deskPresses: Record<string, (shop: DeskShop) => Promise<unknown>> = {
  "packing and sending": async ({ page, request }) => {
    const number = await placePaid({ request }, "matilda", "matilda");
    await openDeskPage(page, deskHref("/parcels/:number", { number }));
    await translatePage(page);
    await press(page, "Pack one of Matilda");
    await expect(page.getByRole("heading", { name: "1 of 2 packed" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Matilda" }).locator("strong")).toHaveText("1 of 2");
    await page.getByText("Send only the packed copies").click();
    await press(page, "Pack one of Matilda");
    await expect(page.getByRole("heading", { name: "2 of 2 packed" })).toBeVisible();
    await expect(page.getByRole("listitem").filter({ hasText: "Matilda" }).locator("strong")).toHaveText("2 of 2");
    await press(page, "Take out Matilda");
    await expect(page.getByRole("heading", { name: "1 of 2 packed" })).toBeVisible();
    await page.getByRole("link", { name: "Parcels" }).first().click();
    await expect(page.getByRole("heading", { level: 1, name: "Parcels" })).toBeVisible();
    await expect(page.getByRole("main").getByText(number).first()).toBeVisible();
  },
  "a delivery": async ({ page, db, staffId }) => {
    const given = { supplier: "Rupa", billNumber: `T-${Date.now()}`, billedOn: null };
    const { id } = await openDelivery(db, given, { staffId, at: new Date() });
    await openDeskPage(page, deskHref("/stock/receive/:delivery", { delivery: String(id) }));
    await translatePage(page);
    for (const copies of ["1 copy", "2 copies", "3 copies"]) {
      await page.getByLabel("Bar code or ISBN").fill("malgudi-days");
      await press(page, "Add");
      await expect(page.getByText(`${copies} in this delivery`)).toBeVisible();
      await expect(page.getByRole("button", { name: `Put ${copies} on the shelf` })).toBeVisible();
    }
    await page.getByLabel("Bar code or ISBN").fill("9780306406158");
    await press(page, "Add");
    await expect(page.getByText("a digit is wrong")).toBeVisible();
    await press(page, "Got it");
    await expect(page.getByText("a digit is wrong")).toHaveCount(0);
    await press(page, "Put 3 copies on the shelf");
    await expect(page.getByText("3 copies of 1 book are on the shelf.")).toBeVisible();
  },
  "a count": async (shop) => {
    const { page } = shop;
    await openDeskPage(page, deskHref("/stock/count/:count", { count: await counting(shop, shop.staffId) }));
    await translatePage(page);
    for (const copies of ["1 copy", "2 copies"]) {
      await page.getByLabel("Bar code or ISBN").fill("malgudi-days");
      await press(page, "Add");
      await expect(page.getByText(`${copies} in this count`)).toBeVisible();
      await expect(page.getByRole("heading", { name: `${copies} of 1 book counted` })).toBeVisible();
      await expect(page.locator("td[data-label=Counted]")).toHaveText(copies.charAt(0));
    }
    await page.getByText("Change Malgudi Days").click();
  },
  "the preview of a code": async ({ page }) => {
    await openDeskPage(page, deskHref("/offers/trial", { code: "SUMMER20", "book-0": "godan", "copies-0": "1" }));
    await translatePage(page);
    const total = page.getByRole("row", { name: /^To pay/ });
    await expect(total).toContainText("₹203.20");
    await page.getByLabel("Copies of book 1").fill("3");
    await press(page, "Calculate");
    await expect(total).toContainText("₹609.60");
    await expect(page.getByText("takes ₹152.40 off.")).toBeVisible();
  },
  "every page of the menu": async ({ page }) => {
    await openDeskPage(page, "/");
    await translatePage(page);
    const links = page.getByRole("navigation", { name: "The desk" }).getByRole("link");
    const count = await links.count();
    expect(count).toBeGreaterThan(15);
    for (let place = 0; place < count; place += 1) {
      const to = await links.nth(place).getAttribute("href");
      if (!to?.startsWith("/")) continue;
      await links.nth(place).click();
      await expect(page).toHaveURL(to);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    }
  },
};

for (const [name, go] of Object.entries(deskPresses))
  test(`the translated desk works: ${name}`, async ({ desk, db, request, expectTrouble }) => {
    expectTrouble(/status of 4(?:09|22)/);
    await desk.page.setViewportSize({ width: 1280, height: 900 });
    await go({ ...desk, db, request });
    await expectNoErrorPage(desk.page);
  });
