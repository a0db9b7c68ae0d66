/** A purchase by keyboard alone, and pages with reduced motion. */
import type { Locator, Page } from "@playwright/test";

import { expect, test } from "#tests/support/browser/journey.ts";
import {
  address,
  cartLink,
  expectPaid,
  expectReady,
  goodCard,
  payButton,
  widgetOf,
} from "#tests/support/sales/shopper.ts";

const maxStops = 60;

/** Presses Tab, or Shift+Tab, until the target has the focus, and expects it in view. */
async function tabTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab") {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press(key);
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expect(target).toBeInViewport();
      return;
    }
  }
  throw new Error(`${String(target)} was not reached with ${maxStops} presses of ${key}`);
}

test("a reader buys a book with the keyboard alone, and the focus is never lost on the way", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await page.goto("/books/jaya");
  await expectReady(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter"); // Skips the header.
  const article = page.getByRole("article").first();
  await tabTo(page, article.getByRole("button", { name: "Add to Cart" }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Jaya is in your cart." })).toBeVisible();
  // The button stays, and the link to the cart follows it.
  const way = article.getByRole("link", { name: "In your cart, 1" });
  await expect(way).toBeVisible();
  await expect(article.getByRole("button", { name: /^Add one more/ })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(way).toBeFocused();
  await tabTo(page, cartLink(page), "Shift+Tab");
  await page.keyboard.press("Enter");
  // The cart is a document of its own; the first Tab is in its content all the same.
  await expect(page.getByRole("heading", { level: 1, name: "Your cart" })).toBeFocused();

  const plus = page.getByRole("button", { name: "Increase quantity of Jaya" });
  await tabTo(page, plus);
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your cart has 2 copies of Jaya.")).toBeVisible();
  await expect(plus).toBeFocused();
  const minus = page.getByRole("button", { name: "Decrease quantity of Jaya" });
  await minus.press("Enter");
  await expect(minus).toBeDisabled();
  await expect(plus).toBeFocused(); // The minus button is disabled at one copy and cannot keep the focus.

  await payButton(page).press("Enter");
  await expect(page.getByText("Please check these fields:")).toBeInViewport();
  await tabTo(page, page.getByRole("alert").getByRole("link", { name: "Full name" }));
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Full name")).toBeFocused();
  await page.keyboard.type(address["Full name"]);
  const type = async (...labels: (keyof typeof address)[]) => {
    for (const label of labels) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(address[label]);
    }
  };
  await type("Address", "PIN code");
  // The PIN code has filled in the town and chosen the state.
  await expect(page.getByLabel("Town or city")).toHaveValue("Bengaluru");
  await expect(page.getByLabel("State", { exact: true })).toHaveValue("KA");
  await type("Phone", "E-mail");
  await tabTo(page, payButton(page));
  await page.keyboard.press("Enter");

  await widgetOf(page);
  await page.keyboard.press("Escape");
  await expect(page.locator("iframe")).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();
  await expect(payButton(page)).toBeFocused();
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
  await expect(page.getByRole("link", { name: "Open your bill" })).toHaveAttribute("href", /\/documents\/bill$/);
});

test("a link leads to the heading of its page; back, a reload and a search that is being typed keep their place", async ({
  page,
}) => {
  await page.goto("/best-sellers");
  await expectReady(page);
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).not.toBeFocused();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.getByRole("link", { name: "Authors" }).press("Enter");
  await expect(heading).toHaveText("Authors");
  await expect(heading).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);

  await page.goBack();
  await expect(heading).toHaveText("Best sellers");
  await expect(heading).not.toBeFocused();
  await page.reload();
  await expectReady(page);
  await expect(heading).not.toBeFocused();

  const box = page.getByRole("banner").getByRole("combobox");
  await box.fill("hobbit");
  await box.press("Enter");
  await expect(heading).toContainText("hobbit");
  await expect(box).toBeFocused();
});

test("a reader who wants less motion gets none", async ({ page }) => {
  await page.goto("/");
  await expectReady(page);
  const findMoving = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("*")].flatMap((element) =>
        [null, "::before", "::after"].flatMap((part) => {
          const { animationDuration, transitionDuration, scrollBehavior } = getComputedStyle(element, part);
          const longest = Math.max(...`${animationDuration}, ${transitionDuration}`.split(", ").map(parseFloat));
          return longest > 0.001 || scrollBehavior === "smooth" ? [`${element.tagName}.${element.className}`] : [];
        }),
      ),
    );
  expect(await findMoving()).not.toEqual([]); // Otherwise the test would prove nothing.
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await findMoving()).toEqual([]);
  const releases = page.getByRole("region", { name: "New Releases" });
  await releases.getByRole("article").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/books\//);
});
