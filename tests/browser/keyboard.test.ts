import type { Locator, Page } from "@playwright/test";

import { expect, test } from "#tests/support/journey.ts";
import { address, cartLink, expectPaid, expectReady, goodCard, payButton, widgetOf } from "#tests/support/shopper.ts";

const maxStops = 60;

/** Goes on with the Tab key until the target has the focus; every stop on the way must be seen. */
async function tabTo(page: Page, target: Locator) {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      return;
    }
  }
  throw new Error(`${String(target)} was not reached with ${maxStops} presses of Tab`);
}

test("a reader buys a book with the keyboard alone", async ({ page }) => {
  await page.goto("/books/jaya");
  await expectReady(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter"); // past the header
  await tabTo(page, page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Jaya is in your cart." })).toBeVisible();

  await page.goto("/books/jaya"); // not reloaded: that would begin behind the header, where the skip link led
  await tabTo(page, cartLink(page));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeVisible();
  await expectReady(page);

  const plus = page.getByRole("button", { name: "Increase quantity of Jaya" });
  await tabTo(page, plus);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your cart has 2 copies of Jaya.")).toBeVisible();

  for (const label of ["E-mail", "Phone", "Full name", "PIN code", "Town or city"] as const) {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(address[label]);
  }
  await tabTo(page, page.getByLabel("State", { exact: true }));
  await page.keyboard.type("Karnataka");
  await tabTo(page, page.getByLabel("Address", { exact: true }));
  await page.keyboard.type(address.Address);
  await tabTo(page, payButton(page));
  await page.keyboard.press("Enter");

  const widget = await widgetOf(page);
  await expect(page.locator("iframe")).toBeFocused();
  for (const [label, text] of Object.entries({ "Card number": goodCard, "Expiry (MM/YY)": "1239", CVV: "123" })) {
    await tabTo(page, widget.getByLabel(label));
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await expect(widget.getByLabel("One-time password")).toBeFocused();
  await page.keyboard.type("1234");
  await page.keyboard.press("Enter");
  await expectPaid(page);
  await expect(page.getByRole("heading", { name: "Payment Successful" })).toBeFocused();
});

test("the focus stays where the reader is when a quantity changes", async ({ page }) => {
  await page.goto("/books/sita");
  await expectReady(page);
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().press("Enter");
  await expect(page.getByText("Sita is in your cart.")).toBeVisible();
  await page.goto("/cart");
  await expectReady(page);
  const plus = page.getByRole("button", { name: "Increase quantity of Sita" });
  await plus.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your cart has 2 copies of Sita.")).toBeVisible();
  await expect(plus).toBeFocused();

  const minus = page.getByRole("button", { name: "Decrease quantity of Sita" });
  await minus.press("Enter");
  await expect(minus).toBeDisabled();
  await expect(plus).toBeFocused(); // minus stops at one and cannot keep it
});

test("Escape closes the widget and gives the focus back to the pay button", async ({ page }) => {
  await page.goto("/books/sita");
  await expectReady(page);
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().press("Enter");
  await expect(page.getByText("Sita is in your cart.")).toBeVisible();
  await page.goto("/cart");
  await expectReady(page);
  for (const [label, text] of Object.entries(address)) await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel("State", { exact: true }).selectOption("Karnataka");
  await payButton(page).press("Enter");
  await widgetOf(page);
  await page.keyboard.press("Escape");
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();
  await expect(payButton(page)).toBeFocused();
});

test("wrong delivery details take the focus to the list of what to mend", async ({ page, expectTrouble }) => {
  expectTrouble(/status of 422/);
  await page.goto("/books/sita");
  await expectReady(page);
  await page.getByRole("article").getByRole("button", { name: "Add to Cart" }).first().press("Enter");
  await expect(page.getByText("Sita is in your cart.")).toBeVisible();
  await page.goto("/cart");
  await expectReady(page);
  await payButton(page).press("Enter");
  await expect(page.getByText("Please check these fields:")).toBeInViewport();
  await tabTo(page, page.getByRole("alert").getByRole("link", { name: "E-mail" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("E-mail")).toBeFocused();
});

test("a reader who wants less motion gets none", async ({ page, openContext }) => {
  const context = await openContext({ reducedMotion: "reduce" });
  const still = await context.newPage();
  await still.goto("/");
  await expectReady(still);
  const moving = await still.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) =>
      [null, "::before", "::after"].flatMap((part) => {
        const { animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(element, part);
        const longest = Math.max(...`${animationDuration}, ${transitionDuration}`.split(", ").map(parseFloat));
        return longest > 0.001 || scrollBehavior === "smooth" ? [`${element.tagName}.${element.className}`] : [];
      }),
    ),
  );
  expect(moving).toEqual([]);
  await still
    .getByRole("region", { name: "New Releases" })
    .getByRole("article")
    .first()
    .getByRole("link")
    .first()
    .click();
  await expect(still).toHaveURL(/\/books\//);

  await page.goto("/");
  const isMoving = await page.evaluate(() =>
    [...document.querySelectorAll("*")].some(
      (element) => parseFloat(getComputedStyle(element).transitionDuration) > 0.001,
    ),
  );
  expect(isMoving).toBe(true); // else this test would prove nothing
});
