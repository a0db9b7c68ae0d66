import type { Locator } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";
import { lettersAbout } from "#tests/support/letters.ts";
import {
  expectBadge,
  expectPaid,
  expectReady,
  fillDelivery,
  payButton,
  payInWidget,
  widgetOf,
} from "#tests/support/shopper.ts";

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** Whether a thing lies on the screen wholly, and nothing lies over its middle. */
async function expectOnScreen(thing: Locator) {
  await expect(thing).toBeInViewport({ ratio: 1 });
  const isOnTop = await thing.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
  expect(isOnTop).toBe(true);
}

test("on a phone price, Add to Cart, total and Pay are in view wherever the page stands, and a book is bought by touch", async ({
  openContext,
}) => {
  const page = await (await openContext(phone)).newPage();
  await page.goto("/books/foundation");
  await expectReady(page);
  const article = page.getByRole("article").first();
  const add = article.getByRole("button", { name: /^Add to Cart/ });
  for (const scroll of [0, 900, 100_000]) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), scroll);
    await expectOnScreen(add);
    await expectOnScreen(article.locator(".foot-bar").getByText("₹", { exact: false }).first());
  }
  await add.tap();
  const way = article.getByRole("link", { name: "In your cart, 1" });
  await expectOnScreen(way);
  const more = article.getByRole("button", { name: /^Add one more/ });
  await expectOnScreen(more);
  await more.tap();
  await expectBadge(page, 2);
  await article.getByRole("link", { name: "In your cart, 2" }).tap();

  await expect(page).toHaveURL("/cart");
  await expectReady(page);
  for (const scroll of [0, 100_000]) {
    await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), scroll);
    await expectOnScreen(payButton(page));
    // The bar repeats the total for the eye alone.
    await expectOnScreen(page.getByRole("definition", { includeHidden: true }).last());
  }
  await fillDelivery(page);
  await payButton(page).tap();
  await payInWidget(await widgetOf(page));
  await expectPaid(page);
});

test("pressed by keyboard the button stays, and the way to the cart is next", async ({ page }) => {
  await page.goto("/books/the-guide");
  await expectReady(page);
  const article = page.getByRole("article").first();
  await article.getByRole("button", { name: /^Add to Cart/ }).press("Enter");
  await expect(article.getByRole("link", { name: "In your cart, 1" })).toBeVisible();
  await expect(article.getByRole("button", { name: /^Add one more/ })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(article.getByRole("link", { name: "In your cart, 1" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cart");
});

test("a PIN code typed once on a book's page fills the cart with its state, and the same days are in cart, order and e-mail", async ({
  page,
}) => {
  await page.goto("/books/kanthapura");
  await expectReady(page);
  const article = page.getByRole("article").first();
  await expect(
    article.getByText(
      /^Free delivery anywhere in India, in \d+ to \d+ working days to large cities and at most \d+ elsewhere\.$/,
    ),
  ).toBeVisible();
  const field = article.getByLabel("Delivery to PIN code");
  await field.fill("012345");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription("No PIN code begins with 0. Please check it.");
  await field.fill("560001");
  await field.press("Enter");
  const promise = article.getByText(/^Free delivery to 560001, with you .+\.$/);
  await expect(promise).toBeVisible();
  await expect(field).not.toHaveAttribute("aria-invalid");
  const words = await promise.innerText();
  const days = /with you (.+)\.$/.exec(words)![1]!;
  await page.reload();
  await expect(promise).toHaveText(words);

  await article.getByRole("button", { name: /^Add to Cart/ }).click();
  await article.getByRole("link", { name: "In your cart, 1" }).click();
  await expectReady(page);
  await expect(page.getByLabel("PIN code")).toHaveValue("560001");
  await expect(page.getByLabel("State", { exact: true })).toHaveValue("KA");
  await expect(page.getByText(words)).toBeVisible();
  await page.getByLabel("PIN code").fill("744101");
  await expect(page.getByLabel("State", { exact: true })).toHaveValue("AN");
  await expect(page.getByText(/^Free delivery to 744101, with you/)).toBeVisible();
  await fillDelivery(page);
  await expect(page.getByText(words)).toBeVisible();
  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  const number = await expectPaid(page);
  const main = page.getByRole("main");
  await expect(main.getByRole("list", { name: "Your books" }).getByRole("listitem")).toHaveText("Kanthapura");
  await expect(main.getByText(`With you ${days}`)).toBeVisible();
  await expect(main.getByText("Meera Nair, Bengaluru 560001")).toBeVisible();
  await expect(main.getByText(/We have written to meera-.+@example\.com\. We are packing your books/)).toBeVisible();
  await main.getByRole("link", { name: "See your order" }).click();
  await expect(page).toHaveURL(`/orders/${number}`);
  await expect(page.getByText(`Arrives ${days}`)).toBeVisible();
  await expect.poll(async () => (await lettersAbout(page, number))[0]?.text, { timeout: 60_000 }).toContain(days);
});
