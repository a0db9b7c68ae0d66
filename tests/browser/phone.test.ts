/** A purchase by touch on a phone. */
import type { Locator } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import {
  expectBadge,
  expectPaid,
  expectReady,
  fillDelivery,
  payButton,
  payInWidget,
  widgetOf,
} from "#tests/support/sales/shopper.ts";

const phone = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

/** Expects an element to be wholly on the screen, with nothing covering its middle. */
async function expectOnScreen(thing: Locator) {
  await expect(thing).toBeInViewport({ ratio: 1 });
  const isOnTop = await thing.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(x + width / 2, y + height / 2);
    return hit !== null && (element.contains(hit) || hit.contains(element));
  });
  expect(isOnTop).toBe(true);
}

test("on a phone a book is bought by touch with price, total and buttons always in view, and a PIN code typed once tells the delivery on every page", async ({
  openContext,
}) => {
  const page = await (await openContext(phone)).newPage();
  await page.goto("/books/foundation");
  await expectReady(page);
  const article = page.getByRole("article").first();
  const add = article.getByRole("button", { name: /^Add to Cart/ });
  await test.step("price and button are in view wherever the page of the book stands", async () => {
    for (const scroll of [0, 900, 100_000]) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), scroll);
      await expectOnScreen(add);
      const prices = article.getByText(/^₹/).filter({ visible: true });
      const isInView = () =>
        prices.evaluateAll((all) =>
          all.map((price) => price.getBoundingClientRect()).some(({ top, bottom }) => top > 0 && bottom < innerHeight),
        );
      await expect.poll(isInView).toBe(true);
    }
  });

  await test.step("the button is next to the heart while that place is in view", async () => {
    const heart = article.getByRole("button", { name: /wishlist: Foundation$/ });
    await heart.evaluate((button) => button.scrollIntoView({ block: "center", behavior: "instant" }));
    await expect.poll(async () => Math.round((await add.boundingBox())!.y - (await heart.boundingBox())!.y)).toBe(0);
  });

  const promise = article.getByText(/^Free delivery to 560001, arriving .+\.$/);
  const words = await test.step("a PIN code is refused in words, or answered and remembered", async () => {
    await expect(
      article.getByText(
        /^Free delivery across India: \d+ to \d+ working days to large cities, up to \d+ elsewhere\. Sent by [^.]+\.$/,
      ),
    ).toBeVisible();
    const field = article.getByLabel("Delivery to PIN code");
    await field.fill("012345");
    await field.press("Enter");
    await expect(field).toHaveAccessibleDescription("No PIN code begins with 0. Please check it.");
    await field.fill("560001");
    await field.press("Enter");
    await expect(promise).toBeVisible();
    await expect(field).not.toHaveAttribute("aria-invalid");
    const said = await promise.innerText();
    await page.reload();
    await expect(promise).toHaveText(said);
    return said;
  });

  await add.tap();
  const way = article.getByRole("link", { name: "In your cart, 1" });
  const more = article.getByRole("button", { name: /^Add one more/ });
  await test.step("the button answers the add, and the message is only announced", async () => {
    const toast = page.locator(".cart-toast");
    await expect(toast).toContainText("Foundation is in your cart.");
    await expect(toast).toHaveCSS("opacity", "0");
    await expectOnScreen(way);
    await expectOnScreen(more);
  });
  await more.tap();
  await expectBadge(page, 2);
  await article.getByRole("link", { name: "In your cart, 2" }).tap();
  await expect(page).toHaveURL("/cart");
  await test.step("total and button are in view wherever the cart stands", async () => {
    for (const scroll of [0, 100_000]) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: "instant" }), scroll);
      await expectOnScreen(payButton(page));
      // The bar repeats the total visually only: screen readers skip it.
      await expectOnScreen(page.getByRole("definition", { includeHidden: true }).last());
    }
  });
  await test.step("the cart knows the PIN code, and follows another one", async () => {
    const [pin, state] = [page.getByLabel("PIN code"), page.getByLabel("State", { exact: true })];
    await expect(pin).toHaveValue("560001");
    await expect(state).toHaveValue("KA");
    await expect(page.getByText(words)).toBeVisible();
    await pin.fill("744101");
    await expect(state).toHaveValue("AN");
    await expect(page.getByText(/^Free delivery to 744101, arriving/)).toBeVisible();
  });
  await fillDelivery(page);
  await expect(page.getByText(words)).toBeVisible();
  await payButton(page).tap();
  await payInWidget(await widgetOf(page));
  const number = await expectPaid(page);
  await expectBadge(page, 0);
  await test.step("the receipt says what comes, when and where, and leads to the order", async () => {
    const main = page.getByRole("main");
    const days = /arriving ([^.]+)\./.exec(words)![1]!.replace(" to ", " – ");
    await expect(main.getByRole("list", { name: "Your books" }).getByRole("listitem")).toHaveText([/Foundation × 2/]);
    await expect(main.getByText(`With you ${days}`)).toBeVisible();
    await expect(main.getByText("Meera Nair, Bengaluru 560001")).toBeVisible();
    await expect(
      main.getByText(
        /We have written to meera-.+@example\.com\. We’re packing them now and will write when they leave/,
      ),
    ).toBeVisible();
    await main.getByRole("link", { name: "See your order" }).tap();
    await expect(page).toHaveURL(`/orders/${number}`);
    await expect(page.getByText(`Arrives ${days}`)).toBeVisible();
  });
});
