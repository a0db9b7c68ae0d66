/** A name in a book: written on home or in the opened book, carried through the cart, pressed in after paying. */
import type { Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import {
  cartLink,
  expectBadge,
  expectPaid,
  expectReady,
  fillDelivery,
  openCart,
  payButton,
  payInWidget,
  putInCart,
  widgetOf,
} from "#tests/support/sales/shopper.ts";

const nameField = (page: Page) => page.getByRole("textbox", { name: "ex libris, your name on the bookplate" });
const plates = (page: Page) => page.getByRole("region", { name: "Bookplates" });
const writeLink = (page: Page) => page.getByRole("link", { name: "Write your name in it" });
const longName = "Venkata Satyanarayana Raghavendra Subrahmanyam Iyer-Chattopa";

test.describe("by touch on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test("from home to the bill", { tag: "@core" }, async ({ page }) => {
    await page.goto("/");
    await expectReady(page);
    await writeLink(page).tap();
    await expect(nameField(page)).toBeFocused();
    await nameField(page).fill(longName);
    const [field, width] = [(await nameField(page).boundingBox())!, 360];
    expect(field.x).toBeGreaterThanOrEqual(0);
    expect(field.x + field.width).toBeLessThanOrEqual(width);
    expect(await nameField(page).evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(2);
    // The other covers of the hero make room: none is cut by the edge, none is under the plate.
    const coverEnds = () =>
      page
        .locator(".fan > li:not(.fan-front)")
        .filter({ visible: true })
        .evaluateAll((covers) =>
          covers.map((cover) => {
            const { left, right } = cover.getBoundingClientRect();
            return [Math.round(left), Math.round(right)] as const;
          }),
        );
    const plate = (await page.locator(".name-plate").boundingBox())!;
    await expect
      .poll(async () =>
        (await coverEnds()).filter(
          ([left, right]) => left < 0 || right > width || (right > plate.x + 1 && left < plate.x + plate.width - 1),
        ),
      )
      .toEqual([]);
    expect(await coverEnds()).toHaveLength(2);
    await page
      .locator(".front-book")
      .getByRole("button", { name: /^Add to Cart/ })
      .tap();
    await expectBadge(page, 1);
    await cartLink(page).tap();
    await expectReady(page);
    await expect(plates(page)).toContainText(`Ex libris ${longName}`);
    await fillDelivery(page);
    await payButton(page).tap();
    await payInWidget(await widgetOf(page));
    const number = await expectPaid(page);
    await expect(page.getByRole("list", { name: "Your books" })).toContainText(`ex libris${longName}`);
    const opened = (await page.getByText("Thank you for your purchase").boundingBox())!;
    expect(opened.x + opened.width).toBeLessThan(360);
    expect(await page.evaluate(() => document.cookie)).not.toContain("ex-libris");
    expect(number).toMatch(/^EP-/);
  });
});

test("by keyboard: Enter opens the plate, Escape closes it, Enter in the field puts the book in the cart", async ({
  page,
}) => {
  await page.goto("/");
  await expectReady(page);
  await writeLink(page).focus();
  await page.keyboard.press("Enter");
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(writeLink(page)).toBeFocused();
  await expect(nameField(page)).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type("فاطمہ 🎉");
  expect(await nameField(page).evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
  await expect(page.locator(".name-plate")).toContainText("Goes with Add to Cart");
  await page.keyboard.press("Enter");
  await expectBadge(page, 1);
  await expect(page.locator(".name-plate")).toContainText("In your cart");
  await expect(page.locator(".name-plate")).not.toContainText("Goes with Add to Cart");
  await openCart(page);
  await expect(plates(page)).toContainText("Ex libris فاطمہ 🎉");

  await plates(page).locator("summary").focus();
  await page.keyboard.press("Enter");
  await plates(page).getByLabel("A present").check();
  await plates(page).getByLabel("For", { exact: true }).fill(`<img src=x onerror="alert(1)">`);
  await expect(plates(page).locator(".plate-name")).toHaveText(`<img src=x onerror="alert(1)">`);
  await plates(page).getByLabel("From").fill("नानी");
  await page.keyboard.press("Enter");
  await expect(plates(page).locator("summary")).toContainText(`For <img src=x onerror="alert(1)"> · From नानी`);
  await expect(plates(page).locator("summary")).toBeFocused();
  await page.keyboard.press("Enter");
  await plates(page).getByLabel("None").check();
  await plates(page).getByRole("button", { name: /^Save/ }).click();
  await expect(plates(page).locator("summary")).toContainText("No bookplate");
});

test("the order has the words that are drawn in the cart: typed without Save, but not those of a folded form", async ({
  page,
}) => {
  await putInCart(page, "jane-eyre");
  await openCart(page);
  await fillDelivery(page);
  const drawn = plates(page).locator(".plate-name");
  await plates(page).locator("summary").click();
  await plates(page).getByLabel("Ex libris").fill("Nani");
  await expect(drawn).toHaveText("Nani");
  await plates(page).locator("summary").click();
  await expect(drawn).toHaveText("Meera Nair");
  await plates(page).locator("summary").click();
  await expect(drawn).toHaveText("Nani");
  await payButton(page).click();
  await payInWidget(await widgetOf(page));
  await expectPaid(page);
  await expect(page.getByRole("list", { name: "Your books" })).toContainText("ex librisNani");
});

test("a name that was typed in one book is in the next, and on no page of another reader", async ({
  page,
  openContext,
}) => {
  await page.goto("/books/jane-eyre/look-inside");
  await expectReady(page);
  await nameField(page).fill("Asha Rao");
  await nameField(page).blur();
  await page.goto("/books/dune/look-inside");
  await expect(nameField(page)).toHaveValue("Asha Rao");
  const other = await (await openContext()).newPage();
  await other.goto("/books/dune/look-inside");
  await expectReady(other);
  await expect(nameField(other)).toHaveValue("");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the link on home leads to the opened book, whose form takes the name to the cart", async ({ page }) => {
    await page.goto("/");
    await writeLink(page).click();
    await expect(page).toHaveURL(/\/books\/[\w-]+\/look-inside$/);
    await nameField(page).fill("Asha Rao");
    await page
      .getByRole("button", { name: /^Add to Cart/ })
      .first()
      .click();
    await expect(page).toHaveURL("/cart");
    await expect(plates(page)).toContainText("Ex libris Asha Rao");
    await plates(page).locator("summary").click();
    await plates(page).getByLabel("Ex libris").fill("Meera");
    await plates(page).getByRole("button", { name: /^Save/ }).click();
    await expect(plates(page)).toContainText("Ex libris Meera");
  });
});
