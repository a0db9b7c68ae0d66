import type { Locator } from "@playwright/test";
import { sql } from "#db/sql.ts";

import { expect, test } from "#tests/support/browser/journey.ts";
import { expectNoFaults, findWideElements } from "#tests/support/browser/page-faults.ts";
import { goToOddBook } from "#tests/support/odd-books.ts";
import { openCart, payButton, putInCart, summary } from "#tests/support/sales/shopper.ts";
import { sendForm, signInBrowser } from "#tests/support/sales/signed-in.ts";

/**
 * Whether the last character of a text is left of its first letter, and the text is aligned to the left like others.
 */
function runsLeft(text: Locator): Promise<{ isOrdered: boolean; isAligned: boolean }> {
  return text.evaluate((element) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const node = nodes.nextNode() as Text;
    const at = (place: number) => {
      const range = document.createRange();
      range.setStart(node, place);
      range.setEnd(node, place + 1);
      return range.getBoundingClientRect();
    };
    const whole = document.createRange();
    whole.selectNodeContents(element);
    const box = element.parentElement!.getBoundingClientRect();
    const left = Math.min(...[...whole.getClientRects()].map((line) => line.left));
    return { isOrdered: at(node.data.length - 1).right <= at(0).left, isAligned: left - box.left < box.width / 3 };
  });
}

test("a title that runs from right to left is ordered by itself, and stands where the others do", async ({
  page,
  db,
  expectTrouble,
}) => {
  expectTrouble(/covers\/no-such-cover/);
  await goToOddBook(page, db, "odd-rtl");
  const opening = page.getByRole("main").getByRole("heading", { level: 1 });
  expect(await runsLeft(opening)).toEqual({ isOrdered: true, isAligned: true });
  await page.goto("/authors/odd-author");
  const card = page.getByRole("article").filter({ has: page.locator("a[href='/books/odd-rtl']") });
  expect(await runsLeft(card.getByRole("heading").getByRole("link"))).toEqual({ isOrdered: true, isAligned: true });
  await putInCart(page, "odd-rtl", "odd-long");
  await openCart(page);
  const line = page.getByRole("main").getByRole("listitem").first();
  expect(await runsLeft(line.getByRole("heading").getByRole("link"))).toEqual({ isOrdered: true, isAligned: true });
  await line.getByRole("button", { name: /^Remove/ }).click();
  await expect(page.getByText("was removed from your cart.").first()).toBeVisible();
});

test("a cart of fifty books keeps its total in view on a phone, also with a wrong code and an odd PIN code, and has nothing that axe finds", async ({
  page,
  db,
}) => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from books b join stock s on s.book_id = b.id
    where b.is_main and b.is_listed and s.on_hand - s.reserved > 8 order by b.id desc limit 50`);
  await putInCart(page, ...rows.map(({ id }) => id));
  await page.setViewportSize({ width: 360, height: 640 });
  await openCart(page);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
  expect(await findWideElements(page)).toEqual([]);
  await expect(payButton(page)).toBeInViewport();
  await page.getByLabel("Promotion code").fill("WINTER99");
  // The answer does not take the focus from a field in which the reader is typing by then.
  const pin = page.getByLabel("PIN code");
  const isTyping = Promise.withResolvers<void>();
  await page.route("**/cart/lines", async (route) => {
    await isTyping.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Apply" }).click();
  await pin.fill("110001");
  isTyping.resolve();
  await expect(page.getByText("We do not know this code.")).toBeVisible();
  await expect(pin).toBeFocused();
  await page.getByLabel("State", { exact: true }).selectOption("Kerala");
  await expect(page.getByText("This PIN code does not seem to belong to that state.")).toBeVisible();
  await expectNoFaults(page, "a cart of fifty books, an unknown code, an odd PIN code");
});

test("a reader with twelve addresses chooses one in the cart, and the pages have nothing that axe finds", async ({
  page,
}) => {
  await signInBrowser(page, "Twelve Houses");
  const house = (place: number) => ({
    name: place % 2 ? `घर ${place}` : "Maharajadhiraja ".repeat(7).trim(),
    phone: "98765 43210",
    addressLine1: place % 3 ? `${place} Church Street` : "A".repeat(200),
    addressLine2: place % 4 ? "" : "السوق القديم!",
    city: place % 2 ? "Bengaluru" : "Thiruvananthapuram-Neyyattinkara",
    stateCode: place % 2 ? "KA" : "KL",
    pin: place % 2 ? "560001" : "695121",
  });
  for (let place = 1; place <= 12; place += 1) await sendForm(page, "/account/addresses/new", house(place));
  await page.goto("/account/addresses");
  await expect(page.getByRole("main").getByRole("heading", { level: 2 })).toHaveCount(12);
  await expectNoFaults(page, "twelve addresses");
  await putInCart(page, "worlds-best-boyfriend");
  await openCart(page);
  await page.getByLabel("Promotion code").fill("SUMMER20");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(summary(page).getByText("waits for a best seller")).toBeVisible();
  await page.getByRole("link", { name: "Change the address" }).click();
  const choice = page.getByRole("navigation", { name: "Saved addresses" });
  await expect(choice.getByRole("link")).toHaveCount(13);
  await expectNoFaults(page, "twelve addresses in the cart, a code that takes nothing off");
});
