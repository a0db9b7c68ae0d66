import type { Locator } from "@playwright/test";
import { sql } from "#db/sql.ts";

import { expect, test } from "#tests/support/journey.ts";
import { lookOver, tooWide } from "#tests/support/look-over.ts";
import { goToOddBook } from "#tests/support/odd-books.ts";
import { address, expectReady, openCart, payButton, putInCart } from "#tests/support/shopper.ts";
import { sendForm } from "#tests/support/signed-in.ts";
import { signInAs } from "#tests/support/wisher.ts";

/** Whether the last character of a text, a mark, stands left of its first letter, and the text begins where others do. */
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

test("a cart of fifty books keeps its total in view on a phone, says what is too many, and is paid as one order", async ({
  page,
  db,
}) => {
  test.slow();
  const { rows } = await db.execute<{ id: string }>(sql`
    select b.id from books b join stock s on s.book_id = b.id
    where b.is_main and b.is_listed and s.on_hand - s.reserved > 8 order by b.id desc limit 51`);
  const ids = rows.map(({ id }) => id);
  await putInCart(page, ...ids.slice(0, 50));
  await page.setViewportSize({ width: 360, height: 640 });
  await openCart(page);
  await expect(page.getByRole("main").getByRole("heading", { level: 2 }).first()).toBeVisible();
  expect(await tooWide(page)).toEqual([]);
  await expect(payButton(page)).toBeInViewport();
  const answer = await page.request.post("/cart/lines", {
    form: { intent: "add", bookId: ids[50]! },
    headers: { origin: process.env.JOURNEY_URL!, accept: "application/json" },
  });
  expect(await answer.json()).toMatchObject({
    ok: false,
    message: "Your cart holds 50 different books, which is all it can. Take one out first.",
  });
  await lookOver(page, "a cart of fifty books");
});

test("a reader with twelve addresses chooses one, and keeps no more than the account can hold", async ({ page }) => {
  await signInAs(page, "Twelve Houses", "/account/addresses");
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
  await lookOver(page, "twelve addresses");
  await putInCart(page, "malgudi-days");
  await openCart(page);
  await page.getByRole("link", { name: "Change the address" }).click();
  const choice = page.getByRole("navigation", { name: "Saved addresses" });
  await expect(choice.getByRole("link")).toHaveCount(13);
  await lookOver(page, "twelve addresses in the cart");
});

test("a PIN code of the islands chooses its state, one of the army says what to choose, one with a 0 is told of once", async ({
  page,
  expectTrouble,
}) => {
  expectTrouble(/status of 422/);
  await putInCart(page, "malgudi-days");
  await openCart(page);
  const pin = page.getByLabel("PIN code");
  const state = page.getByLabel("State", { exact: true });
  const army = page.getByText("An Army post office lies in no state. Choose the one for your bill.");
  await pin.fill("900056");
  await expect(army).toBeVisible();
  await expect(page.getByText(/^Free delivery to 900056, with you /).first()).toBeVisible();
  for (const [typed, chosen] of [
    ["682555", "Lakshadweep"],
    ["744101", "Andaman and Nicobar Islands"],
  ] as const) {
    await pin.fill(typed);
    await expect(state.locator("option:checked")).toHaveText(chosen);
    await expect(page.getByText(new RegExp(`^Free delivery to ${typed}, with you `)).first()).toBeVisible();
  }
  await expect(army).toHaveCount(0);
  for (const [label, text] of Object.entries(address)) await page.getByLabel(label, { exact: true }).fill(text);
  await pin.fill("012345");
  await payButton(page).click();
  await expect(page.getByText("No PIN code begins with 0. Please check it.")).toHaveCount(1);
  await expectReady(page);
});
